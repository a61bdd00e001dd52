import {
  ToolyardError,
  type Catalogue,
  type CatalogueEntry,
  type CatalogueKind,
  type Clock,
  type Configuration,
  type Frame,
  type Greeting,
  type LinkStarter,
  type Log,
  type Pressure,
  type Relay,
  type RelayedRequest,
  type SentRequest,
  type ServerDefinition,
  type ServerStatus,
  type ToolCaller,
  type Yard,
  type YardEvent,
} from '@toolyard/core';
import { extendChain } from './call/chain.ts';
import { createToolCaller } from './call/create-tool-caller.ts';
import { createCatalogue, type MutableCatalogue } from './catalogue/create-catalogue.ts';
import { Listeners } from './listeners.ts';
import { Server } from './supervise/server.ts';

/** What a yard needs from outside. */
export interface YardOptions {
  readonly configuration: Configuration;
  readonly links: LinkStarter;
  readonly clock: Clock;
  readonly log: Log;
  /** Who servers are told is calling. */
  readonly client: { readonly name: string; readonly version: string };
  /** Names this yard in the chain of a request; unique among all running yards. */
  readonly chainId: string;
}

/** The yard of this process, which can also relay frames. */
export interface LocalYard extends Yard, Relay {}

/** Starts all enabled servers of a configuration, at once and in parallel. */
export function createYard(options: YardOptions): LocalYard {
  return new YardOfThisProcess(options);
}

class YardOfThisProcess implements LocalYard {
  readonly caller: ToolCaller;
  readonly #options: YardOptions;
  readonly #catalogue: MutableCatalogue;
  readonly #servers: ReadonlyMap<string, Server>;
  readonly #events = new Listeners<[event: YardEvent]>();
  readonly #notifications = new Listeners<[server: string, notification: Frame]>();

  constructor(options: YardOptions) {
    const { servers, settings } = options.configuration;
    this.#options = options;
    this.#catalogue = createCatalogue(servers.map((server) => server.key));
    this.#servers = new Map(servers.map((definition) => [definition.key, this.#createServer(definition)]));
    const limits = new Map(servers.map((server) => [server.key, server.timeoutMs]));
    this.caller = createToolCaller({
      yard: this,
      clock: options.clock,
      explain: (key) => this.#server(key).explain(),
      timeoutOf: (key) => limits.get(key) ?? settings.timeoutMs,
    });
    for (const server of this.#servers.values()) server.start();
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  servers(): readonly ServerStatus[] {
    return [...this.#servers.values()].map((server) => this.#status(server));
  }

  server(key: string): ServerStatus | undefined {
    const server = this.#servers.get(key);
    return server && this.#status(server);
  }

  on(listener: (event: YardEvent) => void): () => void {
    return this.#events.add((event) => {
      listener(event);
      return undefined;
    });
  }

  settled({ key, signal }: { readonly key?: string; readonly signal: AbortSignal }): Promise<void> {
    const watched = key === undefined ? [...this.#servers.values()] : [this.#server(key)];
    const isSettled = (): boolean => watched.every((server) => server.status().state !== 'starting');
    return new Promise((resolve) => {
      const check = (): void => {
        if (!isSettled() && !signal.aborted) return;
        forget();
        signal.removeEventListener('abort', check);
        resolve();
      };
      const forget = this.on(check);
      signal.addEventListener('abort', check, { once: true });
      check();
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.stop()));
  }

  request(key: string, request: RelayedRequest): SentRequest {
    const extended = extendChain(request, this.#options.chainId);
    if (!ToolyardError.is(extended)) return this.#server(key).request(extended);
    void Promise.resolve().then(() => request.onAnswer(extended));
    return { cancel: () => undefined };
  }

  notify(key: string, notification: Frame): void {
    this.#server(key).notify(notification);
  }

  greeting(key: string): Greeting | undefined {
    return this.#server(key).greeting();
  }

  onNotification(listener: (server: string, notification: Frame) => Pressure): () => void {
    return this.#notifications.add(listener);
  }

  #createServer(definition: ServerDefinition): Server {
    const { key } = definition;
    const { configuration, links, clock, log, client } = this.#options;
    const server: Server = new Server({
      definition,
      startTimeoutMs: configuration.settings.startTimeoutMs,
      links,
      clock,
      log,
      client,
      onChange: () => void this.#events.tell({ type: 'server-changed', status: this.#status(server) }),
      onList: (kind, entries) => this.#shelve(kind, key, entries),
      onNotification: (notification) => this.#notifications.tell(key, notification),
    });
    return server;
  }

  #shelve(kind: CatalogueKind, server: string, entries: readonly CatalogueEntry[]): void {
    if (this.#catalogue.set(kind, server, entries)) void this.#events.tell({ type: 'catalogue-changed', kind, server });
  }

  #server(key: string): Server {
    const server = this.#servers.get(key);
    if (server === undefined) throw new ToolyardError('server-not-found', `Server not found: ${key}`);
    return server;
  }

  #status(server: Server): ServerStatus {
    return { ...server.status(), tools: this.#catalogue.listOf('tools', server.key).length };
  }
}
