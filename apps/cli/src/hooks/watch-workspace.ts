import { realpath } from 'node:fs/promises';
import { resolvePlaces } from '@toolyard/node';
import { toEndCode } from '../to-exit-code.ts';
import { withYard } from '../yard/with-yard.ts';
import { createWatchScreen } from './create-watch-screen.ts';
import type { HeldEngine } from './hold-engine.ts';
import { openWatch } from './open-watch.ts';
import type { ReadHooks } from './open-hooks.ts';
import { selectHookServers } from './select-hook-servers.ts';

/** It goes on with another yard. */
const AGAIN = -1;

/** Runs the hooks of a workspace until the process is asked to end; resolves with the exit code. */
export async function watchWorkspace(read: ReadHooks, held: HeldEngine): Promise<number> {
  const screen = createWatchScreen(read);
  const own = await findOwnFolders(read);
  const unread = new Promise<void>((resolve) => void read.host.stdout.once('error', () => resolve()));
  let { hooks, options } = read;
  for (;;) {
    const select = selectHookServers(hooks, 'in reach');
    const code = await withYard(read.host, { ...options, select }, async (use) => {
      const watch = await openWatch({ read: { ...read, hooks }, held, use, unread, screen, own });
      const why = await watch.over;
      hooks = watch.hooks();
      await watch.close(why);
      return why === 'asked to' ? toEndCode(use.signal.reason) : AGAIN;
    });
    if (code !== AGAIN) return code;
    // Whoever said yes did not see what the file says now.
    options = { ...options, yes: false };
  }
}

/** Where Toolyard itself writes, which may lie in the workspace. */
function findOwnFolders({ host }: ReadHooks): Promise<readonly string[]> {
  const { stateDir, dataDir } = resolvePlaces(host);
  return Promise.all([stateDir, dataDir].map((folder) => realpath(folder).catch(() => folder)));
}
