import { onAbort, ToolyardError, withDeadline, type Clock } from '@toolyard/core';
import { joinYard } from '@toolyard/node';
import { acquireEngine, type EngineLease } from './acquire-engine.ts';

const WAIT_MS = 60_000;

/** Whose engine is waited for. */
export interface EngineWait {
  readonly path: string;
  readonly workspace: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Another process has it now. */
  onWait(): void;
}

/**
 * Takes the right to run the hooks of a workspace, as soon as a command that has it for a moment is done; `undefined` where
 * `signal` was aborted meanwhile. Throws `socket-unavailable` after a minute.
 */
export async function waitForEngine({
  path,
  workspace,
  clock,
  signal,
  onWait,
}: EngineWait): Promise<EngineLease | undefined> {
  let lease = await acquireEngine(path);
  if (lease === undefined) onWait();
  await withDeadline({ clock, ms: WAIT_MS, signal }, async (until) => {
    while (lease === undefined && !until.aborted) {
      await untilGone(path, until);
      lease = await acquireEngine(path);
    }
  });
  if (lease === undefined && !signal.aborted) throw toTaken(workspace);
  return lease;
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
  const message = `Another command has been running hooks of ${workspace} for a minute. Wait for it to finish, then try again.`;
  return new ToolyardError('socket-unavailable', message);
}
