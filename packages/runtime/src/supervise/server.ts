import {
  CATALOGUE_KINDS,
  cutText,
  ToolyardError,
  type CatalogueEntry,
  type CatalogueKind,
  type Frame,
  type ServerIntroduction,
  type LinkEnd,
  type Pressure,
  type Question,
  type RelayedRequest,
  type Respondent,
  type SentRequest,
  type ServerDefinition,
  type ServerState,
  type ServerStatus,
} from '@toolyard/core';
import { refuseRequest } from '../link/refuse-request.ts';
import { advanceServerLife } from './advance-server-life.ts';
import { LinkPool, isTold, keepsPool, type PooledLinkOrigin } from './link-pool.ts';
import { connect, type ServerConnection } from './connect.ts';
import { createPendingRequests, type PendingRequests } from './create-pending-requests.ts';
import { createTimers, type Timers } from './create-timers.ts';
import { describeLinkEnd } from './describe-link-end.ts';
import { explainServer } from './explain-server.ts';
import { KnownServer } from './known-server.ts';
import { LIST_CHANGES } from './list-changes.ts';
import { toSharedCapabilities } from './passed-on.ts';
import type { Lists } from './saved-server.ts';
import type { ServerOptions } from './server-options.ts';
import { ServerLists, type ListChanges } from './server-lists.ts';
import { createServerLife, PROVED_AFTER_MS, type LifeEffect, type LifeEvent, type ServerLife } from './server-life.ts';
import { toFailure } from './to-failure.ts';
import { toServerStatus } from './to-server-status.ts';
import { tryConnection } from './try-connection.ts';
import { watchHealth } from './watch-health.ts';

/** When it is looked again whether the link that all share has nothing more to do. */
const LEAVE_AFTER_MS = 1000;

/** What is kept of a reason that a server gave; it stands in every status, and up to twenty times in the history. */
const MAX_REASON = 4000;

const NOTHING: readonly CatalogueEntry[] = [];

/** The states in which what is known of a server is offered. */
const OFFERING: readonly ServerState[] = ['running', 'starting', 'idle'];

/** What a server waits for before it starts. */
interface Beginning {
  readonly gone?: Promise<void>;
  readonly headStart?: Promise<void> | undefined;
}

/** One server of the yard: does what its life says, and tells its life what happens. */
export class Server {
  readonly key: string;
  readonly definition: ServerDefinition;
  readonly definitionHash: string;
  readonly #options: ServerOptions;
  readonly #known: KnownServer;
  readonly #lists: ServerLists;
  readonly #waiting: PendingRequests = createPendingRequests();
  readonly #linkPool: LinkPool;
  readonly #timers: Timers<'retry' | 'proof' | 'health' | 'idle'>;
  #life: ServerLife;
  #connection: ServerConnection | undefined;
  #attempt = new AbortController();
  /** What requests are told that are open when the link is closed. */
  #whyEnded = '';
  /** Resolves when nothing of the last attempt is left. */
  #gone: Promise<unknown> = Promise.resolve();
  /** Resolves when nothing of the server before this one is left. */
  #formerGone: Promise<unknown> = Promise.resolve();

  constructor(options: ServerOptions) {
    this.key = options.definition.key;
    this.definition = options.definition;
    this.definitionHash = options.definitionHash;
    this.#options = options;
    this.#timers = createTimers(options.clock);
    this.#known = new KnownServer(options);
    this.#life = createServerLife(this.#known.isEnabled, this.#known.savedLife);
    this.#linkPool = new LinkPool({
      ...options,
      ...this.#known.eras.ports,
      gone: () => this.#formerGone,
      isStateless: () => this.#known.greeting?.stateless === true,
      onConnected: (set) => this.#lists.check(set),
      onNotification: (notification, from) => this.#receive(notification, from),
    });
    this.#lists = new ServerLists({
      ...options,
      known: this.#known,
      linkPool: this.#linkPool,
      connection: () => this.#connection,
      request: (request) => this.request(request),
      onRead: (news) => this.#takeLists(news),
      warn: (text) => this.#warn(text),
      debug: (text) => options.log.write('debug', text, this.key),
    });
  }

  /**
   * Starts the server when the one before it is `gone`, unless it is disabled, or known from an earlier run and not needed
   * yet. What is known is offered at once, and has a head start.
   */
  begin({ gone = Promise.resolve(), headStart }: Beginning = {}): void {
    this.#gone = this.#known.lists.all === undefined ? gone : Promise.all([gone, headStart]);
    this.#formerGone = gone;
    const isPatient = this.#isPerSession || this.definition.start === 'lazy';
    const idle = isPatient && this.#known.lists.all !== undefined;
    this.#offer();
    this.#live({ type: 'begin', idle });
  }

  /** Switches the server on for good, and tries it again where it was given up. */
  enable(): void {
    this.#known.switchTo(true);
    this.#live({ type: 'enable' });
    this.#known.remember(this.#life);
  }

  /** Switches the server off for good. */
  disable(): void {
    this.#known.switchTo(false);
    this.#whyEnded = 'it was disabled';
    this.#live({ type: 'disable' });
    this.#known.remember(this.#life);
  }

  /** Ends the server; resolves when nothing of it is left. Open requests are told `why`. */
  async stop(why: string): Promise<void> {
    this.#whyEnded = why;
    this.#live({ type: 'stop' });
    await this.#gone;
  }

  /** Each session has a copy for itself; the link that all share is only there to learn what the server offers. */
  get #isPerSession(): boolean {
    return this.definition.sharing === 'per-session';
  }

  get isStarting(): boolean {
    return this.#life.state === 'starting';
  }

  /** When it is tried again, in milliseconds since 1970; `undefined` where it does not wait for that. */
  get nextTryAt(): number | undefined {
    return this.#life.nextTryAt;
  }

  status(): ServerStatus {
    const tools = this.#offered()?.get('tools')?.length ?? 0;
    const status = toServerStatus(this.key, this.#life, { ...this.#options, tools });
    if (this.#offered() === undefined) return status;
    const { cut } = this.#known.lists;
    return {
      ...(cut === undefined ? {} : { reason: cut }),
      ...status,
      ...(this.#connection === undefined ? { remembered: true } : {}),
    };
  }

  /** Why the server takes no requests now, and what happens next. */
  explain(): string {
    return explainServer(toServerStatus(this.key, this.#life, this.#options), this.#options.clock.now());
  }

  /** What the server said about itself, now or when it last ran; `undefined` where its tools are not offered. */
  greeting(): ServerIntroduction | undefined {
    return this.#offered() === undefined ? undefined : this.#known.greeting;
  }

  /** Starts the server where it is idle. */
  wake(): void {
    if (this.#life.state !== 'idle' || (this.#isPerSession && this.#known.lists.all !== undefined)) return;
    this.#live({ type: 'wanted' });
  }

  /** What it offers to a respondent, nothing where that is not known; the same array until it changes. */
  listFor(respondent: Respondent, kind: CatalogueKind): readonly CatalogueEntry[] {
    return this.#offered() === undefined ? NOTHING : this.#lists.listFor(respondent, kind);
  }

  /** Finds out what it offers to a respondent; `undefined` where that is known, or the server cannot be asked. */
  learnLists(respondent: Respondent): Promise<void> | undefined {
    return OFFERING.includes(this.#life.state) ? this.#lists.learn(respondent) : undefined;
  }

  /** Sends to the server; one that is idle is started for it, one that is starting is waited for. */
  request(request: RelayedRequest): SentRequest {
    this.wake();
    const { respondent } = request;
    if (respondent !== undefined && this.#isPerSession && this.#offered() !== undefined) {
      return this.#linkPool.request(request, respondent);
    }
    if (this.#connection !== undefined && this.#life.state === 'running') {
      this.#watchUse();
      const { link, exchange } = this.#connection;
      this.#linkPool.note(request);
      const isOwn = link.perRequestCapabilities !== true && this.#linkPool.isFor(request);
      return respondent !== undefined && isOwn
        ? this.#linkPool.request(request, respondent)
        : exchange.request(request);
    }
    if (this.#life.state === 'starting') return this.#waiting.add(request);
    return refuseRequest(request, this.#toUnavailable(this.explain()));
  }

  /** Tells the server on the links that sessions share, or on a session's own. */
  notify(notification: Frame, session?: string): void {
    this.#linkPool.notify(notification, session);
    const isToldHere = session === undefined && isTold(toSharedCapabilities(this.definition), notification);
    if (isToldHere) this.#connection?.exchange.notify(notification);
  }

  /** Ends what was started for one session alone. */
  endSession(session: string): void {
    this.#lists.endSession(session);
    this.#linkPool.endSession(session);
  }

  #live(event: LifeEvent): void {
    const before = this.#life;
    const { clock, settings, log } = this.#options;
    const { life, effects } = advanceServerLife(before, event, clock.now(), settings());
    if (life === before) return;
    this.#life = life;
    this.#offer();
    for (const effect of effects) this.#perform(effect);
    if (life.state === 'running') this.#waiting.admit((request) => this.request(request));
    else if (life.state !== 'starting') this.#waiting.dismiss(this.#toUnavailable(this.explain()));
    if (!keepsPool(life.state, this.#isPerSession))
      this.#gone = Promise.all([this.#gone, this.#linkPool.end(this.#whyEnded)]);
    if (event.type === 'failed' && before.state === 'starting') this.#known.eras.doubt();
    if (event.type === 'failed') log.write('error', this.explain(), this.key);
    // What is known from an environment that has its variables stays known.
    const isNews = event.type === 'failed' && life.failure?.code !== 'missing_env_var';
    if (isNews || event.type === 'connected') this.#known.remember(this.#life);
    this.#options.onChange();
  }

  #perform(effect: LifeEffect): void {
    switch (effect.type) {
      case 'connect':
        this.#gone = this.#connect(effect.attempt, this.#gone);
        break;
      case 'disconnect':
        this.#disconnect();
        break;
      case 'retry-in':
        this.#timers.start('retry', effect.ms, () => this.#live({ type: 'retry-due', attempt: effect.attempt }));
        break;
      case 'forget-retry':
        this.#timers.stop('retry');
        break;
      case 'tell-auto-disabled':
        this.#options.onAutoDisabled(effect.reason);
        break;
      default:
        effect satisfies never;
    }
  }

  async #connect(attempt: number, gone: Promise<unknown>): Promise<void> {
    const { caller, definition, settings } = this.#options;
    const ending = new AbortController();
    this.#attempt = ending;
    // Two copies of one server at once could spoil what it works on.
    await gone;
    const tried = await tryConnection(
      {
        ...this.#options,
        caller: { ...caller, capabilities: toSharedCapabilities(definition) },
        startTimeoutMs: settings().startTimeoutMs,
        signal: ending.signal,
        ...this.#known.eras.ports,
        onStarted: () => this.#live({ type: 'started', attempt }),
        onNotification: (notification: Frame) => this.#receive(notification),
        onUnrelated: (question: Question) => this.#options.onUnrelated(question),
        limits: settings(),
        toLoss: (end: LinkEnd) => this.#toLoss(end),
      },
      connect,
    );
    if ('failure' in tried) this.#live({ type: 'failed', attempt, failure: this.#redacted(tried.failure) });
    else if (ending.signal.aborted) await tried.connection.link.close();
    else this.#connected(attempt, tried.connection);
  }

  #connected(attempt: number, connection: ServerConnection): void {
    this.#lists.begin(connection);
    this.#connection = connection;
    this.#live({ type: 'connected', attempt });
    this.#lists.resume();
    this.#timers.start('proof', PROVED_AFTER_MS, () => this.#live({ type: 'proved', attempt }));
    this.#timers.keep('health', this.#watchHealth(attempt, connection));
    this.#watchUse();
    void connection.link.closed.then((end) => {
      if (!end.expected) this.#live({ type: 'failed', attempt, failure: this.#redacted(toFailure(end)) });
    });
    if (this.#isPerSession) this.#leaveToSessions();
  }

  /** What the server offers is known, and sessions start it for themselves. */
  #leaveToSessions(): void {
    if (this.#connection?.exchange.isBusy() === true) {
      this.#timers.start('idle', LEAVE_AFTER_MS, () => this.#leaveToSessions());
      return;
    }
    this.#whyEnded = 'each session has its own';
    this.#live({ type: 'unused' });
  }

  #redacted<Failed extends { readonly reason: string }>(failure: Failed): Failed {
    return { ...failure, reason: cutText(this.#options.redact(failure.reason), MAX_REASON) };
  }

  #disconnect(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#lists.pause();
    for (const name of ['proof', 'health', 'idle'] as const) this.#timers.stop(name);
    this.#attempt.abort(this.#toUnavailable(`Server "${this.key}" is no longer needed.`));
    this.#gone = Promise.all([this.#gone, connection?.link.close()]);
  }

  #watchHealth(attempt: number, { exchange }: ServerConnection): () => void {
    const { clock } = this.#options;
    const intervalMs = this.#options.settings().healthCheckMs;
    const reason = `did not answer a ping within ${intervalMs} ms`;
    return watchHealth({
      exchange,
      clock,
      intervalMs,
      onPing: (latencyMs) => this.#live({ type: 'pinged', attempt, latencyMs }),
      onSilence: () => {
        this.#whyEnded = `it ${reason}`;
        this.#live({ type: 'failed', attempt, failure: { kind: 'outage', reason, lastLines: [] } });
      },
    });
  }

  /** Begins to count the time without use anew. */
  #watchUse(): void {
    const { idleStopMs } = this.definition;
    if (idleStopMs === undefined || this.#isPerSession) return;
    this.#timers.start('idle', idleStopMs, () => {
      if (this.#connection?.exchange.isBusy() === true || this.#linkPool.isBusy()) return this.#watchUse();
      this.#whyEnded = 'nobody used it';
      this.#live({ type: 'unused' });
    });
  }

  #receive(notification: Frame, from?: PooledLinkOrigin): Pressure {
    const kinds = LIST_CHANGES[notification.method ?? ''];
    if (kinds === undefined) return this.#options.onNotification(notification, from?.session);
    for (const kind of kinds) this.#lists.refresh(kind, from?.set);
    return undefined;
  }

  #takeLists({ changed, isCutOtherwise }: ListChanges): void {
    this.#offer();
    if (this.#isPerSession && this.#offered() !== undefined) {
      for (const [set, kinds] of changed) this.#options.onSetChange(set, kinds);
    }
    this.#known.remember(this.#life);
    if (isCutOtherwise) this.#options.onChange();
  }

  #offered(): Lists | undefined {
    return OFFERING.includes(this.#life.state) ? this.#known.lists.all : undefined;
  }

  #offer(): void {
    const lists = this.#offered();
    for (const kind of CATALOGUE_KINDS) this.#options.onList(kind, lists?.get(kind) ?? NOTHING);
  }

  #warn(text: string): void {
    const { log, redact } = this.#options;
    const shown = cutText(redact(text), MAX_REASON);
    if (this.#life.state !== 'stopped') log.write('warning', `Server "${this.key}": ${shown}`, this.key);
  }

  #toLoss(end: LinkEnd): ToolyardError {
    const how = end.expected ? `was stopped: ${this.#whyEnded}` : this.#options.redact(describeLinkEnd(end));
    return new ToolyardError('connection-lost', `Server "${this.key}" ${how}`);
  }

  #toUnavailable(message: string): ToolyardError {
    return new ToolyardError('server-unavailable', message);
  }
}
