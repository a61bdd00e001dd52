import { onAbort, ToolyardError, withDeadline } from '@toolyard/core';
import { joinYard, systemClock } from '@toolyard/node';
import { holdEngine, type HeldEngine } from './hold-engine.ts';
import type { ReadHooks } from './open-hooks.ts';

const WAIT_MS = 60_000;

/**
 * Takes the right to run the hooks of a workspace, as soon as a command that has it for a moment is done; `undefined` where
 * `signal` was aborted meanwhile. Throws `socket-unavailable` after a minute.
 */
export async function waitForEngine(
  { host, workspace }: ReadHooks,
  path: string,
  signal: AbortSignal,
): Promise<HeldEngine | undefined> {
  let held = await holdEngine(path);
  if (held === undefined) host.stderr.write('Another command runs hooks of this workspace. Waiting for its end.\n');
  await withDeadline({ clock: systemClock, ms: WAIT_MS, signal }, async (until) => {
    while (held === undefined && !until.aborted) {
      await untilGone(path, until);
      held = await holdEngine(path);
    }
  });
  if (held === undefined && !signal.aborted) throw toTaken(workspace);
  return held;
}

/** Resolves when whoever listens at the path does not any more, or when the signal is aborted. */
async function untilGone(path: string, signal: AbortSignal): Promise<void> {
  const link = await joinYard(path);
  if (link === undefined) return;
  const takeBack = onAbort(signal, () => void link.close());
  await link.closed;
  takeBack();
}

function toTaken(workspace: string): ToolyardError {
  const message = `Another command has been running hooks of ${workspace} for a minute. Wait for its end, then try again.`;
  return new ToolyardError('socket-unavailable', message);
}
