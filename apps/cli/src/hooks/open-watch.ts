import type { KnownHook } from '@toolyard/hooks';
import type { YardUse } from '../yard/with-yard.ts';
import type { WatchScreen } from './create-watch-screen.ts';
import type { FollowedConfiguration } from './follow-configuration.ts';
import type { HeldEngine } from './hold-engine.ts';
import { judgeHook, serverKeyOf, type JudgedHook } from './judge-hooks.ts';
import { openEngine, type OpenEngine } from './open-engine.ts';
import type { ReadHooks } from './open-hooks.ts';
import { openSources, waitsForFiles, type Sources } from './open-sources.ts';

/** What a watch works with. */
export interface OpenWatchOptions {
  readonly read: ReadHooks;
  readonly held: HeldEngine;
  readonly use: YardUse;
  readonly screen: WatchScreen;
  /** Folders that Toolyard itself writes to. */
  readonly own: readonly string[];
}

/** A workspace that is watched on one yard. */
export interface Watch {
  /** Resolves when the process is asked to end, or when another yard is wanted. */
  readonly over: Promise<void>;
  hooks(): readonly KnownHook[];
  /** Ends it; where nobody is in a hurry, what waits is run before. */
  close(): Promise<void>;
}

/** Opens an engine on a yard and everything that notices events; resolves when all of it does. */
export async function openWatch({ read, held, use, screen, own }: OpenWatchOptions): Promise<Watch> {
  const end = createEnd(use);
  let hooks = read.hooks;
  let sources: Sources | undefined;

  async function takeHooks(next: readonly KnownHook[]): Promise<void> {
    hooks = next;
    await sources?.watchFor(hooks);
    screen.tellUnapproved(await judgeAll(hooks, read, opened.configuration));
  }

  function takeConfiguration(configuration: FollowedConfiguration): void {
    // A yard of another process follows its file by itself.
    if (use.isJoined) return;
    const obstacle = describeObstacle(configuration);
    if (obstacle === undefined) end.wantAnother();
    else screen.say(`The running configuration stays: ${obstacle}`);
  }

  const opened = await openEngine({
    read,
    use,
    onEvent: (event) => screen.show(event, hooks),
    onHooks: (next) => void takeHooks(next).catch(screen.tellTrouble),
    onConfiguration: takeConfiguration,
  });
  held.serve(opened.engine);
  if (opened.left > 0) screen.say(`Going on with what an earlier Toolyard has left: ${countRuns(opened.left)}.`);
  const { workspace } = read;
  sources = await openSources({ workspace, engine: opened.engine, own, onTrouble: screen.tellTrouble });
  await takeHooks(opened.hooks());
  screen.say(describeWatch(workspace, hooks));
  return {
    over: end.over,
    hooks: () => hooks,
    async close() {
      await sources?.close();
      if (end.isPatient()) await Promise.race([held.becomeQuiet(), end.hurry]);
      held.pause();
      await opened.close();
      if (use.signal.aborted) screen.say(describeEnd(opened));
    },
  };
}

interface End {
  readonly over: Promise<void>;
  /** Resolves when nothing may be waited for any more. */
  readonly hurry: Promise<void>;
  /** Nobody asked for the end, and the yard is there. */
  isPatient(): boolean;
  wantAnother(): void;
}

function createEnd({ signal, gone }: Pick<YardUse, 'signal' | 'gone'>): End {
  let isPatient = true;
  let wantAnother: () => void = () => undefined;
  const wanted = new Promise<void>((resolve) => (wantAnother = resolve));
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const hurry = Promise.race([aborted, ...(gone === undefined ? [] : [gone])]).then(() => void (isPatient = false));
  return { over: Promise.race([hurry, wanted]), hurry, isPatient: () => isPatient, wantAnother };
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

function describeObstacle(configuration: FollowedConfiguration): string | undefined {
  const trouble = configuration.trouble();
  if (trouble !== undefined) return trouble;
  if (configuration.isApproved()) return undefined;
  return 'the file changed and is not approved in its new form. Run "toolyard approve", then start this anew.';
}

function describeWatch(workspace: string, hooks: readonly KnownHook[]): string {
  const enabled = hooks.filter(({ hook }) => hook.enabled).length;
  const what = hooks.some(waitsForFiles) ? 'files and git' : 'git; no hook waits for files';
  return `Watching ${workspace} (${what}) for ${enabled} hook${enabled === 1 ? '' : 's'}. Ctrl-C ends it.`;
}

function describeEnd(opened: OpenEngine): string {
  const waiting = opened.pending();
  return waiting === 0 ? 'Stopped.' : `Stopped. The next start goes on with what waits: ${countRuns(waiting)}.`;
}

function countRuns(count: number): string {
  return count === 1 ? '1 run' : `${count} runs`;
}
