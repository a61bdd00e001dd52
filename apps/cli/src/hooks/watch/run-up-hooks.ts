import { joinSignals } from '@toolyard/core';
import type { WebhookReception } from '@toolyard/front';
import type { YardPlace } from '@toolyard/host';
import {
  createOfferedYard,
  keepWatch,
  openUncheckedHooks,
  type HooksEvent,
  type OfferedYard,
  type OpenHooks,
} from '@toolyard/host/hooks';
import { systemClock } from '@toolyard/node';
import { createCommandHost } from '../../host/create-command-host.ts';
import type { CommandContext } from '../../terminal/command-context.ts';
import type { CommonOptions } from '../../yard/with-yard.ts';
import { createCommandWebhooks } from './create-command-webhooks.ts';
import { findUpRefusal } from './find-up-refusal.ts';

/** The hooks that `toolyard up` runs beside its servers, on whatever yard it has. */
export interface UpHooks extends Pick<OfferedYard, 'withdraw'> {
  readonly reception: WebhookReception;
  /** They begin with the first yard. */
  offer: OfferedYard['offer'];
  /** Resolves when nothing of them is left. */
  close(): Promise<void>;
}

export interface UpHooksOptions {
  readonly context: CommandContext;
  readonly options: CommonOptions;
  readonly place: YardPlace;
  readonly signal: AbortSignal;
  show(event: HooksEvent): void;
}

/** Nothing runs yet. What keeps hooks from running is shown, and keeps nothing else from running. */
export function runUpHooks(up: UpHooksOptions): UpHooks {
  const { show } = up;
  const offered = createOfferedYard();
  const { reception, entry } = createCommandWebhooks(systemClock, show);
  const end = new AbortController();
  const { signal, release } = joinSignals(up.signal, end.signal);
  let running: Promise<void> | undefined;

  function start(): Promise<void> {
    const read = (): Promise<OpenHooks> => openHooksOf(up);
    return keepWatch({
      clock: systemClock,
      signal,
      onEvent: show,
      webhooks: entry,
      offered,
      read,
      mayRun: (opened) => mayRun(opened, up),
    });
  }

  return {
    reception,
    offer(yard) {
      offered.offer(yard);
      running ??= start();
    },
    withdraw: () => offered.withdraw(),
    async close() {
      end.abort();
      await running;
      release();
    },
  };
}

/** Reads the hooks with the very configuration that runs: what is approved is a hook together with its server. */
function openHooksOf({ context, options, place }: UpHooksOptions): Promise<OpenHooks> {
  const { kind, file } = place;
  const named = file === undefined ? {} : kind === 'folder' ? { found: file } : { config: file };
  const host = createCommandHost(context, { ...options, yes: false, mayAsk: false });
  return openUncheckedHooks(host, { ...named, ...(options.strict === undefined ? {} : { strict: options.strict }) });
}

async function mayRun(opened: OpenHooks, { place, show }: UpHooksOptions): Promise<boolean> {
  const refusal = await findUpRefusal(opened, place);
  if (refusal?.message !== undefined) show({ type: 'warning', message: refusal.message });
  return refusal === undefined;
}
