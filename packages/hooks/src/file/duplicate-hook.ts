import { applyTextChanges } from '@toolyard/core';
import { insertChild } from './edit-source.ts';
import type { HooksFormat, HooksProblem } from './hooks-problem.ts';
import { openHookText, refuseHook } from './open-hook-text.ts';
import { settleEdit } from './settle-edit.ts';

/** A file after a hook was copied, with the id of the copy. */
export type HookCopy =
  | { readonly ok: true; readonly text: string; readonly id: string }
  | { readonly ok: false; readonly problems: readonly HooksProblem[] };

const MAX_ID = 64;

/** Puts a copy behind a hook, disabled, so that nothing runs twice unasked; `taken` are ids besides those of the file. */
export function duplicateHook(text: string, format: HooksFormat, id: string, taken: readonly string[] = []): HookCopy {
  const opened = openHookText(text, format, id);
  if (!opened.ok) return opened;
  const { mark, edited, list, node, value, ids } = opened;
  const copyId = findFreeId(id, new Set([...ids, ...taken]));
  const { id: _id, name, description, group, enabled: _enabled, ...rest } = value;
  const head = Object.entries({ name, description, group }).filter(([, member]) => member !== undefined);
  const copy = { id: copyId, ...Object.fromEntries(head), enabled: false, ...rest };
  const changes = insertChild(edited, { node: list, inFlow: false }, { value: copy, after: node });
  const after = mark + applyTextChanges(edited.source, changes);
  const settled = settleEdit({ before: text, after, format }, (hooks) =>
    hooks.flatMap((each) => (each.id === id ? [each, { ...each, id: copyId, enabled: false }] : [each])),
  );
  if (settled.kind === 'right') return { ok: true, text: after, id: copyId };
  if (settled.kind === 'wrong') return { ok: false, problems: settled.problems };
  return refuseHook(edited.source, node, 'The hook cannot be copied; copy it in an editor of text');
}

/** `announce-2` for `announce`, and `announce-3` for that. */
function findFreeId(id: string, taken: ReadonlySet<string>): string {
  const [, base = id, number = '1'] = /^(.+?)(?:-(\d{1,4}))?$/.exec(id) ?? [];
  for (let next = Number(number) + 1; ; next++) {
    const ending = `-${next}`;
    const free = base.slice(0, MAX_ID - ending.length) + ending;
    if (!taken.has(free)) return free;
  }
}
