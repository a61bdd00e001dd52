import type { KnownHook } from '@toolyard/hooks';
import { locateGlobalIgnore } from '@toolyard/node';
import type { YardUse } from '../yard/with-yard.ts';
import type { WatchScreen } from './create-watch-screen.ts';
import { createWatchEnd, type PlannedEnd, type WatchEnd } from './create-watch-end.ts';
import { describeLeft } from './describe-stop.ts';
import { describeEnd, describeWatch } from './describe-watch.ts';
import type { FollowedConfiguration } from './follow-configuration.ts';
import type { HeldEngine } from './hold-engine.ts';
import { judgeHook, serverKeyOf, type HookJudgement } from './judge-hooks.ts';
import { openEngine, type OpenEngine } from './open-engine.ts';
import type { ReadHooks } from './open-hooks.ts';
import { openSources, type Sources } from './open-sources.ts';

/** What a watch works with. */
export interface OpenWatchOptions {
  readonly read: ReadHooks;
  readonly held: HeldEngine;
  readonly use: YardUse;
  /** Resolves when the process is asked to end, or when nobody reads what is printed any more. */
  readonly asked: Promise<void>;
  readonly screen: WatchScreen;
  /** Folders that Toolyard itself writes to. */
  readonly own: readonly string[];
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
  #opened: OpenEngine | undefined;
  #sources: Sources | undefined;
  #isClosed = false;

  constructor(options: OpenWatchOptions) {
    this.#options = options;
    this.#end = createWatchEnd(options.asked, options.use.gone);
    this.over = this.#end.over;
    this.#hooks = options.read.hooks;
  }

  hooks(): readonly KnownHook[] {
    return this.#hooks;
  }

  async open(): Promise<void> {
    const { read, held, use, screen } = this.#options;
    const opened = await openEngine({
      read,
      use,
      onEvent: (event) => screen.show(event, this.#hooks),
      onHooks: (next) => void this.#takeOtherHooks(next).catch(screen.tellTrouble),
      onConfiguration: (configuration) => this.#takeConfiguration(configuration),
    });
    this.#opened = opened;
    try {
      held.serve(opened.engine);
      if (opened.left > 0) screen.say(describeLeft(opened.left));
      const early = await Promise.race([this.#notice(opened), this.#end.hurry]);
      if (early === undefined) screen.say(describeWatch(read.workspace, this.#hooks));
    } catch (error) {
      await this.#shut('asked to');
      throw error;
    }
  }

  async close(why: WatchEnd): Promise<void> {
    await this.#shut(why);
    this.#options.screen.say(describeEnd(why, this.#opened?.pending() ?? 0));
  }

  async #notice({ engine, hooks }: OpenEngine): Promise<void> {
    const { read, own, screen } = this.#options;
    const { workspace, host } = read;
    const globalIgnore = await locateGlobalIgnore(workspace, host);
    if (this.#isClosed) return;
    this.#sources = openSources({ workspace, engine, own, globalIgnore, onTrouble: screen.tellTrouble });
    await this.#takeHooks(hooks());
  }

  async #takeHooks(next: readonly KnownHook[]): Promise<void> {
    const { read, screen } = this.#options;
    this.#hooks = next;
    // Before there are sources everything is still being opened.
    if (this.#sources === undefined || this.#opened === undefined) return;
    await this.#sources.watchFor(next);
    if (!this.#isClosed) screen.tellUnapproved(await judgeAll(next, read, this.#opened.configuration));
  }

  async #takeOtherHooks(next: readonly KnownHook[]): Promise<void> {
    const { read, screen } = this.#options;
    const isWatched = this.#sources !== undefined;
    if (isWatched) screen.say('The hooks were read again.');
    await this.#takeHooks(next);
    if (isWatched && !this.#isClosed) screen.say(describeWatch(read.workspace, this.#hooks));
  }

  #takeConfiguration(configuration: FollowedConfiguration): void {
    // A yard of another process follows its file by itself.
    if (this.#options.use.isJoined) return;
    const obstacle = configuration.obstacle();
    if (obstacle === undefined) this.#end.wantAnother();
    else this.#options.screen.say(`The running configuration stays: ${obstacle}`);
  }

  async #shut(why: WatchEnd): Promise<void> {
    const { held } = this.#options;
    this.#isClosed = true;
    await this.#sources?.close();
    if (why === 'configuration changed') await Promise.race([held.becomeQuiet(), this.#end.hurry]);
    held.pause();
    await this.#opened?.close();
  }
}

function judgeAll(
  hooks: readonly KnownHook[],
  { approvals }: Pick<ReadHooks, 'approvals'>,
  configuration: FollowedConfiguration,
): Promise<readonly HookJudgement[]> {
  return Promise.all(
    hooks.map((known) => judgeHook(known, configuration.definition(serverKeyOf(known) ?? ''), approvals)),
  );
}
