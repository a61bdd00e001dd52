import { realpath } from 'node:fs/promises';
import { joinSignals } from '@toolyard/core';
import type { WebhookReception } from '@toolyard/front';
import { locateYard, type YardPlace } from '@toolyard/host';
import {
  createOfferedYard,
  keepWatch,
  openUncheckedHooks,
  type HooksEvent,
  type OfferedYard,
  type OpenHooks,
} from '@toolyard/host/hooks';
import { isInside, locateRepository, systemClock } from '@toolyard/node';
import { createCommandHost } from '../../host/create-command-host.ts';
import type { CommandContext } from '../../terminal/command-context.ts';
import type { CommonOptions } from '../../yard/with-yard.ts';
import { createCommandWebhooks } from './create-command-webhooks.ts';

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
    const mayRun = (opened: OpenHooks): Promise<boolean> => isOfThisYard(opened, up);
    return keepWatch({ clock: systemClock, signal, onEvent: show, webhooks: entry, offered, read, mayRun });
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

/**
 * Whether `up` runs them: those of the workspace, and a person's own in a repository. Nobody who starts it somewhere else expects
 * that all files of a large folder are watched, and least of all their whole home.
 */
async function isOfThisYard(opened: OpenHooks, { place, show }: UpHooksOptions): Promise<boolean> {
  const { workspace, files, surroundings, named } = opened;
  const home = await realpath(surroundings.homeDir).catch(() => surroundings.homeDir);
  if (isInside(workspace, home)) {
    if (files.workspace !== undefined) show({ type: 'warning', message: explainHome(workspace) });
    return false;
  }
  if (files.workspace === undefined && (await locateRepository(workspace)) === undefined) return false;
  const meant = await locateYard(surroundings, named);
  if (meant.socket === place.socket) return true;
  show({ type: 'warning', message: explainOther(workspace) });
  return false;
}

function explainHome(workspace: string): string {
  return `The hooks of ${workspace} do not run here, because it contains your home folder. Run "toolyard hooks watch" to run them.`;
}

function explainOther(workspace: string): string {
  return `The hooks of ${workspace} do not run here, because they use another configuration. Start "toolyard up" in that folder, or run "toolyard hooks watch".`;
}
