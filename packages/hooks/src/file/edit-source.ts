import {
  type Change,
  cutEntry,
  endOf,
  formatInline,
  formatValue,
  indentAt,
  insertEntry,
  type SourceNode,
  startsLine,
} from '@toolyard/core';
import {
  cutFromBlock,
  endOfBlockValue,
  insertIntoBlock,
  isInBrackets,
  replaceInBlock,
  toFlowText,
  toScalarText,
} from './edit-block.ts';
import type { EditedList, EditedSource, NewChild } from './edited-source.ts';

/** The changes that take one entry out of an object or an array. */
export function cutChild(edited: EditedSource, { node }: EditedList, child: SourceNode): readonly Change[] {
  if (!isInBrackets(edited, node)) return [cutFromBlock(edited, node, child)];
  return cutEntry(edited.source, node, child, edited.format === 'json' ? 'slashes' : 'hash');
}

/** The changes that put an entry into an object or an array. */
export function insertChild(edited: EditedSource, { node }: EditedList, child: NewChild): readonly Change[] {
  const { source, format, layout } = edited;
  if (!isInBrackets(edited, node)) return [insertIntoBlock(edited, node, child)];
  const [first] = node.children ?? [];
  if (format === 'yaml' && first === undefined) {
    const whole = child.key === undefined ? [child.value] : Object.fromEntries([[child.key, child.value]]);
    return [{ start: node.offset, end: endOf(node), text: toFlowText(whole) }];
  }
  const { isFirst = false, after, ...given } = child;
  const written = { ...given, layout, ...(format === 'yaml' && { comments: 'hash' as const, write: toFlowText }) };
  if (!isFirst || first === undefined) return insertEntry(source, node, { ...written, ...(after && { after }) });
  return [insertBefore(edited, first, child)];
}

function insertBefore({ source, format, layout }: EditedSource, first: SourceNode, child: NewChild): Change {
  const indent = indentAt(source, first.offset);
  const write = format === 'yaml' ? toFlowText : formatInline;
  const key = child.key === undefined ? '' : `${write(child.key)}: `;
  const isOnLine = startsLine(source, first.offset);
  const value = isOnLine && format === 'json' ? formatValue(child.value, indent, layout) : write(child.value);
  const gap = isOnLine ? `${layout.eol}${indent}` : ' ';
  return { start: first.offset, end: first.offset, text: `${key}${value},${gap}` };
}

/** The changes that give an entry another value; its key stays. */
export function setChild(
  edited: EditedSource,
  { node: list, inFlow }: EditedList,
  { entry, value }: { readonly entry: SourceNode; readonly value: unknown },
): readonly Change[] {
  const { source, format, layout } = edited;
  const [key, inner] = entry.type === 'property' ? (entry.children ?? []) : [undefined, entry];
  const old = inner ?? entry;
  const isPlain = typeof value !== 'object' || value === null;
  if (format === 'json') {
    const indent = indentAt(source, entry.offset);
    const text = startsLine(source, entry.offset) ? formatValue(value, indent, layout) : formatInline(value);
    return [{ start: old.offset, end: endOf(old), text }];
  }
  const before = source.slice(old.offset, endOfBlockValue(edited, old));
  const isFlow = inFlow || isInBrackets(edited, list);
  if (isFlow) return [{ start: old.offset, end: endOf(old), text: toFlowText(value) }];
  if (isPlain && before !== '' && old.children === undefined && !/^[|>]/.test(before)) {
    return [{ start: old.offset, end: old.offset + before.length, text: toScalarText(value, before) }];
  }
  const name = key === undefined ? {} : { key: String(key.value) };
  return [replaceInBlock(edited, list, { entry, child: { ...name, value } })];
}
