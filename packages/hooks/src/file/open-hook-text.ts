import { createLocator, isJsonObject, layoutOf, type SourceNode } from '@toolyard/core';
import type { EditedSource } from './edited-source.ts';
import { keyOf, toValue, memberValueOf } from './find-next-changes.ts';
import type { HooksFormat, HooksProblem } from './hooks-problem.ts';
import { parseHooksText } from './parse-hooks-text.ts';

/** A hook in the text of its file. */
export interface OpenedHook {
  readonly ok: true;
  /** What the file begins with besides its text. */
  readonly mark: string;
  readonly edited: EditedSource;
  /** The list that the hook is in. */
  readonly list: SourceNode;
  readonly node: SourceNode;
  /** As it is written, right or wrong. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The ids of all hooks of the file. */
  readonly ids: readonly string[];
}

/** Finds a hook in a text by its id, also where something about it is wrong; refuses a text that cannot be read, and an id that is there twice. */
export function openHookText(
  text: string,
  format: HooksFormat,
  id: string,
): OpenedHook | { readonly ok: false; readonly problems: readonly HooksProblem[] } {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const source = text.slice(mark.length);
  const { node: root, problems } = parseHooksText(source, format);
  if (root === undefined) return { ok: false, problems };
  const list = findMemberValue(root, 'hooks');
  const items = list?.type === 'array' ? (list.children ?? []) : [];
  const ids = items.map((item) => findMemberValue(item, 'id')?.value);
  const index = ids.indexOf(id);
  const node = items[index];
  const value = node === undefined ? undefined : toValue(node);
  if (list === undefined || node === undefined || !isJsonObject(value)) {
    return refuseHook(source, list ?? root, `There is no hook "${id}" in this file`);
  }
  if (ids.lastIndexOf(id) !== index) return refuseHook(source, node, `Duplicate id: ${id}`);
  const edited = toEditedSource(source, root, format);
  return { ok: true, mark, edited, list, node, value, ids: ids.map(String) };
}

/** Tells that a hook cannot be edited. */
export function refuseHook(
  source: string,
  { offset }: Pick<SourceNode, 'offset'>,
  message: string,
): { readonly ok: false; readonly problems: readonly HooksProblem[] } {
  return {
    ok: false,
    problems: [{ code: 'invalid_schema', path: '$.hooks', message, ...createLocator(source)(offset) }],
  };
}

/** The value under a key of an object. */
export function findMemberValue(node: SourceNode, key: string): SourceNode | undefined {
  const member = node.type === 'object' ? node.children?.findLast((each) => keyOf(each) === key) : undefined;
  return member && memberValueOf(member);
}

/** A text with the way in which it is written. */
export function toEditedSource(source: string, root: SourceNode, format: HooksFormat): EditedSource {
  return { source, format, layout: toLayout(source, root, format), indentSeq: isIndented(source) };
}

function toLayout(source: string, root: SourceNode, format: HooksFormat): EditedSource['layout'] {
  const layout = layoutOf(source, root);
  return format === 'json' ? layout : { ...layout, unit: '  ' };
}

/** Whether the lists of a YAML text are indented below their keys, as its hooks are. */
function isIndented(source: string): boolean {
  return !/(?:^|\n)hooks:[^\n]*\n(?:[ \t]*(?:#[^\n]*|\r?)\n)*-/.test(source);
}
