import type { SourceNode } from '@toolyard/core';
import type { TextEdit } from '../parse/note.ts';
import { endOfValue, findBindingNodes, findProperty, isFlow } from './find-binding-nodes.ts';
import { writeText } from './write-binding.ts';
import { columnOf, insertLines } from './yaml-lines.ts';

/** What changes in an entry; what is absent stays as it is. */
export interface BindingFields {
  readonly server?: string;
  readonly inherit?: boolean;
}

/** The edits of frontmatter that give an entry another server or another `inherit`; `undefined` where there is no such entry. */
export function planChangedBinding(
  yaml: string,
  index: number,
  { fields: { server, inherit }, eol }: { readonly fields: BindingFields; readonly eol: string },
): TextEdit[] | undefined {
  const entry = findBindingNodes(yaml).list?.value.children?.[index];
  const named = entry && findProperty(entry, 'server');
  if (entry === undefined || named === undefined) return undefined;
  return [
    ...(server === undefined ? [] : [replace(named.value, writeText(server))]),
    ...(inherit === undefined ? [] : setInherit(yaml, entry, { inherit, eol })),
  ];
}

function setInherit(
  yaml: string,
  entry: SourceNode,
  { inherit, eol }: { readonly inherit: boolean; readonly eol: string },
): TextEdit[] {
  const given = findProperty(entry, 'inherit');
  if (given !== undefined) return [replace(given.value, String(inherit))];
  const last = entry.children?.at(-1);
  if (inherit || last === undefined) return [];
  const end = endOfValue(yaml, last);
  if (isFlow(yaml, entry)) return [{ start: end, end, text: ', inherit: false' }];
  const line = `${' '.repeat(columnOf(yaml, entry.offset))}inherit: false`;
  return [insertLines(yaml, end, { lines: [line], eol })];
}

function replace({ offset, length }: SourceNode, text: string): TextEdit {
  return { start: offset, end: offset + length, text };
}
