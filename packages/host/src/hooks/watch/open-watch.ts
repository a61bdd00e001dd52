import { toMessage } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';
import { findTimeZone, locateGlobalIgnore } from '@toolyard/node';
import type { FollowedConfiguration } from '../engine/follow-configuration.ts';
import type { EngineLease } from '../engine/acquire-engine.ts';
import { toHooksEvent, type HooksEvent, type WatchEnd } from '../engine/hooks-event.ts';
import { openEngine, type OpenEngine } from '../engine/open-engine.ts';
import type { UsedHookYard } from '../engine/use-hook-yard.ts';
import type { ServerLookup } from '../foreign/create-server-lookup.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { openSources, type Sources } from '../source/open-sources.ts';
import { resolveApproval, type ResolvedApproval } from '../trust/resolve-approvals.ts';
import type { WebhookEntry } from '../webhook/create-webhook-entry.ts';
import { createWebhookDuty } from '../webhook/create-webhook-duty.ts';
import { createWatchEnd, type PlannedEnd } from './create-watch-end.ts';

export interface OpenWatchOptions {
  readonly opened: OpenHooks;
  readonly lease: EngineLease;
  readonly used: UsedHookYard;
  /** Resolves when it is asked to end. */
  readonly asked: Promise<void>;
  onEvent(event: HooksEvent): void;
  /** Folders that Toolyard itself writes to. */
  readonly own: readonly string[];
  /** Where webhooks come in, if they do. */
  readonly webhooks?: Pick<WebhookEntry, 'serve'> | undefined;
}

/** A workspace that is watched on one yard. */
export interface Watch {
  readonly over: Promise<WatchEnd>;
  hooks(): readonly KnownHook[];
  /** Ends it; where only the configuration changed, what waits is run before. */
  close(why: WatchEnd): Promise<void>;
}

/** Opens an engine on a yard and everything that notices events; resolves when all of it does, or when it is over before. */
export async function openWatch(options: OpenWatchOptions): Promise<Watch> {
  const watch = new WorkspaceWatch(options);
  await watch.open();
  return watch;
}

class WorkspaceWatch implements Watch {
  readonly over: Promise<WatchEnd>;
  readonly #options: OpenWatchOptions;
  readonly #end: PlannedEnd;
  #hooks: readonly KnownHook[];
  #engine: OpenEngine | undefined;
  #sources: Sources | undefined;
  #endWebhooks: (() => void) | undefined;
  #isClosed = false;

  constructor(options: OpenWatchOptions) {
    this.#options = options;
    this.#end = createWatchEnd(options.asked, options.used.gone);
    this.over = this.#end.over;
    this.#hooks = options.opened.hooks;
  }

  hooks(): readonly KnownHook[] {
    return this.#hooks;
  }

  async open(): Promise<void> {
    const { opened, lease, used, onEvent, webhooks } = this.#options;
    const engine = await openEngine({
      opened,
      used,
      onEvent: (event) => onEvent(toHooksEvent(event, this.#hooks)),
      onHooks: (next) =>
        void this.#takeOtherHooks(next).catch((error: unknown) => {
          if (!this.#isClosed) this.#tellError(error);
        }),
      onConfiguration: (configuration) => this.#takeConfiguration(configuration),
    });
    this.#engine = engine;
    try {
      lease.serve(engine.engine);
      this.#endWebhooks = webhooks?.serve(createWebhookDuty(engine, opened));
      if (engine.left > 0) onEvent({ type: 'runs-resumed', runs: engine.left });
      const early = await Promise.race([this.#notice(engine), this.#end.hurry]);
      if (early === undefined) this.#tellStarted();
    } catch (error) {
      await this.#shut('asked to');
      throw error;
    }
  }

  async close(why: WatchEnd): Promise<void> {
    await this.#shut(why);
    this.#options.onEvent({ type: 'engine-ended', why, pending: this.#engine?.pending() ?? 0 });
  }

  async #notice({ engine, hooks }: OpenEngine): Promise<void> {
    const { opened, own } = this.#options;
    const { workspace, surroundings } = opened;
    const globalIgnore = await locateGlobalIgnore(workspace, surroundings);
    if (this.#isClosed) return;
    this.#sources = openSources({
      workspace,
      engine,
      own,
      globalIgnore,
      clock: opened.host.clock,
      timeZone: findTimeZone(),
      onError: this.#tellError,
    });
    await this.#takeHooks(hooks());
  }

  async #takeHooks(next: readonly KnownHook[]): Promise<void> {
    const { opened, onEvent } = this.#options;
    this.#hooks = next;
    // Before there are sources everything is still being opened.
    if (this.#sources === undefined || this.#engine === undefined) return;
    await this.#sources.watchFor(next);
    const resolved = await resolveAll(next, opened, this.#engine.servers);
    if (!this.#isClosed) onEvent({ type: 'hooks-resolved', hooks: resolved });
  }

  async #takeOtherHooks(next: readonly KnownHook[]): Promise<void> {
    const isWatched = this.#sources !== undefined;
    if (isWatched) this.#options.onEvent({ type: 'hooks-changed', hooks: next });
    await this.#takeHooks(next);
    if (isWatched && !this.#isClosed) this.#tellStarted();
  }

  #takeConfiguration(configuration: FollowedConfiguration): void {
    // A yard of another process follows its file by itself.
    if (this.#options.used.isJoined) return;
    const reason = configuration.obstacle();
    if (reason === undefined) this.#end.wantAnother();
    else this.#options.onEvent({ type: 'configuration-kept', reason });
  }

  #tellStarted(): void {
    const { opened, onEvent } = this.#options;
    onEvent({ type: 'watch-started', workspace: opened.workspace, hooks: this.#hooks });
  }

  readonly #tellError = (error: unknown): void => this.#options.onEvent({ type: 'warning', message: toMessage(error) });

  async #shut(why: WatchEnd): Promise<void> {
    const { lease } = this.#options;
    this.#isClosed = true;
    this.#endWebhooks?.();
    await this.#sources?.close();
    if (why === 'configuration changed') await Promise.race([lease.becomeQuiet(), this.#end.hurry]);
    lease.pause();
    await this.#engine?.close();
  }
}

function resolveAll(
  hooks: readonly KnownHook[],
  { approvals }: Pick<OpenHooks, 'approvals'>,
  servers: ServerLookup,
): Promise<readonly ResolvedApproval[]> {
  return Promise.all(hooks.map((known) => resolveApproval(known, (key) => servers.find(key), approvals)));
}
