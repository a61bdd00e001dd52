import type { SourceNode } from '@toolyard/core';
import type { TextEdit } from '../parse/note.ts';
import { endOfValue, findBindingNodes, isFlow, type Property } from './find-binding-nodes.ts';
import { columnOf, insertLines } from './yaml-lines.ts';

const STEP = 2;

/** The edit of frontmatter that adds an entry at the end of `toolyard.bindings`; `undefined` where it is written in no way that can be added to. */
export function planNewBinding(yaml: string, entry: string, eol: string): TextEdit | undefined {
  const { root, settings, list } = findBindingNodes(yaml);
  if (list !== undefined) return addToList(yaml, list, { entry, eol });
  if (settings !== undefined) return addToSettings(yaml, settings, { entry, eol });
  // `toolyard` is looked for at the start of a line alone.
  if (root !== undefined && (root.type !== 'object' || isFlow(yaml, root))) return undefined;
  const text = nest(0, ['toolyard:', 'bindings:', `- ${entry}`]).join(eol);
  return insertAt(yaml.length, yaml === '' ? text : eol + text);
}

interface Added {
  readonly entry: string;
  readonly eol: string;
}

function addToSettings(yaml: string, { key, value }: Property, { entry, eol }: Added): TextEdit | undefined {
  if (value.type !== 'null' && value.type !== 'object') return undefined;
  if (value.type === 'object' && isFlow(yaml, value)) return addFirst(value, `bindings: [${entry}]`);
  const column = value.type === 'null' ? columnOf(yaml, key.offset) + STEP : columnOf(yaml, value.offset);
  return insertLines(yaml, key.offset, { lines: nest(column, ['bindings:', `- ${entry}`]), eol });
}

function addToList(yaml: string, { key, value }: Property, { entry, eol }: Added): TextEdit | undefined {
  const { children: items = [] } = value;
  const last = items.at(-1);
  if (value.type === 'null') {
    const lines = nest(columnOf(yaml, key.offset) + STEP, [`- ${entry}`]);
    return insertLines(yaml, key.offset, { lines, eol });
  }
  if (value.type !== 'array') return undefined;
  if (last === undefined) return insertAt(value.offset + 1, entry);
  const end = endOfValue(yaml, last);
  if (isFlow(yaml, value)) return insertAt(end, `, ${entry}`);
  return insertLines(yaml, end, { lines: nest(columnOf(yaml, value.offset), [`- ${entry}`]), eol });
}

/** Puts a property in front of those that a mapping in braces has. */
function addFirst({ offset, children = [] }: SourceNode, property: string): TextEdit {
  return insertAt(offset + 1, children.length > 0 ? ` ${property},` : ` ${property} `);
}

function insertAt(offset: number, text: string): TextEdit {
  return { start: offset, end: offset, text };
}

function nest(column: number, lines: readonly string[]): string[] {
  return lines.map((line, depth) => ' '.repeat(column + depth * STEP) + line);
}
