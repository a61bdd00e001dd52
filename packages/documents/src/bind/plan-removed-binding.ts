import type { SourceNode } from '@toolyard/core';
import type { TextEdit } from '../parse/note.ts';
import { endOfValue, findBindingNodes, isFlow, type Property } from './find-binding-nodes.ts';
import { removeLines } from './yaml-lines.ts';

/**
 * The edit of frontmatter that takes an entry out of `toolyard.bindings`, together with the keys around it that would be left empty; comments of
 * others stay. `undefined` where there is no such entry.
 */
export function planRemovedBinding(yaml: string, index: number): TextEdit | undefined {
  const { root, settings, list } = findBindingNodes(yaml);
  const items = list?.value.children ?? [];
  const item = items[index];
  if (root === undefined || settings === undefined || list === undefined || item === undefined) return undefined;
  const edit = removeItem(yaml, list.value, index);
  if (items.length > 1) return edit;
  const isAlone = settings.value.children?.length === 1;
  const outer = isAlone ? removeProperty(yaml, root, settings) : removeProperty(yaml, settings.value, list);
  return holdsComments(yaml, outer, edit) ? edit : outer;
}

function removeItem(yaml: string, list: SourceNode, index: number): TextEdit {
  const { children: items = [] } = list;
  const item = items[index] ?? list;
  if (isFlow(yaml, list)) return removeFlow(yaml, items, index);
  const dash = yaml.lastIndexOf('-', item.offset - 1);
  return removeLines(yaml, dash, endOfValue(yaml, item));
}

function removeProperty(yaml: string, mapping: SourceNode, { key, value }: Property): TextEdit {
  const { children: properties = [] } = mapping;
  const index = properties.findIndex(({ offset }) => offset === key.offset);
  return isFlow(yaml, mapping)
    ? removeFlow(yaml, properties, index)
    : removeLines(yaml, key.offset, Math.max(endOfValue(yaml, key), endOfValue(yaml, value)));
}

/** Takes one of several parts out of brackets or braces, with the comma between it and its neighbour. */
function removeFlow(yaml: string, parts: readonly SourceNode[], index: number): TextEdit {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]];
  const start = part?.offset ?? 0;
  if (after !== undefined) return { start, end: after.offset, text: '' };
  const end = part === undefined ? start : endOfValue(yaml, part);
  return { start: before === undefined ? start : endOfValue(yaml, before), end, text: '' };
}

/** Whether an edit would take out a comment that is not on the lines of the entry itself. */
function holdsComments(yaml: string, outer: TextEdit, entry: TextEdit): boolean {
  return (yaml.slice(outer.start, entry.start) + yaml.slice(entry.end, outer.end)).includes('#');
}
