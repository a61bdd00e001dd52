import { cutEntry } from './cut-entry.ts';
import { applyTextChanges, isBlank, openText, type TextEditResult } from './edited-text.ts';
import { findMember } from './find-member.ts';

/** Takes what stands at a path out of a JSON text, with its comma and its line; comments stay, and so does all the rest. */
export function removeEntry(text: string, path: readonly [string, ...string[]]): TextEditResult {
  if (isBlank(text)) return { ok: true, text };
  const opened = openText(text);
  if (!opened.ok) return opened;
  const { mark, source, root } = opened;
  const member = findMember(root, path);
  if (member?.parent === undefined) return { ok: true, text };
  const edited = mark + applyTextChanges(source, cutEntry(source, member.parent, member));
  // A key may stand there twice.
  return removeEntry(edited, path);
}
