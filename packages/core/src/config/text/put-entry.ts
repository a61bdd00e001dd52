import type { Node } from 'jsonc-parser';
import {
  applyChanges,
  endOf,
  findComma,
  indentAt,
  isBlank,
  layoutOf,
  membersOf,
  openText,
  refuseEdit,
  startsLine,
  type Change,
  type Layout,
  type TextEdit,
} from './edited-text.ts';
import { formatInline, formatValue } from './format-value.ts';

const NEW_FILE: Layout = { eol: '\n', unit: '  ' };

interface Insertion {
  readonly key: string;
  readonly value: unknown;
  readonly layout: Layout;
}

/**
 * Sets the value at a path of a JSON text, and makes the objects on the way where they are missing. Comments, line ends
 * and everything else stay as they are; a text without anything becomes a whole one.
 */
export function putEntry(text: string, path: readonly [string, ...string[]], value: unknown): TextEdit {
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
      return { ok: true, text: mark + applyChanges(source, insertMember(source, node, insertion)) };
    }
    node = found;
  }
  return { ok: true, text: mark + applyChanges(source, [replaceValue(source, node, value, layout)]) };
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function replaceValue(source: string, node: Node, value: unknown, layout: Layout): Change {
  const member = node.parent?.offset ?? node.offset;
  const text = startsLine(source, member) ? formatValue(value, indentAt(source, member), layout) : formatInline(value);
  return { start: node.offset, end: endOf(node), text };
}

function insertMember(source: string, object: Node, insertion: Insertion): Change[] {
  const last = object.children?.at(-1);
  if (last === undefined) return [insertFirst(source, object, insertion)];
  return startsLine(source, last.offset)
    ? insertOnLine(source, object, last, insertion)
    : [insertInline(source, object, last, insertion)];
}

function insertFirst(source: string, object: Node, { key, value, layout }: Insertion): Change {
  const { eol, unit } = layout;
  const outer = indentAt(source, object.offset);
  const inside = source.slice(object.offset + 1, endOf(object) - 1);
  const start = object.offset + 1 + inside.trimEnd().length;
  const rest = source.slice(start, endOf(object) - 1);
  const closing = /[\r\n]/.test(rest) ? '' : `${eol}${outer}`;
  const member = `${JSON.stringify(key)}: ${formatValue(value, outer + unit, layout)}`;
  return { start, end: start, text: `${eol}${outer}${unit}${member}${closing}` };
}

/** A comma goes right behind the member before, and the new one behind the comments that follow that. */
function insertOnLine(source: string, object: Node, last: Node, { key, value, layout }: Insertion): Change[] {
  const from = endOf(last);
  const close = endOf(object) - 1;
  const hasComma = findComma(source, from, close) !== undefined;
  const at = from + source.slice(from, close).trimEnd().length;
  const indent = indentAt(source, last.offset);
  const member = `${layout.eol}${indent}${JSON.stringify(key)}: ${formatValue(value, indent, layout)}`;
  if (hasComma) return [{ start: at, end: at, text: `${member},` }];
  // Changes at one place would be applied in an order that nobody sees.
  if (at === from) return [{ start: at, end: at, text: `,${member}` }];
  return [
    { start: from, end: from, text: ',' },
    { start: at, end: at, text: member },
  ];
}

function insertInline(source: string, object: Node, last: Node, { key, value }: Insertion): Change {
  const comma = findComma(source, endOf(last), endOf(object) - 1);
  const member = ` ${JSON.stringify(key)}: ${formatInline(value)}`;
  if (comma === undefined) return { start: endOf(last), end: endOf(last), text: `,${member}` };
  return { start: comma + 1, end: comma + 1, text: `${member},` };
}
