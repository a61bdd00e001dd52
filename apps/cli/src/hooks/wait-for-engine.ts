import { ToolyardError } from '@toolyard/core';
import { joinYard } from '@toolyard/node';
import { runInterruptible } from '../host/run-interruptible.ts';
import { EXIT } from '../to-exit-code.ts';
import { holdEngine, type HeldEngine } from './hold-engine.ts';
import type { ReadHooks } from './open-hooks.ts';

const WAIT_MS = 60_000;

/**
 * Takes the right to run the hooks of a workspace, as soon as a command that has it for a moment is done; `undefined` where the
 * person wanted out meanwhile. Throws `socket-unavailable` after a minute.
 */
export async function waitForEngine(read: ReadHooks, path: string): Promise<HeldEngine | undefined> {
  let held: HeldEngine | undefined;
  await runInterruptible(read.host, async ({ signal }) => {
    const limit = AbortSignal.timeout(WAIT_MS);
    const until = AbortSignal.any([signal, limit]);
    held = await holdEngine(path);
    if (held === undefined)
      read.host.stderr.write('Another command runs hooks of this workspace. Waiting for its end.\n');
    while (held === undefined && !until.aborted) {
      await untilGone(path, until);
      held = await holdEngine(path);
    }
    if (held === undefined && !signal.aborted) throw toTaken(read.workspace);
    return EXIT.done;
  });
  return held;
}

/** Resolves when whoever listens at the path does not any more, or when the signal is aborted. */
async function untilGone(path: string, signal: AbortSignal): Promise<void> {
  const link = await joinYard(path);
  if (link === undefined) return;
  const leave = (): void => void link.close();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  await link.closed;
  signal.removeEventListener('abort', leave);
}

function toTaken(workspace: string): ToolyardError {
  const message = `Another command has been running hooks of ${workspace} for a minute. Wait for its end, then try again.`;
  return new ToolyardError('socket-unavailable', message);
}
