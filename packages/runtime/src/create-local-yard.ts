import {
  reportBug,
  ToolyardError,
  type AskedQuestion,
  type Calls,
  type Catalogue,
  type CatalogueEntry,
  type CatalogueKind,
  type Clock,
  type Configuration,
  type Frame,
  type ServerIntroduction,
  type LinkStarter,
  type Log,
  type NotificationListener,
  type Question,
  type QuestionListener,
  type Relay,
  type RelayedRequest,
  type Respondent,
  type SentRequest,
  type ServerDefinition,
  type ServerMemory,
  type ServerStatus,
  type ToolCaller,
  type Yard,
  type YardEvent,
} from '@toolyard/core';
import { CallChain } from './call/call-chain.ts';
import { createCallScheduler, type CallScheduler } from './call/create-call-scheduler.ts';
import { createToolCaller } from './call/create-tool-caller.ts';
import { Listeners } from './events/listeners.ts';
import { waitForEvent } from './events/wait-for-event.ts';
import { refuseRequest } from './link/refuse-request.ts';
import { createVolatileMemory } from './supervise/create-volatile-memory.ts';
import { Servers } from './supervise/servers.ts';

export interface YardOptions {
  readonly configuration: Configuration;
  readonly links: LinkStarter;
  readonly clock: Clock;
  readonly log: Log;
  /** What outlives this yard; nothing does where it is absent. */
  readonly memory?: ServerMemory;
  /** Until it resolves, servers of which something is remembered are offered by that alone, and not started. */
  readonly headStart?: Promise<void> | undefined;
  /** It ends with the command that it was started for, so it promises no next try. */
  readonly isForOneCommand?: boolean;
  /** Takes the secrets of a server out of what is shown and kept of its failures; a server may quote what it was given. */
  readonly redact?: (text: string, server: ServerDefinition) => string;
  /** Takes all secrets out of what is shown of calls, and of what is wrong with the configuration. */
  readonly redactShown?: (text: string) => string;
  /** Why the configuration that runs is not what its file says now, for people; `undefined` where it is. */
  readonly configurationProblem?: () => string | undefined;
  /**
   * Called before a server that the configuration has disabled, or that lacks variables, is enabled, and may reconfigure the yard for it; what
   * it rejects with is why the server stays off.
   */
  readonly prepareServer?: (key: string) => Promise<void>;
  /** Called once, when so many calls were asked for that many more are likely. */
  readonly onManyCalls?: (() => void) | undefined;
  /** Who servers are told is calling. */
  readonly client: { readonly name: string; readonly version: string };
  /** Names this yard in the chain of a request; unique among all running yards. */
  readonly chainId: string;
}

/** The yard of this process, which can also relay frames and take another configuration. */
export interface LocalYard extends Yard, Relay {
  /** Applies the difference: only changed servers restart. Resolves when what was replaced is gone. */
  reconfigure(configuration: Configuration): Promise<void>;
}

/** Starts all enabled servers of a configuration, at once and in parallel. */
export function createLocalYard(options: YardOptions): LocalYard {
  return new SupervisedYard(options);
}

class SupervisedYard implements LocalYard {
  readonly caller: ToolCaller;
  readonly #options: YardOptions;
  readonly #chain: CallChain;
  readonly #servers: Servers;
  readonly #scheduler: CallScheduler;
  readonly #notifications: Listeners<[server: string, notification: Frame, session?: string]>;
  #questions: readonly QuestionListener[] = [];

  constructor(options: YardOptions) {
    const { log, clock, client, chainId, redact, redactShown, onManyCalls } = options;
    const chain = new CallChain(chainId);
    this.#options = options;
    this.#chain = chain;
    this.#notifications = new Listeners((error) => reportBug(log, error));
    const servers = new Servers({
      ...options,
      memory: options.memory ?? createVolatileMemory(),
      caller: { client, meta: chain.meta },
      redact: (text, server) => redact?.(text, server) ?? text,
      onNotification: (key, notification, session) => this.#notifications.tell(key, notification, session),
      onUnrelated: (key, question, session) => this.#offerQuestion(key, question, session),
    });
    this.#servers = servers;
    const scheduler = createCallScheduler({ servers, clock, log, idPrefix: chainId, redactShown, onManyCalls });
    this.#scheduler = scheduler;
    this.caller = createToolCaller({ servers, scheduler, log, clock, chain });
    servers.on(({ type }) => {
      if (type === 'configuration-changed') scheduler.reviewLimits();
    });
    servers.begin();
  }

  get catalogue(): Catalogue {
    return this.#servers.catalogue;
  }

  get calls(): Calls {
    return this.#scheduler.calls;
  }

  servers(): readonly ServerStatus[] {
    return this.#servers.all().map((server) => server.status());
  }

  server(key: string): ServerStatus | undefined {
    return this.#servers.find(key)?.status();
  }

  on(listener: (event: YardEvent) => void): () => void {
    return this.#servers.on(listener);
  }

  settled({ key, signal }: { readonly key?: string; readonly signal: AbortSignal }): Promise<void> {
    const isSettled = (): boolean =>
      (key === undefined ? this.#servers.all() : [this.#servers.find(key)]).every(
        (server) => server?.isStarting !== true,
      );
    return waitForEvent((listener) => this.on(listener), isSettled, signal);
  }

  async enable(key: string): Promise<void> {
    const { enabled, missing } = this.#servers.get(key).definition;
    // What was missing may have been given since.
    if (!enabled || missing !== undefined) await this.#options.prepareServer?.(key);
    this.#servers.get(key).enable();
  }

  async disable(key: string): Promise<void> {
    this.#servers.get(key).disable();
  }

  reconfigure(configuration: Configuration): Promise<void> {
    return this.#servers.reconfigure(configuration);
  }

  async stop(): Promise<void> {
    this.#scheduler.end();
    await this.#servers.stop();
  }

  request(key: string, request: RelayedRequest): SentRequest {
    const server = this.#servers.get(key);
    const extended = this.#chain.extend(request);
    const isCall = request.frame.method === 'tools/call';
    if (ToolyardError.is(extended)) {
      return isCall ? this.#scheduler.refuse(key, request, extended) : refuseRequest(request, extended);
    }
    return isCall ? this.#scheduler.relay(key, extended) : server.request(extended);
  }

  configuration(): Configuration {
    return this.#servers.configuration;
  }

  configurationProblem(): string | undefined {
    const { configurationProblem, redactShown } = this.#options;
    const problem = configurationProblem?.();
    return problem === undefined ? undefined : (redactShown?.(problem) ?? problem);
  }

  checkChain(message: Frame): ToolyardError | undefined {
    return this.#chain.check(message);
  }

  notify(key: string, notification: Frame, session?: string): void {
    this.#servers.get(key).notify(notification, session);
  }

  explain(key: string): string {
    return this.#servers.get(key).explain();
  }

  listFor(respondent: Respondent, kind: CatalogueKind, key: string): readonly CatalogueEntry[] {
    return this.#servers.find(key)?.listFor(respondent, kind) ?? [];
  }

  learnLists(respondent: Respondent): Promise<void> | undefined {
    return this.#servers.learnLists(respondent);
  }

  greeting(key: string): ServerIntroduction | undefined {
    return this.#servers.find(key)?.greeting();
  }

  onNotification(listener: NotificationListener): () => void {
    return this.#notifications.add(listener);
  }

  endSession(session: string): void {
    for (const server of this.#servers.all()) server.endSession(session);
  }

  onQuestion(listener: QuestionListener): () => void {
    this.#questions = [...this.#questions, listener];
    return () => (this.#questions = this.#questions.filter((other) => other !== listener));
  }

  #offerQuestion(key: string, question: Question, session: string | undefined): AskedQuestion | undefined {
    for (const listener of this.#questions) {
      const asked = listener(key, question, session);
      if (asked !== undefined) return asked;
    }
    return undefined;
  }
}
