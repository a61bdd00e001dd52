import { isJsonObject } from '@toolyard/core';
import { systemClock } from '@toolyard/host';
import { Disposable } from 'vscode';
import { createInvalidHookActions } from '../../commands/create-hook-commands.ts';
import { reportFailure } from '../../commands/report-failure.ts';
import { followInvalidHooks, type ToldHook } from '../../commands/follow-invalid-hooks.ts';
import type { Register } from '../parts.ts';

/** Where the workspace keeps which hooks were told, so that a reload of the window does not tell them again. */
const TOLD = 'invalidHooks';

/** Registers the notice of hooks that do not run because their server or tool is gone or has changed. */
export const registerInvalidHooks: Register = (parts) => {
  const { folders, editor, openForm, context } = parts;
  const stop = followInvalidHooks({
    folders,
    editor,
    actions: createInvalidHookActions(parts, openForm),
    clock: systemClock,
    told: {
      read: () => parseTold(context.workspaceState.get(TOLD)),
      write: (told) => void context.workspaceState.update(TOLD, told),
    },
    onError: (error) => void reportFailure(error, 'Invalid hooks', parts),
  });
  return new Disposable(stop);
};

function parseTold(kept: unknown): readonly ToldHook[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((each: unknown) => {
    if (!isJsonObject(each)) return [];
    const { folder, hook } = each;
    return typeof folder === 'string' && typeof hook === 'string' ? [{ folder, hook }] : [];
  });
}
