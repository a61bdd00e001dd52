import { realpath } from 'node:fs/promises';
import { resolvePlaces } from '@toolyard/node';
import { untilAborted } from '../host/until-aborted.ts';
import { EXIT, toEndCode } from '../to-exit-code.ts';
import { withYard } from '../yard/with-yard.ts';
import { createWatchScreen } from './create-watch-screen.ts';
import type { HeldEngine } from './hold-engine.ts';
import { findAllowed } from './judge-hooks.ts';
import { openWatch } from './open-watch.ts';
import type { ReadHooks } from './open-hooks.ts';
import { selectHookServers } from './select-hook-servers.ts';

/** Runs the hooks of a workspace until the signal is aborted; resolves with the exit code. */
export async function watchWorkspace(read: ReadHooks, held: HeldEngine, signal: AbortSignal): Promise<number> {
  const screen = createWatchScreen(read);
  const own = await findOwnFolders(read);
  const asked = untilAborted(signal);
  let { hooks, options } = read;
  while (!signal.aborted) {
    const select = selectHookServers(await findAllowed({ ...read, hooks }), 'in reach');
    await withYard(read.host, { ...options, select }, async (use) => {
      if (signal.aborted) return EXIT.done;
      const watch = await openWatch({ read: { ...read, hooks }, held, use, asked, screen, own });
      const why = await watch.over;
      hooks = watch.hooks();
      await watch.close(why);
      return EXIT.done;
    });
    // Whoever said yes did not see what the file says now.
    options = { ...options, yes: false };
  }
  return toEndCode(signal.reason);
}

/** Where Toolyard itself writes, which may lie in the workspace. */
function findOwnFolders({ host, folder: kept }: ReadHooks): Promise<readonly string[]> {
  const { stateDir, dataDir } = resolvePlaces(host);
  return Promise.all([stateDir, dataDir, kept].map((folder) => realpath(folder).catch(() => folder)));
}
