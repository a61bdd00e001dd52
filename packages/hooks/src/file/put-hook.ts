import { appendItem } from '@toolyard/core';
import { isSeq, parseDocument, stringify } from 'yaml';
import type { Hook } from '../hook/hook.ts';
import type { HooksFormat, HooksProblem } from './hooks-problem.ts';
import { parseHooksFile } from './parse-hooks-file.ts';
import { toWrittenHook } from './to-written-hook.ts';
import { writeHooksFile } from './write-hooks-file.ts';

/** A hooks file after an edit, or everything that keeps it from being edited. */
export type HooksEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly HooksProblem[] };

/** Puts a hook behind the others of a file; comments stay, and a text without anything becomes a whole file. */
export function putHook(text: string, format: HooksFormat, hook: Hook): HooksEdit {
  const isBlank = text.replace(/^\uFEFF/, '').trim() === '';
  const before = isBlank ? [] : parseHooksFile(text, { format }).problems;
  if (before.length > 0) return { ok: false, problems: before };
  const written = toWrittenHook(hook);
  const edited = isBlank ? startFile(written, format) : extendFile(text, written, format);
  // A taken id, or a hook that no file can have, must not break what was whole.
  const { problems } = parseHooksFile(edited, { format });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, text: edited };
}

function startFile(hook: ReturnType<typeof toWrittenHook>, format: HooksFormat): string {
  return format === 'json' ? writeHooksFile([hook]) : stringify({ version: 1, hooks: [hook] }, YAML_LAYOUT);
}

const YAML_LAYOUT = { lineWidth: 0, aliasDuplicateObjects: false } as const;

function extendFile(text: string, hook: ReturnType<typeof toWrittenHook>, format: HooksFormat): string {
  if (format === 'json') {
    const edit = appendItem(text, 'hooks', hook);
    return edit.ok ? edit.text : text;
  }
  const document = parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: false, logLevel: 'silent' });
  const hooks = document.get('hooks', true);
  if (isSeq(hooks) && hooks.items.length === 0) hooks.flow = false;
  document.addIn(['hooks'], document.createNode(hook, { aliasDuplicateObjects: false }));
  const indentSeq = !/(?:^|\n)hooks:[^\n]*\n(?:[ \t]*(?:#[^\n]*|\r?)\n)*-/.test(text);
  const edited = document.toString({ lineWidth: 0, indentSeq });
  return text.includes('\r\n') ? edited.replaceAll(/\r?\n/g, '\r\n') : edited;
}
