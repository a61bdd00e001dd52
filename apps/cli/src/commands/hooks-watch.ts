import type { Host } from '@toolyard/host';
import { acquireWatch, resolveApprovals, refusalOf, type HooksEvent } from '@toolyard/host/hooks';
import { createWebhookServer } from '@toolyard/front';
import { WEBHOOK_PORT } from '@toolyard/host/http';
import { systemClock } from '@toolyard/node';
import { approveEach } from '../hooks/approve/approve-each.ts';
import { explainNoHooks } from '../hooks/open/explain-no-hooks.ts';
import { openCommandHooks, type CommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { createCommandWebhooks, type CommandWebhooks } from '../hooks/watch/create-command-webhooks.ts';
import { createWatchScreen } from '../hooks/watch/create-watch-screen.ts';
import { createCommandHost } from '../host/create-command-host.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import { untilAborted } from '../process/until-aborted.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { toSignalExitCode } from '../process/to-exit-code.ts';

export interface HooksWatchOptions extends HooksCommandOptions {
  /** The port for webhooks, or `true` for the usual one. */
  readonly webhooks?: number | boolean;
}

/** `toolyard hooks watch`: runs the hooks of a workspace when something happens in it, until Ctrl-C. */
export function runHooksWatch(options: HooksWatchOptions, context: CommandContext): Promise<number> {
  const { terminal } = context;
  return runInterruptible(terminal, async ({ signal, endWithReader }) => {
    endWithReader();
    const opened = await openCommandHooks(context, options);
    const { host, endApproval } = limitApproval(opened);
    const watch = await acquireWatch({ ...opened, host });
    let webhooks: OpenWebhooks | undefined;
    const show = createWatchScreen(opened, () => webhooks?.url);
    try {
      webhooks = await openWebhooks(options, show);
      if (opened.hooks.length === 0) terminal.stderr.write(`${explainNoHooks(opened)}\n`);
      if (options.yes === true) await approveThoseHere(opened);
      void untilAborted(signal);
      await watch.run({
        signal,
        ...(webhooks !== undefined && { webhooks: webhooks.entry }),
        onEvent(event) {
          if (event.type === 'engine-ended') endApproval();
          show(event);
        },
      });
      return toSignalExitCode(signal.reason);
    } finally {
      await webhooks?.close();
      await watch.release();
    }
  });
}

interface OpenWebhooks extends Pick<CommandWebhooks, 'entry'> {
  /** What stands before `/hooks/ID`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens where that was asked for; rejects with `port-unavailable`. */
async function openWebhooks(
  { webhooks = false }: HooksWatchOptions,
  onEvent: (event: HooksEvent) => void,
): Promise<OpenWebhooks | undefined> {
  if (webhooks === false) return undefined;
  const { entry, reception } = createCommandWebhooks(systemClock, onEvent);
  const server = createWebhookServer(reception);
  const port = await server.listen(webhooks === true ? WEBHOOK_PORT : webhooks);
  return { entry, url: `http://127.0.0.1:${port}`, close: () => server.close() };
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
