import type { Host } from '@toolyard/host';
import { holdWatch, judgeHooks, refusalOf } from '@toolyard/host/hooks';
import { approveEach } from '../hooks/approve/approve-each.ts';
import { explainNoHooks } from '../hooks/open/explain-no-hooks.ts';
import { openCommandHooks, type CommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { createWatchScreen } from '../hooks/watch/create-watch-screen.ts';
import { createCommandHost } from '../host/create-command-host.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import { untilAborted } from '../process/until-aborted.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { toEndCode } from '../process/to-exit-code.ts';

/** `toolyard hooks watch`: runs the hooks of a workspace when something happens in it, until Ctrl-C. */
export function runHooksWatch(options: HooksCommandOptions, context: CommandContext): Promise<number> {
  const { terminal } = context;
  return runInterruptible(terminal, async ({ signal, endWithReader }) => {
    endWithReader();
    const hooks = await openCommandHooks(context, options);
    const show = createWatchScreen(hooks);
    const { host, endApproval } = limitApproval(hooks);
    const watch = await holdWatch({ ...hooks, host });
    try {
      if (hooks.hooks.length === 0) terminal.stderr.write(`${explainNoHooks(hooks)}\n`);
      if (options.yes === true) await approveThoseHere(hooks);
      void untilAborted(signal);
      await watch.run({
        signal,
        onEvent(event) {
          if (event.type === 'engine-ended') endApproval();
          show(event);
        },
      });
      return toEndCode(signal.reason);
    } finally {
      await watch.release();
    }
  });
}

/** What comes later was not seen by whoever said yes. */
async function approveThoseHere(hooks: CommandHooks): Promise<void> {
  const judged = await judgeHooks(hooks);
  await approveEach(judged.hooks.filter(refusalOf), { hooks, mayAsk: false });
}

/** The same host, whose `--yes` counts until `endApproval` is called: whoever said it did not see what the file says later. */
function limitApproval(hooks: CommandHooks): { readonly host: Host; endApproval(): void } {
  const asking = createCommandHost(hooks, { ...hooks.options, yes: false });
  let approving = hooks.host;
  return {
    host: { ...hooks.host, approve: async (written) => (await approving.approve?.(written)) ?? false },
    endApproval: () => void (approving = asking),
  };
}
