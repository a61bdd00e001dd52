import { applyTextChanges, endOf, formatValue, indentAt, lineStart } from '@toolyard/core';
import { stringify } from 'yaml';
import type { Hook } from '../hook/hook.ts';
import { columnIn, endOfBlockValue, isInBrackets, toFlowText } from './edit-block.ts';
import { findNextChanges, type WantedValue } from './find-next-changes.ts';
import type { HooksFormat, HooksProblem } from './hooks-problem.ts';
import { type OpenedHook, openHookText, refuseHook } from './open-hook-text.ts';
import { parseHooksText } from './parse-hooks-text.ts';
import { parseHooksFile } from './parse-hooks-file.ts';
import { type HooksEdit, putHook } from './put-hook.ts';
import { settleEdit } from './settle-edit.ts';
import { toWrittenHook } from './to-written-hook.ts';

/** More differences than a person makes; whoever has so many gets the hook written anew. */
const MAX_STEPS = 500;

/**
 * Gives the hook of an id another content, its id included, and changes only what differs: comments, layout, line ends and
 * what is written and equals its default stay. A file that was whole stays so, or the problems are given.
 */
export function replaceHook(text: string, format: HooksFormat, id: string, hook: Hook): HooksEdit {
  const opened = openHookText(text, format, id);
  if (!opened.ok) return opened;
  const { debounceMs: _unused, ...rest } = hook;
  const full = hook.policy === 'debounce' ? hook : rest;
  return rewriteHook(text, opened, { written: toWrittenHook(hook), full }, (hooks) =>
    hooks.some((each) => each.id === id)
      ? hooks.map((each) => (each.id === id ? normalize(hook) : each))
      : insertMended(text, format, hooks, { id, hook }),
  );
}

/** As a file would give it: what its policy has no use for is the default. */
function normalize(hook: Hook): Hook {
  const file = putHook('', 'json', hook);
  return (file.ok && parseHooksFile(file.text, { format: 'json' }).hooks[0]) || hook;
}

/** A hook that could not be read before takes its place among those that could. */
function insertMended(
  text: string,
  format: HooksFormat,
  hooks: readonly Hook[],
  { id, hook }: { readonly id: string; readonly hook: Hook },
): readonly Hook[] {
  const opened = openHookText(text, format, id);
  const before = opened.ok ? opened.ids.slice(0, opened.ids.indexOf(id)) : [];
  const at = hooks.filter((each) => before.includes(each.id)).length;
  return hooks.toSpliced(at, 0, normalize(hook));
}

/** Changes a hook step by step to what is wanted, or writes it anew where that does not lead there. */
export function rewriteHook(
  text: string,
  opened: OpenedHook,
  wanted: WantedValue,
  toWanted: (hooks: readonly Hook[]) => readonly Hook[],
): HooksEdit {
  const { edited, mark, node } = opened;
  const { format } = edited;
  let problems: readonly HooksProblem[] = [];
  for (const piece of [changeStepwise(opened, wanted), () => writeAnew(opened, wanted.written)]) {
    const source = typeof piece === 'function' ? piece() : piece;
    if (source === undefined) continue;
    const after = mark + source;
    const settled = settleEdit({ before: text, after, format }, toWanted);
    if (settled.kind === 'right') return { ok: true, text: after };
    if (settled.kind === 'wrong') problems = settled.problems;
  }
  if (problems.length > 0) return { ok: false, problems };
  return refuseHook(edited.source, node, 'The hook shares parts with others, so only an editor of text can change it');
}

/** The text with the hook changed, made from the hook's own lines alone, since each step reads them again. */
function changeStepwise({ edited, node }: OpenedHook, wanted: WantedValue): string | undefined {
  const { source, format, layout } = edited;
  const end = isInBrackets(edited, node) ? endOf(node) : endOfBlockValue(edited, node);
  const before = source.slice(lineStart(source, node.offset), node.offset);
  // The same column as in the file, and a line of its own only where it has one there.
  const lead = format === 'json' && before.trim() !== '' ? '' : layout.eol + before.replaceAll(/[^\t]/g, ' ');
  let piece = lead + source.slice(node.offset, end);
  for (let step = 0; step < MAX_STEPS; step++) {
    const { node: root } = parseHooksText(piece, format);
    if (root === undefined) return undefined;
    const changes = findNextChanges({ ...edited, source: piece }, { node: root, inFlow: false }, wanted);
    if (changes === undefined) return source.slice(0, node.offset) + piece.slice(lead.length) + source.slice(end);
    piece = applyTextChanges(piece, changes);
  }
  return undefined;
}

function writeAnew({ edited, node }: OpenedHook, written: unknown): string {
  const { source, format, layout } = edited;
  if (format === 'json') {
    const text = formatValue(written, indentAt(source, node.offset), layout);
    return applyTextChanges(source, [{ start: node.offset, end: endOf(node), text }]);
  }
  if (isInBrackets(edited, node)) {
    return applyTextChanges(source, [{ start: node.offset, end: endOf(node), text: toFlowText(written) }]);
  }
  const gap = `${layout.eol}${' '.repeat(columnIn(source, node.offset))}`;
  const options = { lineWidth: 0, aliasDuplicateObjects: false, indentSeq: edited.indentSeq };
  const text = stringify(written, options).trimEnd().split('\n').join(gap);
  return applyTextChanges(source, [{ start: node.offset, end: endOfBlockValue(edited, node), text }]);
}
