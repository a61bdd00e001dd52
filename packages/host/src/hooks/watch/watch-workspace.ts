import { realpath } from 'node:fs/promises';
import { onAbort } from '@toolyard/core';
import { resolvePlaces } from '@toolyard/node';
import { useYard } from '../../yard/use-yard.ts';
import type { HeldEngine } from '../engine/hold-engine.ts';
import type { HooksEvent } from '../engine/hooks-event.ts';
import { selectHookServers } from '../engine/select-hook-servers.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { findAllowed } from '../trust/judge-hooks.ts';
import { openWatch } from './open-watch.ts';

/** How a workspace is watched. */
export interface WatchOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
  onEvent(event: HooksEvent): void;
}

/** Runs the hooks of a workspace when something happens in it, until the signal is aborted; the engine has to be held already. */
export async function watchWorkspace(opened: OpenHooks, held: HeldEngine, options: WatchOptions): Promise<void> {
  const { host, named, shown } = opened;
  const { signal, onEvent } = options;
  const own = await findOwnFolders(opened);
  const asked = new Promise<void>((resolve) => void onAbort(signal, resolve));
  let { hooks } = opened;
  while (!signal.aborted) {
    const select = selectHookServers(await findAllowed({ ...opened, hooks }), 'in reach');
    await useYard(host, { ...named, shown, select }, async (used) => {
      if (signal.aborted) return;
      const watch = await openWatch({ opened: { ...opened, hooks }, held, used, asked, onEvent, own });
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
