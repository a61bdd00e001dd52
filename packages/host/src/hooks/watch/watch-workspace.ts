import { realpath } from 'node:fs/promises';
import { onAbort } from '@toolyard/core';
import { resolvePlaces } from '@toolyard/node';
import type { EngineLease } from '../engine/acquire-engine.ts';
import type { HooksEvent } from '../engine/hooks-event.ts';
import { useHookYard } from '../engine/use-hook-yard.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { openWatch } from './open-watch.ts';

/** How a workspace is watched. */
export interface WatchOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
  onEvent(event: HooksEvent): void;
}

/** Runs the hooks of a workspace when something happens in it, until the signal is aborted; the engine has to be lease already. */
export async function watchWorkspace(opened: OpenHooks, lease: EngineLease, options: WatchOptions): Promise<void> {
  const { signal, onEvent } = options;
  const own = await findOwnFolders(opened);
  const asked = new Promise<void>((resolve) => void onAbort(signal, resolve));
  let { hooks } = opened;
  while (!signal.aborted) {
    await useHookYard(opened, { hooks, others: 'in reach', signal }, async (used) => {
      const watch = await openWatch({ opened: { ...opened, hooks }, lease, used, asked, onEvent, own });
      const why = await watch.over;
      hooks = watch.hooks();
      await watch.close(why);
    });
  }
}

/** Where Toolyard itself writes, which may lie in the workspace. */
function findOwnFolders({ surroundings, folder: kept }: OpenHooks): Promise<readonly string[]> {
  const { stateDir, dataDir } = resolvePlaces(surroundings);
  return Promise.all([stateDir, dataDir, kept].map((folder) => realpath(folder).catch(() => folder)));
}
