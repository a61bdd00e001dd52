import type { Host } from '@toolyard/host';
import { acquireWatch, resolveApprovals, refusalOf } from '@toolyard/host/hooks';
import { approveEach } from '../hooks/approve/approve-each.ts';
import { explainNoHooks } from '../hooks/open/explain-no-hooks.ts';
import { openCommandHooks, type CommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { createWatchScreen } from '../hooks/watch/create-watch-screen.ts';
import { createCommandHost } from '../host/create-command-host.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import { untilAborted } from '../process/until-aborted.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { toSignalExitCode } from '../process/to-exit-code.ts';

/** `toolyard hooks watch`: runs the hooks of a workspace when something happens in it, until Ctrl-C. */
export function runHooksWatch(options: HooksCommandOptions, context: CommandContext): Promise<number> {
  const { terminal } = context;
  return runInterruptible(terminal, async ({ signal, endWithReader }) => {
    endWithReader();
    const opened = await openCommandHooks(context, options);
    const show = createWatchScreen(opened);
    const { host, endApproval } = limitApproval(opened);
    const watch = await acquireWatch({ ...opened, host });
    try {
      if (opened.hooks.length === 0) terminal.stderr.write(`${explainNoHooks(opened)}\n`);
      if (options.yes === true) await approveThoseHere(opened);
      void untilAborted(signal);
      await watch.run({
        signal,
        onEvent(event) {
          if (event.type === 'engine-ended') endApproval();
          show(event);
        },
      });
      return toSignalExitCode(signal.reason);
    } finally {
      await watch.release();
    }
  });
}

/** What comes later was not seen by whoever said yes. */
async function approveThoseHere(opened: CommandHooks): Promise<void> {
  const resolved = await resolveApprovals(opened);
  await approveEach(resolved.hooks.filter(refusalOf), { opened, mayAsk: false });
}

/** The same host, whose `--yes` counts until `endApproval` is called: whoever said it did not see what the file says later. */
function limitApproval(opened: CommandHooks): { readonly host: Host; endApproval(): void } {
  const asking = createCommandHost(opened, { ...opened.options, yes: false });
  let approving = opened.host;
  return {
    host: { ...opened.host, approve: async (...asked) => (await approving.approve?.(...asked)) ?? false },
    endApproval: () => void (approving = asking),
  };
}
