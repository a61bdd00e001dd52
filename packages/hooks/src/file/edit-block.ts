import { type Change, endOf, lineStart, type SourceNode, startsLine } from '@toolyard/core';
import { stringify } from 'yaml';
import type { EditedSource, NewChild } from './edited-source.ts';

const LAYOUT = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Whether a collection stands in brackets, as all of JSON does. */
export function isInBrackets({ source }: Pick<EditedSource, 'source'>, node: SourceNode): boolean {
  return source[node.offset] === '{' || source[node.offset] === '[';
}

/** Where a value of YAML ends; comments and line ends behind it do not belong to it. */
export function endOfBlockValue(edited: EditedSource, node: SourceNode): number {
  const last = node.children?.at(-1);
  if (last === undefined || (node.type !== 'property' && isInBrackets(edited, node))) {
    const end = Math.max(endOf(node), node.offset);
    // The text of a block scalar has the line ends behind it.
    return node.offset + edited.source.slice(node.offset, end).trimEnd().length;
  }
  // An empty value stands behind the colon of its key; that of an alias stands elsewhere.
  if (node.type === 'property' && !isInside(node, last)) return endOf(node);
  return Math.max(endOfBlockValue(edited, last), node.type === 'property' ? endOf(node.children?.[0] ?? node) + 1 : 0);
}

function isInside(outer: SourceNode, inner: SourceNode): boolean {
  return inner.offset > outer.offset && endOf(inner) <= endOf(outer);
}

/** Where the entry of a block begins: at its key, or at its dash. */
function startOfEntry({ source }: EditedSource, list: SourceNode, entry: SourceNode): number {
  if (list.type === 'object') return entry.offset;
  const index = list.children?.indexOf(entry) ?? 0;
  if (index === 0) return list.offset;
  return source.lastIndexOf('-', entry.offset - 1);
}

/** The change that takes an entry out of a block of YAML, with its lines and what stands behind it in the last. */
export function cutFromBlock(edited: EditedSource, list: SourceNode, entry: SourceNode): Change {
  const { source } = edited;
  const entries = list.children ?? [];
  if (entries.length === 1) return emptyBlock(edited, list);
  const start = startOfEntry(edited, list, entry);
  const end = endOfBlockValue(edited, entry);
  if (startsLine(source, start) || lineStart(source, start) === 0) {
    const rest = /^[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r|$)/.exec(source.slice(end))?.[0] ?? '';
    return { start: lineStart(source, start), end: end + rest.length, text: '' };
  }
  const next = entries[entries.indexOf(entry) + 1];
  const gap = next === undefined ? '' : source.slice(end, startOfEntry(edited, list, next));
  return { start, end: gap.trim() === '' ? end + gap.length : end, text: '' };
}

/** A block without entries would be no value at all. */
function emptyBlock(edited: EditedSource, list: SourceNode): Change {
  const before = edited.source.slice(0, list.offset);
  const text = list.type === 'array' ? '[]' : '{}';
  const gap = /:(\s*)$/.exec(before)?.[1];
  if (gap !== undefined)
    return { start: list.offset - gap.length, end: endOfBlockValue(edited, list), text: ` ${text}` };
  const isOutside = lineStart(before, list.offset) === list.offset;
  return { start: list.offset, end: endOfBlockValue(edited, list), text: isOutside ? `  ${text}` : text };
}

/** The change that puts an entry into a block of YAML, behind another one or the last. */
export function insertIntoBlock(edited: EditedSource, list: SourceNode, child: NewChild): Change {
  const { source, layout } = edited;
  const first = list.children?.[0];
  const indent = ' '.repeat(columnIn(source, first === undefined ? list.offset : startOfEntry(edited, list, first)));
  const lines = toBlockLines(child, edited);
  const after = child.after ?? list.children?.at(-1);
  if (after === undefined || child.isFirst === true) {
    const text = lines.map((line) => `${line}${layout.eol}${indent}`).join('');
    return { start: list.offset, end: list.offset, text };
  }
  const end = endOfBlockValue(edited, after);
  const at = end + (/^[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|$)/.exec(source.slice(end))?.[0].length ?? 0);
  return { start: at, end: at, text: lines.map((line) => layout.eol + (line === '' ? '' : indent + line)).join('') };
}

/** The change that gives an entry of a block another value, of whatever kind. */
export function replaceInBlock(
  edited: EditedSource,
  list: SourceNode,
  { entry, child }: { readonly entry: SourceNode; readonly child: NewChild },
): Change {
  const start = startOfEntry(edited, list, entry);
  const indent = ' '.repeat(columnIn(edited.source, start));
  const text = toBlockLines(child, edited).join(`${edited.layout.eol}${indent}`);
  return { start, end: endOfBlockValue(edited, entry), text };
}

/** An entry of a block of YAML as lines, the first at its key or dash. */
export function toBlockLines({ key, value }: NewChild, { layout, indentSeq }: EditedSource): readonly string[] {
  const whole = key === undefined ? [value] : Object.fromEntries([[key, value]]);
  const indent = Math.max(layout.unit.length, 2);
  return stringify(whole, { ...LAYOUT, indent, indentSeq })
    .trimEnd()
    .split('\n');
}

/** How many characters stand before an offset in its line. */
export function columnIn(source: string, offset: number): number {
  return offset - lineStart(source, offset);
}

/** A value on one line of YAML, for use between brackets. */
export function toFlowText(value: unknown): string {
  if (typeof value === 'string') return isWord(value) ? value : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toFlowText).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${toFlowText(key)}: ${toFlowText(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Whether a text needs no quotes anywhere. */
function isWord(text: string): boolean {
  return /^[A-Za-z_][\w./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
}

/** A value without parts as YAML writes it, in the quotes that the one before had. */
export function toScalarText(value: unknown, before: string): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (before.startsWith('"') || /[\p{Cc}\u2028\u2029\uFEFF]/u.test(value)) return JSON.stringify(value);
  return before.startsWith("'") ? `'${value.replaceAll("'", "''")}'` : stringify(value, LAYOUT).trimEnd();
}
