import { ToolyardError } from '@toolyard/core';
import { hostYard } from '@toolyard/node';
import { approveEach } from '../hooks/approve-each.ts';
import { locateEngine } from '../hooks/engine-place.ts';
import { explainNoHooks } from '../hooks/explain-no-hooks.ts';
import { judgeHooks } from '../hooks/judge-hooks.ts';
import type { HooksOptions } from '../hooks/locate-hooks.ts';
import { openHooks } from '../hooks/open-hooks.ts';
import type { ReadHooks } from '../hooks/read-hooks.ts';
import { refusalOf } from '../hooks/refusal-of.ts';
import { waitForEngine } from '../hooks/wait-for-engine.ts';
import { watchWorkspace } from '../hooks/watch-workspace.ts';
import type { Host } from '../host/host.ts';
import { runInterruptible } from '../host/run-interruptible.ts';
import { toEndCode } from '../to-exit-code.ts';

/** `toolyard hooks watch`: runs the hooks of a workspace when something happens in it, until Ctrl-C. */
export function runHooksWatch(options: HooksOptions, host: Host): Promise<number> {
  return runInterruptible(host, async ({ signal, endWithReader }) => {
    endWithReader();
    const read = await openHooks(host, options);
    const sockets = await locateEngine(host, read.workspace);
    const watching = await hostYard({ path: sockets.watch, onLink: (link) => void link.close() });
    if (watching === undefined) {
      const message = `${read.workspace} is watched already. "toolyard hooks log --follow" shows what happens there.`;
      throw new ToolyardError('socket-unavailable', message);
    }
    try {
      if (read.hooks.length === 0) host.stderr.write(`${explainNoHooks(read)}\n`);
      if (options.yes === true) await approveThoseHere(read);
      return await watchAlone(read, sockets.engine, signal);
    } finally {
      await watching.close();
    }
  });
}

async function watchAlone(read: ReadHooks, path: string, signal: AbortSignal): Promise<number> {
  const held = await waitForEngine(read, path, signal);
  if (held === undefined) return toEndCode(signal.reason);
  try {
    return await watchWorkspace(read, held, signal);
  } finally {
    await held.release();
  }
}

/** What comes later was not seen by whoever said yes. */
async function approveThoseHere(read: ReadHooks): Promise<void> {
  const { hooks } = await judgeHooks(read);
  await approveEach(hooks.filter(refusalOf), { read, mayAsk: false });
}
