import type { Node } from 'jsonc-parser';
import { endOf, findComma, indentAt, startsLine, type Change, type Layout } from './edited-text.ts';
import { formatInline, formatValue } from './format-value.ts';

/** Something to put into a text. */
export interface Insertion {
  /** Absent for an item of an array. */
  readonly key?: string;
  readonly value: unknown;
  readonly layout: Layout;
}

/** The changes that put an entry behind the last one of an object or an array, in the way that the others are written. */
export function insertEntry(source: string, list: Node, insertion: Insertion): Change[] {
  const last = list.children?.at(-1);
  if (last === undefined) return [insertFirst(source, list, insertion)];
  return startsLine(source, last.offset)
    ? insertOnLine(source, list, last, insertion)
    : [insertInline(source, list, last, insertion)];
}

function insertFirst(source: string, list: Node, insertion: Insertion): Change {
  const { eol, unit } = insertion.layout;
  const outer = indentAt(source, list.offset);
  const inside = source.slice(list.offset + 1, endOf(list) - 1);
  const start = list.offset + 1 + inside.trimEnd().length;
  const rest = source.slice(start, endOf(list) - 1);
  const closing = /[\r\n]/.test(rest) ? '' : `${eol}${outer}`;
  const member = toEntry(insertion, outer + unit);
  return { start, end: start, text: `${eol}${outer}${unit}${member}${closing}` };
}

/** A comma goes right behind the member before, and the new one behind the comments that follow that. */
function insertOnLine(source: string, list: Node, last: Node, insertion: Insertion): Change[] {
  const from = endOf(last);
  const close = endOf(list) - 1;
  const hasComma = findComma(source, from, close) !== undefined;
  const at = from + source.slice(from, close).trimEnd().length;
  const indent = indentAt(source, last.offset);
  const member = `${insertion.layout.eol}${indent}${toEntry(insertion, indent)}`;
  if (hasComma) return [{ start: at, end: at, text: `${member},` }];
  // Changes at one place would be applied in an order that nobody sees.
  if (at === from) return [{ start: at, end: at, text: `,${member}` }];
  return [
    { start: from, end: from, text: ',' },
    { start: at, end: at, text: member },
  ];
}

function insertInline(source: string, list: Node, last: Node, insertion: Insertion): Change {
  const comma = findComma(source, endOf(last), endOf(list) - 1);
  const member = ` ${toKey(insertion)}${formatInline(insertion.value)}`;
  if (comma === undefined) return { start: endOf(last), end: endOf(last), text: `,${member}` };
  return { start: comma + 1, end: comma + 1, text: `${member},` };
}

function toEntry({ key, value, layout }: Insertion, indent: string): string {
  return toKey({ key }) + formatValue(value, indent, layout);
}

function toKey({ key }: { readonly key?: string | undefined }): string {
  return key === undefined ? '' : `${JSON.stringify(key)}: `;
}
