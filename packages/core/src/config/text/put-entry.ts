import type { Node } from 'jsonc-parser';
import {
  applyTextChanges,
  endOf,
  indentAt,
  isBlank,
  layoutOf,
  membersOf,
  openText,
  refuseEdit,
  startsLine,
  type Change,
  type Layout,
  type TextEditResult,
} from './edited-text.ts';
import { formatInline, formatValue } from './format-value.ts';
import { insertEntry } from './insert-entry.ts';

const NEW_FILE: Layout = { eol: '\n', unit: '  ' };

/**
 * Sets the value at a path of a JSON text, and makes the objects on the way where they are missing. Comments, line ends
 * and everything else stay as they are; a text without anything becomes a whole one.
 */
export function putEntry(text: string, path: readonly [string, ...string[]], value: unknown): TextEditResult {
  if (isBlank(text)) return { ok: true, text: `${formatValue(nest(path, value), '', NEW_FILE)}\n` };
  const opened = openText(text);
  if (!opened.ok) return opened;
  const { mark, source, root } = opened;
  const layout = layoutOf(source, root);
  let node = root;
  for (const [depth, key] of path.entries()) {
    if (node.type !== 'object') return refuseEdit(source, node, path.slice(0, depth));
    const found = membersOf(node, key).at(-1)?.children?.[1];
    if (found === undefined) {
      const insertion = { key, value: nest(path.slice(depth + 1), value), layout };
      return { ok: true, text: mark + applyTextChanges(source, insertEntry(source, node, insertion)) };
    }
    node = found;
  }
  return { ok: true, text: mark + applyTextChanges(source, [replaceValue(source, node, value, layout)]) };
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function replaceValue(source: string, node: Node, value: unknown, layout: Layout): Change {
  const member = node.parent?.offset ?? node.offset;
  const text = startsLine(source, member) ? formatValue(value, indentAt(source, member), layout) : formatInline(value);
  return { start: node.offset, end: endOf(node), text };
}
