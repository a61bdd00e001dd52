import {
  reportBug,
  CATALOGUE_KINDS,
  ToolyardError,
  type AskedQuestion,
  type CallRecord,
  type Calls,
  type Catalogue,
  type CatalogueEntry,
  type CatalogueKind,
  type Clock,
  type Configuration,
  type Frame,
  type Greeting,
  type LinkStarter,
  type Log,
  type NotificationListener,
  type Question,
  type QuestionListener,
  type Relay,
  type RelayedRequest,
  type SentRequest,
  type ServerDefinition,
  type ServerMemory,
  type ServerState,
  type ServerStatus,
  type ToolCaller,
  type Yard,
  type YardEvent,
} from '@toolyard/core';
import { checkChain, extendChain, toChainMeta } from './call/chain.ts';
import { createCalls, type CallDesk } from './call/create-calls.ts';
import { createToolCaller } from './call/create-tool-caller.ts';
import { createCatalogue, type MutableCatalogue } from './catalogue/create-catalogue.ts';
import { refuseRequest } from './link/refuse-request.ts';
import { Listeners } from './events/listeners.ts';
import { createQuestionLimit } from './link/create-question-limit.ts';
import { createCopyLimit } from './supervise/create-copy-limit.ts';
import { createForgetfulMemory } from './supervise/create-forgetful-memory.ts';
import { hashDefinition } from './supervise/hash-definition.ts';
import { Server } from './supervise/server.ts';
import { waitForEvent } from './events/wait-for-event.ts';

/** What a yard needs from outside. */
export interface YardOptions {
  readonly configuration: Configuration;
  readonly links: LinkStarter;
  readonly clock: Clock;
  readonly log: Log;
  /** What outlives this yard; nothing does where it is absent. */
  readonly memory?: ServerMemory;
  /** Takes the secrets of a server out of what is shown and kept of its failures; a server may quote what it was given. */
  readonly redact?: (text: string, server: ServerDefinition) => string;
  /** Who servers are told is calling. */
  readonly client: { readonly name: string; readonly version: string };
  /** Names this yard in the chain of a request; unique among all running yards. */
  readonly chainId: string;
  /** Called with every call that ended, with its parameters and result. */
  readonly onCallFinished?: (call: CallRecord) => void;
}

/** The states from which a server comes back by itself. */
const RETURNING: readonly ServerState[] = ['idle', 'starting', 'running', 'retrying'];

/** A call and its server are tried again after the same time; who comes first by that little waits for the other. */
const TRY_SLACK_MS = 100;

/** The yard of this process, which can also relay frames and take another configuration. */
export interface LocalYard extends Yard, Relay {
  /** Applies the difference: only changed servers restart. Resolves when what was replaced is gone. */
  reconfigure(configuration: Configuration): Promise<void>;
}

/** Starts all enabled servers of a configuration, at once and in parallel. */
export function createYard(options: YardOptions): LocalYard {
  return new YardOfThisProcess(options);
}

class YardOfThisProcess implements LocalYard {
  readonly caller: ToolCaller;
  readonly #options: YardOptions;
  readonly #desk: CallDesk;
  readonly #memory: ServerMemory;
  readonly #catalogue: MutableCatalogue;
  readonly #copies = createCopyLimit(() => this.#configuration.settings.sessionCopyLimit);
  readonly #questionLimit = createQuestionLimit();
  readonly #events: Listeners<[event: YardEvent]>;
  readonly #notifications: Listeners<[server: string, notification: Frame, session?: string]>;
  #configuration: Configuration;
  #wanted: Configuration | undefined;
  #reconfiguring: Promise<void> | undefined;
  #isStopped = false;
  #questions: readonly QuestionListener[] = [];
  #servers: ReadonlyMap<string, Server>;

  constructor(options: YardOptions) {
    const { configuration } = options;
    this.#options = options;
    const onBug = (error: unknown): void => reportBug(options.log, error);
    this.#events = new Listeners(onBug);
    this.#notifications = new Listeners(onBug);
    this.#memory = options.memory ?? createForgetfulMemory();
    this.#configuration = configuration;
    this.#catalogue = createCatalogue(configuration.servers.map((server) => server.key));
    this.#servers = new Map(
      configuration.servers.map((definition) => [definition.key, this.#createServer(definition)]),
    );
    this.#desk = this.#createDesk();
    this.caller = this.#createCaller(this.#desk);
    for (const server of this.#servers.values()) server.begin();
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  get calls(): Calls {
    return this.#desk.calls;
  }

  servers(): readonly ServerStatus[] {
    return [...this.#servers.values()].map((server) => server.status());
  }

  server(key: string): ServerStatus | undefined {
    return this.#servers.get(key)?.status();
  }

  on(listener: (event: YardEvent) => void): () => void {
    return this.#events.add((event) => {
      listener(event);
      return undefined;
    });
  }

  settled({ key, signal }: { readonly key?: string; readonly signal: AbortSignal }): Promise<void> {
    const isSettled = (): boolean =>
      (key === undefined ? [...this.#servers.values()] : [this.#servers.get(key)]).every(
        (server) => server?.isStarting !== true,
      );
    return waitForEvent((listener) => this.on(listener), isSettled, signal);
  }

  async enable(key: string): Promise<void> {
    this.#server(key).enable();
  }

  async disable(key: string): Promise<void> {
    this.#server(key).disable();
  }

  async reconfigure(configuration: Configuration): Promise<void> {
    if (this.#isStopped) return;
    this.#wanted = configuration;
    this.#reconfiguring ??= this.#applyWanted();
    await this.#reconfiguring;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wanted = undefined;
    this.#desk.end();
    const stops = [...this.#servers.values()].map((server) => server.stop('Toolyard is ending'));
    await Promise.all([...stops, this.#reconfiguring]);
  }

  request(key: string, request: RelayedRequest): SentRequest {
    const server = this.#server(key);
    const extended = extendChain(request, this.#options.chainId);
    if (ToolyardError.is(extended)) return refuseRequest(request, extended);
    return request.frame.method === 'tools/call' ? this.#desk.relay(key, extended) : server.request(extended);
  }

  configuration(): Configuration {
    return this.#configuration;
  }

  checkChain(message: Frame): ToolyardError | undefined {
    return checkChain(message, this.#options.chainId);
  }

  notify(key: string, notification: Frame, session?: string): void {
    this.#server(key).notify(notification, session);
  }

  explain(key: string): string {
    return this.#server(key).explain();
  }

  greeting(key: string): Greeting | undefined {
    return this.#servers.get(key)?.greeting();
  }

  onNotification(listener: NotificationListener): () => void {
    return this.#notifications.add(listener);
  }

  endSession(session: string): void {
    for (const server of this.#servers.values()) server.endSession(session);
  }

  onQuestion(listener: QuestionListener): () => void {
    this.#questions = [...this.#questions, listener];
    return () => (this.#questions = this.#questions.filter((other) => other !== listener));
  }

  #createDesk(): CallDesk {
    const { clock, chainId, onCallFinished } = this.#options;
    return createCalls({
      clock,
      idPrefix: chainId,
      settings: () => this.#configuration.settings,
      limitOf: (key) => this.#servers.get(key)?.concurrentLimit ?? -1,
      send: (key, request) => this.#server(key).request(request),
      wake: (key) => this.#wake(key),
      ready: (key, signal) => this.#ready(key, signal),
      returns: (key) => RETURNING.includes(this.#servers.get(key)?.status().state ?? 'stopped'),
      findTool: (id) => this.#catalogue.find('tools', id),
      ...(onCallFinished === undefined ? {} : { onFinished: onCallFinished }),
    });
  }

  #createCaller(desk: CallDesk): ToolCaller {
    return createToolCaller({
      yard: this,
      desk,
      log: this.#options.log,
      clock: this.#options.clock,
      ready: (key, signal) => this.#ready(key, signal),
      explain: (key) => this.explain(key),
      timeoutOf: (key) => this.#timeoutOf(key),
      chainId: this.#options.chainId,
    });
  }

  #wake(key: string): boolean {
    const server = this.#servers.get(key);
    server?.wake();
    return server?.isStarting === true;
  }

  /** Starts a server that is idle, and waits for one that is starting or about to. */
  #ready(key: string, signal: AbortSignal): Promise<void> {
    this.#wake(key);
    const isReady = (): boolean => this.#servers.get(key)?.isStarting !== true && !this.#isDue(key);
    return waitForEvent((listener) => this.on(listener), isReady, signal);
  }

  #isDue(key: string): boolean {
    const { state, nextTryAt } = this.#servers.get(key)?.status() ?? {};
    if (state !== 'retrying' || nextTryAt === undefined) return false;
    return Date.parse(nextTryAt) <= this.#options.clock.now() + TRY_SLACK_MS;
  }

  /** One after another, so that a server never runs twice; of those that came meanwhile only the last counts. */
  async #applyWanted(): Promise<void> {
    try {
      for (let next = this.#wanted; next !== undefined; next = this.#wanted) {
        this.#wanted = undefined;
        await this.#apply(next);
      }
    } finally {
      this.#reconfiguring = undefined;
    }
  }

  async #apply(configuration: Configuration): Promise<void> {
    const before = this.#servers;
    const keys = configuration.servers.map((server) => server.key);
    this.#configuration = configuration;
    this.#servers = new Map(
      configuration.servers.map((definition) => [definition.key, this.#keepOrCreate(definition)]),
    );
    this.#desk.reviewLimits();
    const replaced = [...before.values()].filter((server) => this.#servers.get(server.key) !== server);
    for (const { key } of replaced) for (const kind of CATALOGUE_KINDS) this.#shelve(kind, key, []);
    this.#catalogue.order(keys);
    void this.#events.tell({ type: 'configuration-changed' });
    for (const [key, server] of this.#servers) if (!before.has(key)) server.begin();
    await Promise.all(replaced.map((server) => this.#replace(server, this.#servers.get(server.key))));
  }

  #keepOrCreate(definition: ServerDefinition): Server {
    const current = this.#servers.get(definition.key);
    return current?.definitionHash === hashDefinition(definition) ? current : this.#createServer(definition);
  }

  #createServer(definition: ServerDefinition): Server {
    const { key } = definition;
    const { links, clock, log, client, chainId, redact } = this.#options;
    const server: Server = new Server({
      definition,
      definitionHash: hashDefinition(definition),
      settings: () => this.#configuration.settings,
      copies: this.#copies,
      questionLimit: this.#questionLimit,
      links,
      clock,
      log,
      caller: { client, meta: toChainMeta(chainId) },
      memory: this.#memory,
      redact: (text) => redact?.(text, definition) ?? text,
      onChange: () => this.#tell(server, { type: 'server-changed', status: server.status() }),
      onAutoDisabled: (reason) => this.#tell(server, { type: 'server-auto-disabled', key, reason }),
      onNotification: (notification, session) => this.#notifications.tell(key, notification, session),
      onUnrelated: (question, session) => this.#offerQuestion(key, question, session),
      onList: (kind, entries) => {
        if (this.#servers.get(key) === server) this.#shelve(kind, key, entries);
      },
    });
    return server;
  }

  #offerQuestion(key: string, question: Question, session: string | undefined): AskedQuestion | undefined {
    for (const listener of this.#questions) {
      const asked = listener(key, question, session);
      if (asked !== undefined) return asked;
    }
    return undefined;
  }

  /** News of a server that was replaced is of no interest any more. */
  #tell(server: Server, event: YardEvent): void {
    if (this.#servers.get(server.key) === server) void this.#events.tell(event);
  }

  /** The next one begins at once and waits for the old one itself: whoever calls it meanwhile then waits too. */
  #replace(old: Server, next: Server | undefined): Promise<void> {
    const gone = old.stop(next === undefined ? 'it was removed from the configuration' : 'its configuration changed');
    next?.begin(gone);
    return gone;
  }

  #shelve(kind: CatalogueKind, server: string, entries: readonly CatalogueEntry[]): void {
    if (this.#catalogue.set(kind, server, entries)) void this.#events.tell({ type: 'catalogue-changed', kind, server });
  }

  #server(key: string): Server {
    const server = this.#servers.get(key);
    if (server === undefined) throw new ToolyardError('server-not-found', `Server not found: ${key}`);
    return server;
  }

  #timeoutOf(key: string): number {
    const { servers, settings } = this.#configuration;
    return servers.find((server) => server.key === key)?.timeoutMs ?? settings.timeoutMs;
  }
}
