import type { SourceNode } from '../source-node.ts';
import { endOf, findComma, indentAt, startsLine, type Change, type CommentStyle, type Layout } from './edited-text.ts';
import { formatInline, formatValue } from './format-value.ts';

/** Something to put into a text. */
export interface Insertion {
  /** Absent for an item of an array. */
  readonly key?: string;
  readonly value: unknown;
  readonly layout: Layout;
  /** The entry that it goes behind; the last one where absent. */
  readonly after?: SourceNode;
  /** How comments are written around it; as in JSON where absent. */
  readonly comments?: CommentStyle;
  /** Writes a key or a value on one line, where that is not JSON. */
  readonly write?: (value: unknown) => string;
}

/** The changes that put an entry into an object or an array with brackets, in the way that the others are written. */
export function insertEntry(source: string, list: SourceNode, insertion: Insertion): Change[] {
  const last = list.children?.at(-1);
  if (last === undefined) return [insertFirst(source, list, insertion)];
  const { after } = insertion;
  if (after !== undefined && after !== last) return [insertBetween(source, list, after, insertion)];
  return startsLine(source, last.offset)
    ? insertOnLine(source, list, last, insertion)
    : [insertInline(source, list, last, insertion)];
}

function insertFirst(source: string, list: SourceNode, insertion: Insertion): Change {
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
function insertOnLine(source: string, list: SourceNode, last: SourceNode, insertion: Insertion): Change[] {
  const from = endOf(last);
  const close = endOf(list) - 1;
  const hasComma = findComma(source, from, close, insertion.comments) !== undefined;
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

function insertInline(source: string, list: SourceNode, last: SourceNode, insertion: Insertion): Change {
  const comma = findComma(source, endOf(last), endOf(list) - 1, insertion.comments);
  const member = ` ${toInline(insertion)}`;
  if (comma === undefined) return { start: endOf(last), end: endOf(last), text: `,${member}` };
  return { start: comma + 1, end: comma + 1, text: `${member},` };
}

/** What follows the entry before in its line, such as a comment, stays there. */
function insertBetween(source: string, list: SourceNode, before: SourceNode, insertion: Insertion): Change {
  const comma = findComma(source, endOf(before), endOf(list), insertion.comments) ?? endOf(before);
  if (!startsLine(source, before.offset)) {
    const start = comma + 1;
    return { start, end: start, text: ` ${toInline(insertion)},` };
  }
  const comment = insertion.comments === 'hash' ? /^[ \t]*(?:#[^\r\n]*)?(?=[\r\n])/ : REST_OF_LINE;
  const start = comma + 1 + (comment.exec(source.slice(comma + 1))?.[0].length ?? 0);
  const indent = indentAt(source, before.offset);
  return { start, end: start, text: `${insertion.layout.eol}${indent}${toEntry(insertion, indent)},` };
}

const REST_OF_LINE = /^[ \t]*(?:\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=[\r\n])/;

function toEntry(insertion: Insertion, indent: string): string {
  const { value, layout, write } = insertion;
  return write === undefined ? toKey(insertion) + formatValue(value, indent, layout) : toInline(insertion);
}

function toInline(insertion: Insertion): string {
  const { value, write = formatInline } = insertion;
  return toKey(insertion) + write(value);
}

function toKey({ key, write = formatInline }: Insertion): string {
  return key === undefined ? '' : `${write(key)}: `;
}
