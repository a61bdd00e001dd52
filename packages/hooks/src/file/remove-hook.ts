import { applyTextChanges } from '@toolyard/core';
import { cutChild } from './edit-source.ts';
import type { HooksFormat } from './hooks-problem.ts';
import { openHookText, refuseHook } from './open-hook-text.ts';
import type { HooksEdit } from './put-hook.ts';
import { settleEdit } from './settle-edit.ts';

/** Takes a hook out of a file, also one that something is wrong with; comments around it stay. */
export function removeHook(text: string, format: HooksFormat, id: string): HooksEdit {
  const opened = openHookText(text, format, id);
  if (!opened.ok) return opened;
  const { mark, edited, list, node } = opened;
  const after = mark + applyTextChanges(edited.source, cutChild(edited, { node: list, inFlow: false }, node));
  const settled = settleEdit({ before: text, after, format }, (hooks) => hooks.filter((each) => each.id !== id));
  if (settled.kind === 'right') return { ok: true, text: after };
  if (settled.kind === 'wrong') return { ok: false, problems: settled.problems };
  return refuseHook(
    edited.source,
    node,
    'Other hooks share parts with this one, so only an editor of text can remove it',
  );
}
