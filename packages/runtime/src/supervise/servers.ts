import {
  CATALOGUE_KINDS,
  reportBug,
  ToolyardError,
  type AskedQuestion,
  type CatalogueEntry,
  type CatalogueKind,
  type Clock,
  type Configuration,
  type Frame,
  type LinkStarter,
  type Log,
  type Pressure,
  type Question,
  type Respondent,
  type ServerDefinition,
  type ServerMemory,
  type ServerState,
  type Settings,
  type YardEvent,
} from '@toolyard/core';
import { createCatalogue, type MutableCatalogue } from '../catalogue/create-catalogue.ts';
import { Listeners } from '../events/listeners.ts';
import { waitForEvent } from '../events/wait-for-event.ts';
import { createQuestionLimit } from '../link/create-question-limit.ts';
import type { HandshakeCaller } from '../link/handshake.ts';
import { createCopyLimit } from './create-copy-limit.ts';
import { hashDefinition } from './hash-definition.ts';
import { Server } from './server.ts';

export interface ServersOptions {
  readonly configuration: Configuration;
  readonly links: LinkStarter;
  readonly clock: Clock;
  readonly log: Log;
  readonly memory: ServerMemory;
  readonly caller: HandshakeCaller;
  /** What the first start of servers that are known from an earlier run waits for; nothing where absent. */
  readonly headStart?: Promise<void> | undefined;
  /** No next try is promised, since the yard ends with the command that it was started for. */
  readonly isForOneCommand?: boolean;
  /** Takes the secrets of a server out of what is shown and kept of its failures. */
  redact(text: string, server: ServerDefinition): string;
  /** `session` is whose own link it came on, if it is one's own. */
  onNotification(server: string, notification: Frame, session?: string): Pressure;
  /** Takes a question that belongs to no request, or leaves it. */
  onUnrelated(server: string, question: Question, session?: string): AskedQuestion | undefined;
}

/** The states from which a server comes back by itself. */
const RETURNING: readonly ServerState[] = ['idle', 'starting', 'running', 'retrying'];

/** A call and its server are tried again after the same time; who comes first by that little waits for the other. */
const TRY_SLACK_MS = 100;

/** The servers of one configuration, which can be another one from now on, and what they offer. */
export class Servers {
  readonly catalogue: MutableCatalogue;
  readonly #options: ServersOptions;
  readonly #events: Listeners<[event: YardEvent]>;
  readonly #copies = createCopyLimit(() => this.settings.sessionCopyLimit);
  readonly #questionLimit = createQuestionLimit();
  #configuration: Configuration;
  #wanted: Configuration | undefined;
  #reconfiguring: Promise<void> | undefined;
  #isStopped = false;
  #byKey: ReadonlyMap<string, Server>;

  constructor(options: ServersOptions) {
    const { configuration, log } = options;
    this.#options = options;
    this.#events = new Listeners((error) => reportBug(log, error));
    this.#configuration = configuration;
    this.catalogue = createCatalogue(configuration.servers.map((server) => server.key));
    this.#byKey = this.#toServers(configuration);
  }

  get configuration(): Configuration {
    return this.#configuration;
  }

  get settings(): Settings {
    return this.#configuration.settings;
  }

  /** In configuration order. */
  all(): readonly Server[] {
    return [...this.#byKey.values()];
  }

  find(key: string): Server | undefined {
    return this.#byKey.get(key);
  }

  /** Throws `ToolyardError` where the configuration does not have it. */
  get(key: string): Server {
    const server = this.#byKey.get(key);
    if (server === undefined) throw new ToolyardError('server-not-found', `Server not found: ${key}`);
    return server;
  }

  /** Calls `listener` for every event from now on; the returned function ends that. */
  on(listener: (event: YardEvent) => void): () => void {
    return this.#events.add((event) => {
      listener(event);
      return undefined;
    });
  }

  /** Starts those that are enabled. */
  begin(): void {
    const { headStart } = this.#options;
    for (const server of this.#byKey.values()) server.begin({ headStart });
  }

  /** Starts a server that is idle; answers whether it has to be waited for. */
  wake(key: string): boolean {
    const server = this.#byKey.get(key);
    server?.wake();
    return server?.isStarting === true;
  }

  /** Starts a server that is idle; resolves when one that is starting or about to is as ready as it gets, or on abort. */
  ready(key: string, signal: AbortSignal): Promise<void> {
    this.wake(key);
    const isReady = (): boolean => this.#byKey.get(key)?.isStarting !== true && !this.#isDue(key);
    return waitForEvent((listener) => this.on(listener), isReady, signal);
  }

  /** Whether a server that is not there comes back by itself. */
  returns(key: string): boolean {
    return RETURNING.includes(this.#byKey.get(key)?.status().state ?? 'stopped');
  }

  /** How many calls a server takes at once; -1 is any number. */
  limitOf(key: string): number {
    return this.#byKey.get(key)?.definition.concurrentLimit ?? -1;
  }

  /** The time limit of a call that names none, in milliseconds. */
  timeoutOf(key: string): number {
    return this.#byKey.get(key)?.definition.timeoutMs ?? this.settings.timeoutMs;
  }

  /** Finds out what servers offer to a respondent where that is not known; `undefined` where it is. */
  learnLists(respondent: Respondent): Promise<void> | undefined {
    const learning = this.all().flatMap((server) => server.learnLists(respondent) ?? []);
    return learning.length === 0 ? undefined : Promise.all(learning).then(() => undefined);
  }

  /** Applies the difference: only changed servers restart. Resolves when what was replaced is gone. */
  async reconfigure(configuration: Configuration): Promise<void> {
    if (this.#isStopped) return;
    this.#wanted = configuration;
    this.#reconfiguring ??= this.#applyWanted();
    await this.#reconfiguring;
  }

  /** Stops every server; resolves when nothing of them is left. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wanted = undefined;
    const stops = this.all().map((server) => server.stop('Toolyard is ending'));
    await Promise.all([...stops, this.#reconfiguring]);
  }

  #isDue(key: string): boolean {
    const nextTryAt = this.#byKey.get(key)?.nextTryAt;
    return nextTryAt !== undefined && nextTryAt <= this.#options.clock.now() + TRY_SLACK_MS;
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
    const before = this.#byKey;
    this.#configuration = configuration;
    this.#byKey = this.#toServers(configuration, before);
    const replaced = [...before.values()].filter((server) => this.#byKey.get(server.key) !== server);
    for (const { key } of replaced) for (const kind of CATALOGUE_KINDS) this.#take(kind, key, []);
    this.catalogue.order([...this.#byKey.keys()]);
    void this.#events.tell({ type: 'configuration-changed' });
    for (const [key, server] of this.#byKey) if (!before.has(key)) server.begin();
    await Promise.all(replaced.map((server) => this.#replace(server, this.#byKey.get(server.key))));
  }

  /** Those of a configuration; the ones of `before` that it has unchanged stay. */
  #toServers(configuration: Configuration, before?: ReadonlyMap<string, Server>): ReadonlyMap<string, Server> {
    return new Map(
      configuration.servers.map((definition) => {
        const hash = hashDefinition(definition);
        const current = before?.get(definition.key);
        return [definition.key, current?.definitionHash === hash ? current : this.#create(definition, hash)];
      }),
    );
  }

  #create(definition: ServerDefinition, definitionHash: string): Server {
    const { key } = definition;
    const { links, clock, log, caller, memory, redact, isForOneCommand = false } = this.#options;
    const { onNotification, onUnrelated } = this.#options;
    const server: Server = new Server({
      definition,
      definitionHash,
      settings: () => this.settings,
      copies: this.#copies,
      questionLimit: this.#questionLimit,
      links,
      clock,
      log,
      caller,
      memory,
      isForOneCommand,
      redact: (text) => redact(text, definition),
      onChange: () => this.#tell(server, { type: 'server-changed', status: server.status() }),
      onAutoDisabled: (reason) => this.#tell(server, { type: 'server-auto-disabled', key, reason }),
      onNotification: (notification, session) => onNotification(key, notification, session),
      onUnrelated: (question, session) => onUnrelated(key, question, session),
      onList: (kind, entries) => {
        if (this.#byKey.get(key) === server) this.#take(kind, key, entries);
      },
      onSetChange: (set, kinds) => {
        for (const kind of kinds) this.#tell(server, { type: 'catalogue-changed', kind, server: key, set });
      },
    });
    return server;
  }

  /** News of a server that was replaced is of no interest any more. */
  #tell(server: Server, event: YardEvent): void {
    if (this.#byKey.get(server.key) === server) void this.#events.tell(event);
  }

  /** The next one begins at once and waits for the old one itself: whoever calls it meanwhile then waits too. */
  #replace(old: Server, next: Server | undefined): Promise<void> {
    const gone = old.stop(next === undefined ? 'it was removed from the configuration' : 'its configuration changed');
    next?.begin({ gone });
    return gone;
  }

  #take(kind: CatalogueKind, server: string, entries: readonly CatalogueEntry[]): void {
    if (this.catalogue.set(kind, server, entries)) void this.#events.tell({ type: 'catalogue-changed', kind, server });
  }
}
