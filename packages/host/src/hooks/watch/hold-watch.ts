import { ToolyardError } from '@toolyard/core';
import { listenExclusively } from '@toolyard/node';
import { locateEngine } from '../engine/engine-place.ts';
import { waitForEngine } from '../engine/wait-for-engine.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { watchWorkspace, type WatchOptions } from './watch-workspace.ts';

/** The right to watch a workspace, which one process at a time has. */
export interface HeldWatch {
  /** Runs the hooks when something happens, until the signal is aborted. */
  run(options: WatchOptions): Promise<void>;
  release(): Promise<void>;
}

/** Takes the right to watch a workspace; throws `socket-unavailable` where another process has it. */
export async function holdWatch(opened: OpenHooks): Promise<HeldWatch> {
  const { host, surroundings, workspace } = opened;
  const { engine, watch } = await locateEngine(surroundings, workspace);
  const socket = await listenExclusively({ path: watch, onLink: (link) => void link.close() });
  if (socket === undefined) {
    const message = `${workspace} is already being watched. To see what happens there, run "toolyard hooks log --follow".`;
    throw new ToolyardError('socket-unavailable', message);
  }
  return {
    async run(options) {
      const { signal, onEvent } = options;
      const onWait = (): void => onEvent({ type: 'engine-awaited' });
      const lease = await waitForEngine({ path: engine, workspace, clock: host.clock, signal, onWait });
      if (lease === undefined) return;
      try {
        await watchWorkspace(opened, lease, options);
      } finally {
        await lease.release();
      }
    },
    release: () => socket.close(),
  };
}
