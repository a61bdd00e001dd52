import { toVisibleLine } from '@toolyard/core';
import type { RunRecord } from '@toolyard/hooks';
import { refusalOf } from '@toolyard/host/hooks';
import { tellOutcome } from '../notices/tell-outcome.ts';
import { askToApprove } from './approve-hooks.ts';
import { titleOf, type FoundHook } from './choose-hook.ts';
import { findRunOf } from './choose-run.ts';
import type { CommandParts } from './command-table.ts';
import { showRun } from './show-run.ts';

/** What can be done about a hook that cannot run. */
export interface InvalidHookActions {
  /** Opens the hook where it can be mended. */
  update(found: FoundHook): Promise<void>;
  /** Takes the hook out of its file, after a question. */
  remove(found: FoundHook): Promise<void>;
}

/** A hook that a person wants to run, and how that is done. */
export interface WantedRun {
  readonly found: FoundHook;
  start(signal: AbortSignal): Promise<readonly RunRecord[]>;
}

/** Whether a hook may run now; asks for what is missing, and says why not. */
export async function mayRun(found: FoundHook, parts: CommandParts, actions: InvalidHookActions): Promise<boolean> {
  const { editor } = parts;
  const { folder, hook } = found;
  const title = titleOf(hook);
  if (folder.state().duty.kind === 'untrusted') {
    const detail = 'Nothing of a folder that you do not trust runs.';
    const pressed = await editor.confirm(`Hook "${title}" was not run.`, detail, 'Manage Trust');
    if (pressed !== undefined) await editor.execute('workbench.trust.manage');
    return false;
  }
  if (hook.state.startsWith('invalid')) return refuseInvalid(found, parts, actions);
  if (!hook.resolved.known.hook.enabled) {
    const detail = 'It does not run when its event happens. Run it this once?';
    if ((await editor.confirm(`Hook "${title}" is disabled.`, detail, 'Run Once')) === undefined) return false;
  }
  const refusal = refusalOf(hook.resolved);
  if (refusal === undefined) return true;
  const about = refusal === 'not approved' ? 'is not approved' : 'has changed since it was approved';
  const detail = 'Approve it to see what it would run. Nothing has run yet.';
  const pressed = await editor.confirm(`Hook "${title}" ${about}, so it does not run.`, detail, 'Approve');
  return pressed !== undefined && askToApprove([found], parts);
}

async function refuseInvalid(
  found: FoundHook,
  { editor }: CommandParts,
  { update, remove }: InvalidHookActions,
): Promise<false> {
  const { hook } = found;
  const why = hook.findings.filter(({ severity }) => severity === 'error').map(({ message }) => toVisibleLine(message));
  const message = `Hook "${titleOf(hook)}" is invalid, so it does not run.`;
  const detail = `${why.join('\n')}\n\nUpdate the hook, or remove it.`;
  const pressed = await editor.confirm(message, detail.trim(), 'Update', 'Remove');
  if (pressed === 'Update') await update(found);
  if (pressed === 'Remove') await remove(found);
  return false;
}

/** Runs a hook while a person looks on, and tells how it ended; the notice offers to show the run, and to try again what failed. */
export async function runNow({ found, start }: WantedRun, parts: CommandParts): Promise<void> {
  const { editor, later } = parts;
  const { folder, hook } = found;
  const title = titleOf(hook);
  const records = await editor.withProgress(`Running hook "${title}"`, (signal) => untilCancelled(start, signal));
  if (records === undefined) {
    const message = `Stopped waiting for hook "${title}". A run that has begun may go on; Runs lists how it ended.`;
    later(async () => void (await editor.notify('info', message)));
    return;
  }
  later(() =>
    tellOutcome(folder, records, {
      editor,
      async show(_folder, ids) {
        for (const id of ids) {
          await showRun(records.find((record) => record.id === id) ?? findRunOf(folder, id).run, editor);
        }
      },
    }),
  );
}

/** `undefined` where the person cancelled it, which nobody has to wait for. */
function untilCancelled(start: WantedRun['start'], signal: AbortSignal): Promise<readonly RunRecord[] | undefined> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    start(signal).then(resolve, reject);
  });
}
