import { joinSignals, onAbort, toMessage, ToolyardError, type Clock } from '@toolyard/core';
import {
  createContext,
  parseRunRecord,
  type Hook,
  type McpServer,
  type NewEvent,
  type RunRecord,
} from '@toolyard/hooks';
import { readRuns, readSystemUser } from '@toolyard/node';
import { Listeners } from '@toolyard/runtime';
import { endAs, untilEnded } from '../lifetime/until-ended.ts';
import { changeHost } from '../ports/change-host.ts';
import type { Host } from '../ports/host.ts';
import { openDiscovery, type DiscoveredServers, type ServerDiscovery } from './discover/open-discovery.ts';
import { locateEngine } from './engine/engine-place.ts';
import type { HooksEvent } from './engine/hooks-event.ts';
import { readWorkspaceFacts } from './engine/read-workspace-facts.ts';
import type { UsedHookYard } from './engine/use-hook-yard.ts';
import type { ToolLookup } from './check/create-tool-lookup.ts';
import { explainEvent, type EventExplanation } from './check/explain-event.ts';
import { isIgnoredEvent } from './check/is-ignored-event.ts';
import { previewRun, type RunPreview } from './check/preview-run.ts';
import { enterEvent } from './enter/enter-event.ts';
import { leaveEvents } from './enter/leave-events.ts';
import { readCause } from './enter/read-cause.ts';
import { openHooks, openUncheckedHooks, type OpenHooks, type OpenHooksOptions } from './read/open-hooks.ts';
import { watchHooksFiles } from './read/follow-hooks.ts';
import { lookAtHooks, type HooksLook } from './read/look-at-hooks.ts';
import { approveHook } from './trust/approve-hook.ts';
import { resolveApprovals, type ResolvedHook } from './trust/resolve-approvals.ts';
import { acquireWatch, type WatchLease, type WatchOptions } from './watch/acquire-watch.ts';
import { keepWatch, type KeepWatchOptions } from './watch/keep-watch.ts';

/** What happened or might, as a person asks about it. */
type AskedEvent = Pick<NewEvent, 'name' | 'values'>;

/** The hooks of a workspace, for a host that shows them, lets people approve them and keeps them running. */
export interface WorkspaceHooks {
  /** Its folder, absolute. */
  readonly workspace: string;
  /**
   * Hears what happens from now on while this process runs the hooks; the returned function ends that. What a listener throws, or
   * rejects with, becomes a notice.
   */
  on(listener: (event: HooksEvent) => unknown): () => void;
  /** All hooks as their files say now, and whether they may run; rejects with `config-invalid` where a file is wrong. */
  list(): Promise<readonly ResolvedHook[]>;
  /** The same, and all that can be said about them, also where a file or the configuration is wrong; held to the tools of `found` where it is given. */
  look(found?: readonly McpServer[]): Promise<HooksLook>;
  /** Tells runs that have ended, the oldest first: the last `tail` of them, and each that ends until the signal is aborted. */
  followRuns(options: FollowRunsOptions): Promise<void>;
  /** Says for each hook whether an event would run it, with what, or why not; starts nothing. */
  explain(event: AskedEvent, tools: ToolLookup): Promise<readonly EventExplanation[]>;
  /** What a hook, which need not be in a file, would give its tool or program; nothing is called. */
  preview(hook: Pick<Hook, 'action'>, event: AskedEvent, tools: ToolLookup): Promise<RunPreview>;
  /** Whether an event is never noticed, because a rule of `.gitignore` or another one leaves its file out. */
  isIgnored(event: AskedEvent): Promise<boolean>;
  /** Lets a hook run from now on exactly as it was listed. */
  approve(hook: ResolvedHook): Promise<void>;
  /**
   * The servers and tools that hooks can name, also where a hooks file is wrong: see `ServerDiscovery`. While the hooks are watched here, the servers that run
   * for them are looked at, and no others are started.
   */
  servers(options?: { readonly refresh?: boolean }): Promise<DiscoveredServers>;
  /** Tells when a file changed so that `servers` would give others; resolves with what ends that, when it watches. */
  onServers(listener: () => void): Promise<() => void>;
  /** Tells when a file of hooks changed, appeared or went; the function that it gives ends that. */
  onFiles(listener: () => void): Promise<() => void>;
  /**
   * Runs hooks when something happens in the workspace, until `close`; resolves when everything is noticed, or when it was closed
   * before. Rejects with `socket-unavailable` where another process does that already. Where it cannot go on later, listeners hear
   * `watch-failed`, and it can be called again.
   */
  watch(): Promise<void>;
  /**
   * The same whatever is in the way: as soon as there are hooks, as soon as their files are right, and as soon as no other process does.
   * Resolves when the signal is aborted and nothing of it is left; listeners hear what is in the way.
   */
  keepWatching(options: Pick<WatchOptions, 'signal' | 'offered'> & Pick<KeepWatchOptions, 'mayRun'>): Promise<void>;
  /** Leaves events to whoever runs the hooks of the workspace, now or next, and does not wait for what becomes of them. */
  leave(events: readonly NewEvent[]): Promise<void>;
  /**
   * Enters an event where the hooks of the workspace are run, else runs them here for as long as it takes. Resolves with
   * all runs that it led to; rejects with `interrupted` where `signal` or `close` came first. Inside of a program that a
   * hook started nobody waits for the runs, so there may be none.
   */
  enter(event: NewEvent, signal?: AbortSignal): Promise<readonly RunRecord[]>;
  /** Resolves when nothing of it is left in this process; whoever opens the same workspace here waits for that. */
  close(): Promise<void>;
}

/** Which runs are told, and to whom. */
export interface FollowRunsOptions {
  readonly tail: number;
  readonly signal: AbortSignal;
  onRun(record: RunRecord): void;
}

/** Opens the hooks of a workspace, right or wrong; starts nothing yet. The host gets each notice about its files once. */
export async function openWorkspaceHooks(host: Host, options: OpenHooksOptions = {}): Promise<WorkspaceHooks> {
  const toldOnce = tellOnce(host);
  const { workspace, surroundings } = await openUncheckedHooks(toldOnce, options);
  const { watch: socket } = await locateEngine(surroundings, workspace);
  await untilEnded(socket);
  const read = (): Promise<OpenHooks> => openHooks(toldOnce, { ...options, workspace });
  const readUnchecked = (): Promise<OpenHooks> => openUncheckedHooks(toldOnce, { ...options, workspace });
  return new HooksOfWorkspace({ host, workspace, socket, read, readUnchecked });
}

/** The same host, which is told each thing once: the same files are read for every list, event and watch. */
function tellOnce(host: Host): Host {
  const told = new Set<string>();
  return changeHost(host, {
    notify(notice) {
      if (told.has(notice.message)) return;
      told.add(notice.message);
      host.notify(notice);
    },
  });
}

interface HooksParts {
  readonly host: Pick<Host, 'notify' | 'clock'>;
  readonly workspace: string;
  /** What is held by whoever watches the workspace. */
  readonly socket: string;
  /** Reads its files as they are now. */
  read(): Promise<OpenHooks>;
  /** The same where something may be wrong with them. */
  readUnchecked(): Promise<OpenHooks>;
}

class HooksOfWorkspace implements WorkspaceHooks {
  readonly workspace: string;
  readonly #socket: string;
  readonly #read: HooksParts['read'];
  readonly #readUnchecked: HooksParts['read'];
  readonly #clock: Clock;
  readonly #listeners: Listeners<[HooksEvent]>;
  readonly #end = new AbortController();
  readonly #work = new Set<Promise<unknown>>();
  readonly #discovery: ServerDiscovery;
  /** What runs for the hooks while they are watched here. */
  #used: UsedHookYard | undefined;

  constructor({ host, workspace, socket, read, readUnchecked }: HooksParts) {
    this.workspace = workspace;
    this.#listeners = new Listeners((error) => {
      host.notify({ level: 'warning', message: `A listener of hooks failed: ${toMessage(error)}` });
    });
    this.#socket = socket;
    this.#read = read;
    this.#readUnchecked = readUnchecked;
    this.#clock = host.clock;
    this.#discovery = openDiscovery({
      read: readUnchecked,
      clock: host.clock,
      signal: this.#end.signal,
      running: () => this.#used,
    });
  }

  on(listener: (event: HooksEvent) => unknown): () => void {
    return this.#listeners.add((event) => Promise.resolve(listener(event)).then(() => undefined));
  }

  async list(): Promise<readonly ResolvedHook[]> {
    return (await resolveApprovals(await this.#read())).hooks;
  }

  async look(found?: readonly McpServer[]): Promise<HooksLook> {
    return lookAtHooks(await this.#readUnchecked(), found);
  }

  async followRuns({ onRun, ...options }: FollowRunsOptions): Promise<void> {
    const { runsFile } = await this.#readUnchecked();
    const { signal, release } = joinSignals(options.signal, this.#end.signal);
    await this.#keep(
      readRuns({ file: runsFile, follow: true, ...options, signal, toRun: parseRunRecord, onRun }).finally(release),
    );
  }

  async explain(event: AskedEvent, tools: ToolLookup): Promise<readonly EventExplanation[]> {
    const opened = await this.#readUnchecked();
    const resolved = await resolveApprovals(opened);
    const agent = { host: opened.host, settings: resolved.settings, listTools: tools.listTools };
    const asked = { name: event.name, context: await contextOf(event, opened) };
    return explainEvent(asked, resolved, { yard: this.#used?.yard, findSchema: tools.findSchema, agent });
  }

  async preview(hook: Pick<Hook, 'action'>, event: AskedEvent, tools: ToolLookup): Promise<RunPreview> {
    const opened = await this.#readUnchecked();
    const { action } = hook;
    const { settings, redact } = await resolveApprovals({ ...opened, hooks: [] });
    const schema =
      action.type === 'mcp' ? tools.findSchema(action.parameters.serverId, action.parameters.toolName) : undefined;
    const agent = { host: opened.host, settings, listTools: tools.listTools };
    return previewRun(hook, await contextOf(event, opened), { schema, agent, redact });
  }

  async isIgnored(event: AskedEvent): Promise<boolean> {
    return isIgnoredEvent(event, await this.#readUnchecked());
  }

  async approve(hook: ResolvedHook): Promise<void> {
    const { approvals } = await this.#readUnchecked();
    await approveHook(hook, approvals);
  }

  servers(options?: { readonly refresh?: boolean }): Promise<DiscoveredServers> {
    return this.#keep(this.#discovery.servers(options));
  }

  async onServers(listener: () => void): Promise<() => void> {
    const end = await this.#discovery.watch(listener);
    const takeBack = onAbort(this.#end.signal, end);
    return () => {
      takeBack();
      end();
    };
  }

  async onFiles(listener: () => void): Promise<() => void> {
    const end = watchHooksFiles(await this.#readUnchecked(), listener);
    const takeBack = onAbort(this.#end.signal, end);
    return () => {
      takeBack();
      end();
    };
  }

  watch(): Promise<void> {
    return this.#keep(this.#watch());
  }

  async keepWatching({ signal: given, ...options }: Parameters<WorkspaceHooks['keepWatching']>[0]): Promise<void> {
    const { signal, release } = joinSignals(given, this.#end.signal);
    await untilEnded(this.#socket, signal);
    const watching = keepWatch({
      ...options,
      clock: this.#clock,
      signal,
      read: this.#readUnchecked,
      onEvent: (event) => this.#tell(event),
      onYard: (used) => void (this.#used = used),
    });
    await this.#keep(watching.finally(release));
  }

  async leave(events: readonly NewEvent[]): Promise<void> {
    const { surroundings } = await this.#readUnchecked();
    await this.#keep(leaveEvents(surroundings, { workspace: this.workspace, find: () => events }));
  }

  enter(event: NewEvent, signal = this.#end.signal): Promise<readonly RunRecord[]> {
    const until = joinSignals(signal, this.#end.signal);
    return this.#keep(this.#enter(event, until.signal).finally(until.release));
  }

  async close(): Promise<void> {
    await endAs(this.#socket, async () => {
      this.#end.abort();
      while (this.#work.size > 0) await Promise.allSettled(this.#work);
    });
  }

  async #watch(): Promise<void> {
    const opened = await this.#read();
    await untilEnded(this.#socket, this.#end.signal);
    if (this.#end.signal.aborted) return;
    const lease = await acquireWatch(opened);
    await new Promise<void>((resolve, reject) => {
      let isStarted = false;
      const onEvent = (event: HooksEvent): void => {
        this.#tell(event);
        if (event.type !== 'watch-started') return;
        isStarted = true;
        resolve();
      };
      const onFailed = (error: unknown): void => {
        if (isStarted) this.#tell({ type: 'watch-failed', message: toMessage(error) });
        reject(error);
      };
      void this.#keep(this.#run(lease, onEvent).then(resolve, onFailed));
    });
  }

  async #run(lease: WatchLease, onEvent: (event: HooksEvent) => void): Promise<void> {
    try {
      await lease.run({ signal: this.#end.signal, onEvent, onYard: (used) => void (this.#used = used) });
    } finally {
      await lease.release();
    }
  }

  async #enter(event: NewEvent, signal: AbortSignal): Promise<readonly RunRecord[]> {
    const opened = await this.#read();
    const chain = event.chain ?? readCause(opened.surroundings);
    const outcome = await enterEvent({
      opened,
      event: { ...event, ...(chain === undefined ? {} : { chain }) },
      // A run that waits for another one may take the last place that the other one needs.
      wait: chain === undefined,
      signal,
      onEvent: (told) => this.#tell(told),
    });
    if (outcome.type === 'stopped') throw new ToolyardError('interrupted', 'Stopped before the runs had ended.');
    return outcome.type === 'ended' ? outcome.records : [];
  }

  #tell(event: HooksEvent): void {
    void this.#listeners.tell(event);
  }

  /** `close` waits for it. */
  #keep<Result>(work: Promise<Result>): Promise<Result> {
    const kept = work.catch(() => undefined).finally(() => this.#work.delete(kept));
    this.#work.add(kept);
    return work;
  }
}

async function contextOf(
  event: AskedEvent,
  { host, surroundings, workspace, asksGit = true }: OpenHooks,
): Promise<Readonly<Record<string, unknown>>> {
  const user = asksGit ? undefined : readSystemUser(surroundings.env);
  return createContext(event, host.clock.now(), await readWorkspaceFacts(surroundings, workspace, user));
}
