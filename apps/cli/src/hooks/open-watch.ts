import type { KnownHook } from '@toolyard/hooks';
import { locateGlobalIgnore } from '@toolyard/node';
import { untilAborted } from '../host/until-aborted.ts';
import type { YardUse } from '../yard/with-yard.ts';
import type { WatchScreen } from './create-watch-screen.ts';
import { describeLeft, describeStop } from './describe-stop.ts';
import type { FollowedConfiguration } from './follow-configuration.ts';
import type { HeldEngine } from './hold-engine.ts';
import { judgeHook, serverKeyOf, type JudgedHook } from './judge-hooks.ts';
import { openEngine } from './open-engine.ts';
import type { ReadHooks } from './open-hooks.ts';
import { openSources, waitsForFiles, type Sources } from './open-sources.ts';

/** What a watch works with. */
export interface OpenWatchOptions {
  readonly read: ReadHooks;
  readonly held: HeldEngine;
  readonly use: YardUse;
  /** Aborted when the process is asked to end, or when nobody reads what is printed any more. */
  readonly signal: AbortSignal;
  readonly screen: WatchScreen;
  /** Folders that Toolyard itself writes to. */
  readonly own: readonly string[];
}

/** Why a watch ends: for good, or to go on with another yard. */
export type WatchEnd = 'asked to' | 'yard gone' | 'configuration changed';

/** A workspace that is watched on one yard. */
export interface Watch {
  readonly over: Promise<WatchEnd>;
  hooks(): readonly KnownHook[];
  /** Ends it; where only the configuration changed, what waits is run before. */
  close(why: WatchEnd): Promise<void>;
}

/** Opens an engine on a yard and everything that notices events; resolves when all of it does, or when it is over before. */
export async function openWatch({ read, held, use, signal, screen, own }: OpenWatchOptions): Promise<Watch> {
  const end = createEnd(signal, use.gone);
  let hooks = read.hooks;
  let sources: Sources | undefined;
  let isClosed = false;

  async function takeHooks(next: readonly KnownHook[]): Promise<void> {
    hooks = next;
    // Before there are sources the engine is still being opened.
    if (sources === undefined) return;
    await sources.watchFor(hooks);
    if (!isClosed) screen.tellUnapproved(await judgeAll(hooks, read, opened.configuration));
  }

  async function takeOtherHooks(next: readonly KnownHook[]): Promise<void> {
    const isWatched = sources !== undefined;
    if (isWatched) screen.say('The hooks were read again.');
    await takeHooks(next);
    if (isWatched && !isClosed) screen.say(describeWatch(read.workspace, hooks));
  }

  function takeConfiguration(configuration: FollowedConfiguration): void {
    // A yard of another process follows its file by itself.
    if (use.isJoined) return;
    const obstacle = configuration.obstacle();
    if (obstacle === undefined) end.wantAnother();
    else screen.say(`The running configuration stays: ${obstacle}`);
  }

  const opened = await openEngine({
    read,
    use,
    onEvent: (event) => screen.show(event, hooks),
    onHooks: (next) => void takeOtherHooks(next).catch(screen.tellTrouble),
    onConfiguration: takeConfiguration,
  });

  async function close(why: WatchEnd): Promise<void> {
    isClosed = true;
    await sources?.close();
    if (why === 'configuration changed') await Promise.race([held.becomeQuiet(), end.hurry]);
    held.pause();
    await opened.close();
  }

  try {
    held.serve(opened.engine);
    if (opened.left > 0) screen.say(describeLeft(opened.left));
    const { workspace, host } = read;
    const globalIgnore = await locateGlobalIgnore(workspace, host);
    sources = openSources({ workspace, engine: opened.engine, own, globalIgnore, onTrouble: screen.tellTrouble });
    const early = await Promise.race([takeHooks(opened.hooks()), end.hurry]);
    if (early === undefined) screen.say(describeWatch(workspace, hooks));
  } catch (error) {
    await close('asked to');
    throw error;
  }
  return {
    over: end.over,
    hooks: () => hooks,
    async close(why) {
      await close(why);
      screen.say(describeEnd(why, opened.pending()));
    },
  };
}

interface End {
  readonly over: Promise<WatchEnd>;
  /** Resolves when nothing may be waited for any more. */
  readonly hurry: Promise<WatchEnd>;
  wantAnother(): void;
}

function createEnd(signal: AbortSignal, gone: YardUse['gone']): End {
  let wantAnother: () => void = () => undefined;
  const wanted = new Promise<WatchEnd>((resolve) => (wantAnother = () => resolve('configuration changed')));
  const asked = untilAborted(signal).then((): WatchEnd => 'asked to');
  const hurry = gone === undefined ? asked : Promise.race([asked, gone.then((): WatchEnd => 'yard gone')]);
  return { over: Promise.race([hurry, wanted]), hurry, wantAnother };
}

function judgeAll(
  hooks: readonly KnownHook[],
  { approvals }: Pick<ReadHooks, 'approvals'>,
  configuration: FollowedConfiguration,
): Promise<readonly JudgedHook[]> {
  return Promise.all(
    hooks.map((known) => judgeHook(known, configuration.definition(serverKeyOf(known) ?? ''), approvals)),
  );
}

function describeWatch(workspace: string, hooks: readonly KnownHook[]): string {
  const enabled = hooks.filter(({ hook }) => hook.enabled).length;
  const what = hooks.some(waitsForFiles) ? 'files and git' : 'git; no hook waits for files';
  return `Watching ${workspace} (${what}) for ${enabled} hook${enabled === 1 ? '' : 's'}. Ctrl-C ends it.`;
}

function describeEnd(why: WatchEnd, waiting: number): string {
  if (why === 'configuration changed') return 'The configuration changed.';
  if (why === 'yard gone') return 'The Toolyard that ran the servers ended. Going on without it.';
  return describeStop(waiting);
}
