import {
  applyTextChanges,
  isBlank,
  layoutOf,
  membersOf,
  openText,
  refuseEdit,
  type TextEditResult,
} from './edited-text.ts';
import { insertEntry } from './insert-entry.ts';
import { putEntry } from './put-entry.ts';

/** Puts a value behind the last one of the array under a key of a JSON text; makes the array where it is missing. */
export function appendItem(text: string, key: string, value: unknown): TextEditResult {
  if (isBlank(text)) return putEntry(text, [key], [value]);
  const opened = openText(text);
  if (!opened.ok) return opened;
  const { mark, source, root } = opened;
  const list = root.type === 'object' ? membersOf(root, key).at(-1)?.children?.[1] : undefined;
  if (list === undefined) return putEntry(text, [key], [value]);
  if (list.type !== 'array') return refuseEdit(source, list, [key], 'an array');
  const insertion = { value, layout: layoutOf(source, root) };
  return { ok: true, text: mark + applyTextChanges(source, insertEntry(source, list, insertion)) };
}
