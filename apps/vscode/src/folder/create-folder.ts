import { toMessage, ToolyardError, type JsonObject } from '@toolyard/core';
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
  formatOf,
  lookAtRunning,
  openWorkspaceHooks,
  refusalOf,
  type EventExplanation,
  type HooksEvent,
  type HooksLook,
  type ResolvedHook,
  type RunPreview,
  type ToolLookup,
  type WorkspaceHooks,
} from '@toolyard/host/hooks';
import { findTimeZone } from '@toolyard/node';
import { createFolderYard, type FolderYard } from './create-folder-yard.ts';
import { createRunList, RUNS_KEPT, type RunList } from './create-run-list.ts';
import type { Folder, FolderState, HooksSource } from './folder.ts';
import type { FolderOptions } from './folder-options.ts';
import { toDuty } from './to-duty.ts';
import { toShownHooks } from './to-shown-hooks.ts';

/** Opens a folder: reads its hooks, and runs them as soon as there are any, where it is trusted and hooks are switched on. */
export function createFolder(options: FolderOptions): Folder {
  return new OpenFolder(options);
}

/** Several changes of one moment are told together, in milliseconds. */
const TELL_MS = 30;

const NO_FILES = { file: '', exists: false };

class OpenFolder implements Folder {
  readonly name: string;
  readonly path: string;
  readonly #options: FolderOptions;
  readonly #yard: FolderYard;
  readonly #runs: RunList = createRunList();
  readonly #end = new AbortController();
  readonly #opening: Promise<WorkspaceHooks>;
  readonly #listeners = new Set<() => void>();
  readonly #hearers = new Set<(event: HooksEvent) => void>();
  readonly #findNextRun = createFindNextRun(findTimeZone());
  readonly #watching: Promise<void>;
  #look: HooksLook | undefined;
  #servers: { readonly found: readonly McpServer[]; readonly warnings: readonly string[] } | undefined;
  #looking: Promise<void> | undefined;
  #lastOfWatch: HooksEvent | undefined;
  #problem: string | undefined;
  #state: FolderState | undefined;
  #stopTelling: (() => void) | undefined;

  constructor(options: FolderOptions) {
    const { name, path, host, shown, isTrusted, settings } = options;
    this.name = name;
    this.path = path;
    this.#options = options;
    this.#yard = createFolderYard(options, () => this.#changed());
    const named = { ...settings.configuration, sources: settings.sources };
    this.#opening = openWorkspaceHooks(host, { workspace: path, shown, asksGit: isTrusted, ...named });
    this.#watching = this.#begin().catch((error: unknown) => {
      this.#problem = toMessage(error);
      this.#changed();
    });
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
    const hooks = await this.#opening;
    this.#look = await hooks.look(this.#servers === undefined ? undefined : this.#known());
    this.#changed();
  }

  lookForServers({ afresh = false } = {}): Promise<void> {
    if (!this.#options.isTrusted) return Promise.resolve();
    this.#looking ??= this.#find(afresh).finally(() => {
      this.#looking = undefined;
      this.#changed();
    });
    this.#changed();
    return this.#looking;
  }

  async run(
    hook: string,
    event?: Pick<NewEvent, 'name' | 'values' | 'replayOf'>,
    signal?: AbortSignal,
  ): Promise<readonly RunRecord[]> {
    this.#refuseUntrusted();
    const hooks = await this.#opening;
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
    return (await this.#opening).preview(hook, event, this.#tools());
  }

  async explain(event: Pick<NewEvent, 'name' | 'values'>): Promise<readonly EventExplanation[]> {
    return (await this.#opening).explain(event, this.#tools());
  }

  async isIgnored(event: Pick<NewEvent, 'name' | 'values'>): Promise<boolean> {
    return (await this.#opening).isIgnored(event);
  }

  async approve(hook: ResolvedHook): Promise<void> {
    this.#refuseUntrusted();
    await (await this.#opening).approve(hook);
    await this.refresh();
  }

  async edit(source: HooksSource, edit: (text: string, format: HooksFormat) => HooksEdit): Promise<string> {
    const { files, lookedFor } = this.#look ?? (await (await this.#opening).look());
    const file = files[source]?.file ?? lookedFor[source];
    const { read, write } = this.#options.files;
    const edited = edit((await read(file)) ?? '', formatOf(file));
    if (!edited.ok) {
      const [first] = edited.problems;
      const where = first === undefined ? file : `${file}:${first.line}:${first.column}`;
      throw new ToolyardError('config-invalid', `${where}: ${first?.message ?? 'The file cannot be edited.'}`);
    }
    await write(file, edited.text);
    await this.refresh();
    return file;
  }

  async tell(events: readonly NewEvent[]): Promise<void> {
    const { isTrusted, settings } = this.#options;
    if (!isTrusted || !settings.hooksEnabled || events.length === 0) return;
    // Without hooks nobody would ever take them.
    if (this.#look !== undefined && this.#look.hooks.length === 0) return;
    await (await this.#opening).leave(events);
  }

  async openYard(options: { readonly mayAsk: boolean }): Promise<ClosableYard> {
    this.#refuseUntrusted();
    return this.#yard.open(options);
  }

  findSchema(server: string, tool: string): JsonObject | undefined {
    const found = this.#known().find(({ id }) => id === server);
    return found?.tools.find(({ name }) => name === tool)?.inputSchema;
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#stopTelling?.();
    this.#listeners.clear();
    const hooks = await this.#opening.catch(() => undefined);
    await hooks?.close();
    await this.#watching;
    await this.#yard.close();
  }

  async #begin(): Promise<void> {
    const hooks = await this.#opening;
    const { signal } = this.#end;
    if (signal.aborted) return;
    hooks.on((event) => this.#hear(event));
    const stops = [
      await hooks.onFiles(() => void this.#readAgain()),
      await hooks.onServers(() => void this.#serversChanged()),
    ];
    try {
      await this.refresh();
      await Promise.all([this.#followRuns(hooks), this.#watch(hooks)]);
    } finally {
      for (const stop of stops) stop();
    }
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
    if (WATCH_EVENTS.has(event.type)) this.#lastOfWatch = event;
    if (event.type === 'hooks-resolved' || event.type === 'watch-started') void this.#readAgain();
    const hasRun = this.#runs.hear(event, this.#options.host.clock.now(), this.#knownHooks());
    if (hasRun || WATCH_EVENTS.has(event.type)) this.#changed();
    for (const hear of this.#hearers) hear(event);
  }

  #knownHooks(): readonly KnownHook[] {
    return this.#look?.hooks.map(({ known }) => known) ?? [];
  }

  /** A file may be gone or half written in this moment; the next change is looked at again. */
  async #readAgain(): Promise<void> {
    await this.refresh().catch((error: unknown) => {
      this.#problem = toMessage(error);
      this.#changed();
    });
  }

  async #serversChanged(): Promise<void> {
    if (this.#servers !== undefined) await this.lookForServers().catch(() => undefined);
    await this.#readAgain();
  }

  async #find(afresh: boolean): Promise<void> {
    const hooks = await this.#opening;
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

  #tools(): ToolLookup {
    const toolsOf = (server: string): McpServer['tools'] | undefined =>
      this.#known().find(({ id }) => id === server)?.tools;
    return {
      findSchema: (server, tool) => this.findSchema(server, tool),
      listTools: (server) =>
        toolsOf(server)?.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    };
  }

  #refuseUntrusted(): void {
    if (this.#options.isTrusted) return;
    const message = `${this.path} is not trusted, so nothing of it runs. Trust the workspace first.`;
    throw new ToolyardError('config-not-approved', message);
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
    const look = this.#look;
    const { isTrusted, settings, host } = this.#options;
    const problem = this.#yard.problem();
    const facts = { now: host.clock.now(), findNextRun: this.#findNextRun, lastOf: this.#runs.lastOf };
    const place = (source: HooksSource): FolderState['files'][HooksSource] => {
      if (look === undefined) return NO_FILES;
      const file = look.files[source]?.file;
      return { file: file ?? look.lookedFor[source], exists: file !== undefined };
    };
    return {
      duty: toDuty({
        isTrusted,
        isEnabled: settings.hooksEnabled,
        hooks: look?.hooks.length,
        last: this.#lastOfWatch,
        problem: this.#problem ?? look?.problem ?? problem?.message,
      }),
      hooks: look === undefined ? [] : toShownHooks(look, facts),
      findings: look?.findings.filter(({ hook }) => hook === undefined) ?? [],
      files: { workspace: place('workspace'), user: place('user') },
      runs: this.#runs.ended(),
      live: this.#runs.live(),
      servers: this.#known(),
      serverWarnings: this.#servers?.warnings ?? [],
      isLooking: this.#looking !== undefined,
      hasTriedTool: this.#yard.hasTriedTool(),
      needsServerApproval:
        problem?.needsApproval ?? (look !== undefined && look.problem === undefined && !look.mayStart),
    };
  }
}

/** What says whether hooks run here. */
const WATCH_EVENTS: ReadonlySet<HooksEvent['type']> = new Set([
  'watch-started',
  'watch-failed',
  'watch-elsewhere',
  'hooks-wrong',
  'engine-ended',
]);
