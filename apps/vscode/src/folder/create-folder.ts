import { onAbort, toMessage, ToolyardError, type JsonObject } from '@toolyard/core';
import {
  createFindNextRun,
  toRecordedValues,
  type Hook,
  type HooksEdit,
  type HooksFormat,
  type KnownHook,
  type McpServer,
  type NewEvent,
  type RunRecord,
} from '@toolyard/hooks';
import type { ClosableYard } from '@toolyard/host';
import {
  lookAtRunning,
  openWorkspaceHooks,
  refusalOf,
  type EventExplanation,
  type HooksEvent,
  type HooksLook,
  type ResolvedHook,
  type RunPreview,
  type WorkspaceHooks,
} from '@toolyard/host/hooks';
import { findTimeZone } from '@toolyard/node';
import { createFolderFront, type FolderFront, type FrontAddress } from './create-folder-front.ts';
import { createFolderYard, type FolderYard } from './create-folder-yard.ts';
import { editHooksFile } from './edit-hooks-file.ts';
import { keepLastGood } from './keep-last-good.ts';
import { keepTrying } from './keep-trying.ts';
import { createRunList, RUNS_KEPT, type RunList } from './create-run-list.ts';
import type { Folder, FolderState, HooksSource } from './folder.ts';
import type { FolderOptions } from './folder-options.ts';
import { toFolderState } from './to-folder-state.ts';
import { toToldEvent } from './to-told-event.ts';
import { toToolLookup } from './to-tool-lookup.ts';

/** Opens a folder: reads its hooks, and runs them as soon as there are any, where it is trusted and hooks are switched on. */
export function createFolder(options: FolderOptions): Folder {
  return new OpenFolder(options);
}

/** Several changes of one moment are told together, in milliseconds. */
const TELL_MS = 30;

/** Before files that could not be read are read again by themselves, in milliseconds. */
const READ_AGAIN_MS = 5000;

/** What goes on for as long as a folder is open. */
type Part = 'reading' | 'files' | 'servers' | 'runs' | 'watch';

class OpenFolder implements Folder {
  readonly name: string;
  readonly path: string;
  readonly #options: FolderOptions;
  readonly #yard: FolderYard;
  readonly #front: FolderFront;
  readonly #runs: RunList = createRunList();
  readonly #tools = toToolLookup(() => this.#known());
  readonly #end = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #hearers = new Set<(event: HooksEvent) => void>();
  readonly #findNextRun = createFindNextRun(findTimeZone());
  readonly #following: Promise<void>;
  /** What fails at the moment, by the part that does. */
  readonly #problems = new Map<Part, string>();
  #opening: Promise<WorkspaceHooks> | undefined;
  #look: HooksLook | undefined;
  #servers: { readonly found: readonly McpServer[]; readonly warnings: readonly string[] } | undefined;
  #looking: Promise<void> | undefined;
  #lastOfWatch: HooksEvent | undefined;
  #isRunning = false;
  #readings = 0;
  #shownReading = 0;
  #stopRetrying: (() => void) | undefined;
  #state: FolderState | undefined;
  #stopTelling: (() => void) | undefined;

  constructor(options: FolderOptions) {
    this.name = options.name;
    this.path = options.path;
    this.#options = options;
    this.#front = createFolderFront(options, () => this.#yard);
    this.#yard = createFolderYard(options, () => {
      this.#front.follow();
      this.#changed();
    });
    this.#following = this.#follow();
  }

  state(): FolderState {
    return (this.#state ??= this.#build());
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onEvent(listener: (event: HooksEvent) => void): () => void {
    this.#hearers.add(listener);
    return () => void this.#hearers.delete(listener);
  }

  async refresh(): Promise<void> {
    const reading = ++this.#readings;
    const hooks = await this.#open();
    const look = await hooks.look(this.#servers === undefined ? undefined : this.#known());
    // One that began later knows more.
    if (reading < this.#shownReading) return;
    this.#shownReading = reading;
    this.#look = keepLastGood(this.#look, look);
    this.#problems.delete('reading');
    this.#changed();
  }

  async lookForServers({ afresh = false } = {}): Promise<void> {
    if (!this.#options.isTrusted) return;
    // A look that is under way began before whatever a person has just done.
    if (afresh) await this.#looking?.catch(() => undefined);
    this.#looking ??= this.#find(afresh).finally(() => {
      this.#looking = undefined;
      this.#changed();
    });
    this.#changed();
    await this.#looking;
  }

  async run(
    hook: string,
    event?: Pick<NewEvent, 'name' | 'values' | 'replayOf'>,
    signal?: AbortSignal,
  ): Promise<readonly RunRecord[]> {
    this.#refuseUntrusted();
    const hooks = await this.#open();
    const found = (await hooks.list()).find(({ known }) => known.hook.id === hook);
    if (found === undefined) throw new ToolyardError('usage', `The hook "${hook}" is not in a hooks file any more.`);
    const refusal = refusalOf(found);
    if (refusal !== undefined) {
      throw new ToolyardError('config-not-approved', `The hook "${hook}" is ${refusal}, so it did not run.`);
    }
    const given = event ?? { name: 'manual' as const, values: {} };
    // What the hook needs is there for as long as the window is, and not started for this one run.
    if (this.state().duty.kind !== 'elsewhere') await this.#yard.open({ mayAsk: true });
    return hooks.enter({ ...given, target: hook }, signal);
  }

  replay(run: RunRecord, signal?: AbortSignal): Promise<readonly RunRecord[]> {
    const { id, hook, event } = run;
    return this.run(hook, { name: event.name, values: toRecordedValues(event), replayOf: id }, signal);
  }

  async preview(hook: Pick<Hook, 'action'>, event: Pick<NewEvent, 'name' | 'values'>): Promise<RunPreview> {
    return (await this.#open()).preview(hook, event, this.#tools);
  }

  async explain(event: Pick<NewEvent, 'name' | 'values'>): Promise<readonly EventExplanation[]> {
    return (await this.#open()).explain(event, this.#tools);
  }

  async isIgnored(event: Pick<NewEvent, 'name' | 'values'>): Promise<boolean> {
    return (await this.#open()).isIgnored(event);
  }

  async approve(hook: ResolvedHook): Promise<void> {
    this.#refuseUntrusted();
    await (await this.#open()).approve(hook);
    await this.refresh();
  }

  async edit(source: HooksSource, edit: (text: string, format: HooksFormat) => HooksEdit): Promise<string> {
    const { files, lookedFor } = this.#look ?? (await (await this.#open()).look());
    const file = files[source]?.file ?? lookedFor[source];
    await editHooksFile(this.#options.files, file, edit);
    await this.refresh();
    return file;
  }

  async tell(events: readonly NewEvent[]): Promise<void> {
    const { isTrusted, settings } = this.#options;
    if (!isTrusted || !settings.hooksEnabled || events.length === 0) return;
    // Without hooks nobody would ever take them.
    if (this.#look !== undefined && this.#look.hooks.length === 0) return;
    await (await this.#open()).leave(events.map((event) => toToldEvent(event, this.path)));
  }

  async openYard(options: { readonly mayAsk: boolean }): Promise<ClosableYard> {
    this.#refuseUntrusted();
    const used = await this.#yard.open(options);
    this.#seeApproval();
    return used;
  }

  async openFront(options: { readonly mayAsk: boolean }): Promise<FrontAddress> {
    this.#refuseUntrusted();
    const address = await this.#front.open(options);
    this.#seeApproval();
    return address;
  }

  openedYard(): ClosableYard | undefined {
    return this.#yard.current();
  }

  findSchema(server: string, tool: string): JsonObject | undefined {
    const found = this.#known().find(({ id }) => id === server);
    return found?.tools.find(({ name }) => name === tool)?.inputSchema;
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#stopTelling?.();
    this.#stopRetrying?.();
    this.#listeners.clear();
    await this.#front.close();
    try {
      await (await this.#opening?.catch(() => undefined))?.close();
      await this.#following;
    } finally {
      await this.#yard.close();
    }
  }

  /** The hooks of the folder; one that could not be opened is opened again by who asks next. */
  #open(): Promise<WorkspaceHooks> {
    const { path, host, shown, isTrusted, settings } = this.#options;
    const named = { ...settings.configuration, sources: settings.sources };
    this.#opening ??= openWorkspaceHooks(host, { workspace: path, shown, asksGit: isTrusted, ...named }).then(
      (hooks) => {
        hooks.on((event) => this.#hear(event));
        return hooks;
      },
      (error: unknown) => {
        this.#opening = undefined;
        throw error;
      },
    );
    return this.#opening;
  }

  /** Each part goes on by itself, and is begun again where it fails. */
  async #follow(): Promise<void> {
    const { signal } = this.#end;
    const keep = (part: Part, work: (hooks: WorkspaceHooks) => Promise<void>): Promise<void> =>
      keepTrying(
        async () => {
          const hooks = await this.#open();
          if (this.#problems.delete(part)) this.#changed();
          if (!signal.aborted) await work(hooks);
        },
        { clock: this.#options.host.clock, signal, onFailed: (error) => this.#note(part, error) },
      );
    await Promise.all([
      keep('files', (hooks) => this.#followFiles(hooks)),
      keep('servers', (hooks) => this.#followServers(hooks)),
      keep('runs', (hooks) => this.#followRuns(hooks)),
      keep('watch', (hooks) => this.#watch(hooks)),
    ]);
  }

  async #followFiles(hooks: WorkspaceHooks): Promise<void> {
    const stop = await hooks.onFiles(() => void this.#readAgain());
    await this.#readAgain();
    await untilAborted(this.#end.signal);
    stop();
  }

  async #followServers(hooks: WorkspaceHooks): Promise<void> {
    const stop = await hooks.onServers(() => void this.#serversChanged());
    await untilAborted(this.#end.signal);
    stop();
  }

  #followRuns(hooks: WorkspaceHooks): Promise<void> {
    return hooks.followRuns({
      tail: RUNS_KEPT,
      signal: this.#end.signal,
      onRun: (record) => {
        if (this.#runs.take(record, this.#knownHooks())) this.#changed();
      },
    });
  }

  async #watch(hooks: WorkspaceHooks): Promise<void> {
    const { isTrusted, settings } = this.#options;
    if (!isTrusted || !settings.hooksEnabled) return;
    await hooks.keepWatching({ signal: this.#end.signal, offered: this.#yard.offered, mayRun: async () => true });
  }

  #hear(event: HooksEvent): void {
    if (WATCH_EVENTS.has(event.type)) {
      this.#lastOfWatch = event;
      this.#isRunning = event.type === 'watch-started';
    }
    if (event.type === 'hooks-resolved' || event.type === 'watch-started') void this.#readAgain();
    const hasRun = this.#runs.hear(event, this.#options.host.clock.now(), this.#knownHooks());
    if (hasRun || WATCH_EVENTS.has(event.type)) this.#changed();
    for (const hear of this.#hearers) hear(event);
  }

  #knownHooks(): readonly KnownHook[] {
    return this.#look?.hooks.map(({ known }) => known) ?? [];
  }

  /** Never rejects: what cannot be read now is tried again after a while, and at the next change. */
  async #readAgain(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      this.#note('reading', error);
      if (this.#end.signal.aborted) return;
      this.#stopRetrying ??= this.#options.host.clock.after(READ_AGAIN_MS, () => {
        this.#stopRetrying = undefined;
        void this.#readAgain();
      });
    }
  }

  #note(part: Part, error: unknown): void {
    this.#problems.set(part, toMessage(error));
    this.#changed();
  }

  async #serversChanged(): Promise<void> {
    void this.#yard.retry();
    // What is just being looked for may be what the files said before.
    await this.#looking?.catch(() => undefined);
    if (this.#servers !== undefined) await this.lookForServers().catch(() => undefined);
    await this.#readAgain();
  }

  async #find(afresh: boolean): Promise<void> {
    const hooks = await this.#open();
    try {
      const { servers, warnings } = await hooks.servers({ refresh: afresh });
      this.#servers = { found: servers, warnings: warnings.map(({ file, reason }) => `${file}: ${reason}`) };
    } catch (error) {
      this.#servers = { found: this.#servers?.found ?? [], warnings: [toMessage(error)] };
    }
    await this.refresh();
  }

  /** The servers that were found, as they are now where they run in this window. */
  #known(): readonly McpServer[] {
    const found = this.#servers?.found ?? [];
    const yard = this.#yard.current()?.yard;
    return yard === undefined ? found : lookAtRunning(found, yard, this.#options.host.clock);
  }

  #refuseUntrusted(): void {
    if (this.#options.isTrusted) return;
    const message = `${this.path} is not trusted, so nothing of it runs. Trust the workspace first.`;
    throw new ToolyardError('config-not-approved', message);
  }

  /** Who opened the servers may have approved them just now. */
  #seeApproval(): void {
    if (this.#look?.mayStart === false) void this.#readAgain();
  }

  #changed(): void {
    this.#state = undefined;
    if (this.#end.signal.aborted) return;
    this.#stopTelling ??= this.#options.host.clock.after(TELL_MS, () => {
      this.#stopTelling = undefined;
      for (const listener of this.#listeners) listener();
    });
  }

  #build(): FolderState {
    const { host, isTrusted, settings } = this.#options;
    const [problem] = this.#problems.values();
    return toFolderState({
      look: this.#look,
      shown: { now: host.clock.now(), findNextRun: this.#findNextRun, lastOf: this.#runs.lastOf },
      watch: { isTrusted, isEnabled: settings.hooksEnabled, isRunning: this.#isRunning, last: this.#lastOfWatch },
      problem,
      yardProblem: this.#yard.problem(),
      runs: this.#runs,
      servers: this.#known(),
      serverWarnings: this.#servers?.warnings ?? [],
      isLooking: this.#looking !== undefined,
      hasTriedTool: this.#yard.hasTriedTool(),
    });
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void onAbort(signal, resolve));
}

/** What says whether hooks run here. */
const WATCH_EVENTS: ReadonlySet<HooksEvent['type']> = new Set([
  'watch-started',
  'watch-failed',
  'watch-elsewhere',
  'hooks-wrong',
  'engine-ended',
]);
