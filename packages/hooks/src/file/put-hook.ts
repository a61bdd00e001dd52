import { appendItem, applyTextChanges, type Change, endOf, type JsonObject } from '@toolyard/core';
import { isSeq, parseDocument, stringify } from 'yaml';
import type { Hook } from '../hook/hook.ts';
import { isInBrackets, toBlockLines } from './edit-block.ts';
import { insertChild } from './edit-source.ts';
import { isSameJson } from './find-next-changes.ts';
import type { HooksFormat, HooksProblem } from './hooks-problem.ts';
import { findMemberValue, toEditedSource } from './open-hook-text.ts';
import { parseHooksFile } from './parse-hooks-file.ts';
import { parseHooksText } from './parse-hooks-text.ts';
import { toWrittenHook } from './to-written-hook.ts';
import { writeHooksFile } from './write-hooks-file.ts';

/** A hooks file after an edit, or everything that keeps it from being edited. */
export type HooksEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly HooksProblem[] };

/** Puts a hook behind the others of a file; everything else stays as it is written, and a text without values becomes a whole file. */
export function putHook(text: string, format: HooksFormat, hook: Hook): HooksEdit {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const source = text.slice(mark.length);
  const hasValues = !hasOnlyComments(source, format);
  const { hooks, problems: before } = hasValues ? parseHooksFile(text, { format }) : { hooks: [], problems: [] };
  if (before.length > 0) return { ok: false, problems: before };
  const written = toWrittenHook(hook);
  let problems: readonly HooksProblem[] = [];
  for (const extend of hasValues ? EXTENDERS[format] : [startFile]) {
    const edited = mark + extend(source, written, format);
    const parsed = parseHooksFile(edited, { format });
    // A taken id, or a hook that no file can have, must not break what was whole.
    const isWhole = parsed.problems.length === 0 && parsed.hooks.length === hooks.length + 1;
    if (isWhole && isSameJson(parsed.hooks.slice(0, -1), hooks)) return { ok: true, text: edited };
    if (problems.length === 0) ({ problems } = parsed);
  }
  return { ok: false, problems };
}

type Extend = (source: string, hook: JsonObject, format: HooksFormat) => string;

/** Ways to put a hook in, the best first. */
const EXTENDERS: Readonly<Record<HooksFormat, readonly Extend[]>> = {
  json: [insertHook],
  yaml: [insertHook, extendDocument],
};

function hasOnlyComments(source: string, format: HooksFormat): boolean {
  const comments = format === 'json' ? /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g : /^[ \t]*#[^\r\n]*/gm;
  return source.replaceAll(comments, '').trim() === '';
}

function startFile(source: string, hook: JsonObject, format: HooksFormat): string {
  const eol = source.includes('\r\n') ? '\r\n' : '\n';
  const file = format === 'json' ? writeHooksFile([hook]) : stringify({ version: 1, hooks: [hook] }, YAML_LAYOUT);
  const comments = source.trim() === '' ? '' : `${source.trimEnd()}${eol}`;
  return comments + file.replaceAll('\n', eol);
}

const YAML_LAYOUT = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** The text with the hook put in; the text as it is where that is not simple. */
function insertHook(source: string, hook: JsonObject, format: HooksFormat): string {
  if (format === 'json') {
    const edit = appendItem(source, 'hooks', hook);
    return edit.ok ? edit.text : source;
  }
  const { node: root } = parseHooksText(source, format);
  const list = root && findMemberValue(root, 'hooks');
  if (root === undefined || list === undefined) return source;
  const edited = toEditedSource(source, root, format);
  if ((list.children ?? []).length > 0 || isInBrackets(edited, root)) {
    return applyTextChanges(source, insertChild(edited, { node: list, inFlow: false }, { value: hook }));
  }
  return applyTextChanges(source, openEmptyList(edited, { offset: list.offset, end: endOf(list) }, hook));
}

/** `hooks: [] # why` becomes `hooks: # why` with the hook below it. */
function openEmptyList(
  edited: ReturnType<typeof toEditedSource>,
  { offset, end }: { readonly offset: number; readonly end: number },
  hook: JsonObject,
): readonly Change[] {
  const { source, layout } = edited;
  const gap = /(?<=:)[ \t]+$/.exec(source.slice(0, offset))?.[0];
  const rest = /^[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|$)/.exec(source.slice(end))?.[0];
  if (gap === undefined || rest === undefined) return [];
  const lines = toBlockLines({ value: hook }, edited);
  return [
    { start: offset - gap.length, end, text: '' },
    { start: end + rest.length, end: end + rest.length, text: lines.map((line) => `${layout.eol}  ${line}`).join('') },
  ];
}

/** Written anew where the hook could not be put in; comments stay. */
function extendDocument(text: string, hook: JsonObject): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: false, logLevel: 'silent' });
  const hooks = document.get('hooks', true);
  if (isSeq(hooks) && hooks.items.length === 0) hooks.flow = false;
  document.addIn(['hooks'], document.createNode(hook, { aliasDuplicateObjects: false }));
  const indentSeq = !/(?:^|\n)hooks:[^\n]*\n(?:[ \t]*(?:#[^\n]*|\r?)\n)*-/.test(text);
  const edited = document.toString({ lineWidth: 0, indentSeq });
  return text.includes('\r\n') ? edited.replaceAll(/\r?\n/g, '\r\n') : edited;
}
