import {
  CATALOGUE_KINDS,
  toMessage,
  ToolyardError,
  type AskedQuestion,
  type CatalogueEntry,
  type CatalogueKind,
  type Clock,
  type Frame,
  type Greeting,
  type LinkEnd,
  type LinkStarter,
  type Log,
  type Pressure,
  type Question,
  type RelayedRequest,
  type SentRequest,
  type ServerDefinition,
  type ServerMemory,
  type ServerStatus,
  type Settings,
} from '@toolyard/core';
import type { Caller } from '../link/handshake.ts';
import { refuseRequest } from '../link/refuse-request.ts';
import { advanceServerLife } from './advance-server-life.ts';
import { listSelected, offers, type Connection } from './connect.ts';
import { createRefresher, type Refresher } from './create-refresher.ts';
import { createWaitingRoom, type WaitingRoom } from './create-waiting-room.ts';
import { describeEnd } from './describe-end.ts';
import { explainServerLife } from './explain-server-life.ts';
import { toSharedCapabilities } from './passed-on.ts';
import { toLists, toSaved, toSavedLife, toTexts, type Lists } from './saved-server.ts';
import { createServerLife, type LifeEffect, type LifeEvent, type ServerLife } from './server-life.ts';
import { toFailure } from './to-failure.ts';
import { toServerStatus } from './to-server-status.ts';
import { tryConnection } from './try-connection.ts';
import { watchHealth } from './watch-health.ts';

/** What a server needs from outside, and whom it tells. */
export interface ServerOptions {
  readonly definition: ServerDefinition;
  /** Tells this definition from an earlier one under the same key. */
  readonly definitionHash: string;
  /** May change while the server lives. */
  settings(): Pick<Settings, 'retryDelaysMs' | 'healthCheckMs' | 'startTimeoutMs'>;
  readonly links: LinkStarter;
  readonly clock: Clock;
  readonly log: Log;
  readonly memory: ServerMemory;
  readonly caller: Caller;
  /** Takes secrets out of what is shown and kept of a failure. */
  redact(text: string): string;
  onChange(): void;
  onAutoDisabled(reason: string): void;
  onList(kind: CatalogueKind, entries: readonly CatalogueEntry[]): void;
  /** `session` is whose own link it came on, if it is one's own. */
  onNotification(notification: Frame, session?: string): Pressure;
  /** Takes a question that belongs to no request, or leaves it. */
  onUnrelated(question: Question, session?: string): AskedQuestion | undefined;
}

const LIST_CHANGES: Readonly<Record<string, readonly CatalogueKind[]>> = {
  'notifications/tools/list_changed': ['tools'],
  'notifications/prompts/list_changed': ['prompts'],
  'notifications/resources/list_changed': ['resources', 'templates'],
};

/** How long a server has to stay up before a crash counts as a new trouble and not as the old one. */
const PROVED_AFTER_MS = 10_000;

const NOTHING: readonly CatalogueEntry[] = [];

/** One server of the yard: does what its life says, and tells its life what happens. */
export class Server {
  readonly key: string;
  readonly definitionHash: string;
  readonly #options: ServerOptions;
  readonly #refresher: Refresher;
  readonly #waiting: WaitingRoom = createWaitingRoom();
  readonly #timers = new Map<'retry' | 'proof' | 'health' | 'idle', () => void>();
  #life: ServerLife;
  /** A person's switch, if one was set for this definition. */
  #switch: boolean | undefined;
  #connection: Connection | undefined;
  #greeting: Greeting | undefined;
  /** What it last offered, in this run or an earlier one. */
  #lists: Lists | undefined;
  #attempt = new AbortController();
  /** What requests are told that are open when the link is closed. */
  #whyEnded = '';
  /** Resolves when nothing of the last attempt is left. */
  #gone: Promise<unknown> = Promise.resolve();

  constructor(options: ServerOptions) {
    const { definition, definitionHash, memory } = options;
    this.key = definition.key;
    this.definitionHash = definitionHash;
    this.#options = options;
    const remembered = memory.recall(this.key);
    const saved = remembered?.definitionHash === definitionHash ? remembered : undefined;
    this.#switch = saved?.enabled;
    this.#greeting = saved?.greeting;
    this.#lists = saved?.lists && toLists(this.key, saved.lists);
    this.#life = createServerLife(this.#switch ?? definition.enabled, saved && toSavedLife(saved));
    this.#refresher = createRefresher({
      read: (kind) => this.#readAgain(kind),
      onError: (kind, error) => this.#warn(`its ${kind} could not be read again: ${toMessage(error)}`),
    });
  }

  /** Starts the server when the one before it is `gone`, unless it is disabled, or lazy and known from an earlier run. */
  begin(gone: Promise<void> = Promise.resolve()): void {
    this.#gone = gone;
    const idle = this.#options.definition.start === 'lazy' && this.#lists !== undefined;
    this.#offer();
    this.#live({ type: 'begin', idle });
  }

  /** Switches the server on for good, and tries it again where it was given up. */
  enable(): void {
    this.#switch = true;
    this.#live({ type: 'enable' });
    this.#remember();
  }

  /** Switches the server off for good. */
  disable(): void {
    this.#switch = false;
    this.#whyEnded = 'it was disabled';
    this.#live({ type: 'disable' });
    this.#remember();
  }

  /** Ends the server; resolves when nothing of it is left. Open requests are told `why`. */
  async stop(why: string): Promise<void> {
    this.#whyEnded = why;
    this.#live({ type: 'stop' });
    await this.#gone;
  }

  /** How many calls it takes at once; -1 is any number. */
  get concurrentLimit(): number {
    return this.#options.definition.concurrentLimit ?? -1;
  }

  get isStarting(): boolean {
    return this.#life.state === 'starting';
  }

  status(): ServerStatus {
    const status = toServerStatus(this.key, this.#life, this.#offered()?.get('tools')?.length ?? 0);
    const isKnown = this.#connection === undefined && this.#offered() !== undefined;
    return isKnown ? { ...status, remembered: true } : status;
  }

  /** Why the server takes no requests now, and what happens next. */
  explain(): string {
    return explainServerLife(this.key, this.#life, this.#options.clock.now());
  }

  /** What the server said about itself, now or when it last ran; `undefined` where its tools are not offered. */
  greeting(): Greeting | undefined {
    return this.#offered() === undefined ? undefined : this.#greeting;
  }

  /** Starts the server where it is idle. */
  wake(): void {
    if (this.#life.state === 'idle') this.#live({ type: 'wanted' });
  }

  /** Sends to the server; one that is idle is started for it, one that is starting is waited for. */
  request(request: RelayedRequest): SentRequest {
    this.wake();
    if (this.#connection !== undefined && this.#life.state === 'running') {
      this.#watchUse();
      return this.#connection.exchange.request(request);
    }
    if (this.#life.state === 'starting') return this.#waiting.add(request);
    return refuseRequest(request, this.#toUnavailable(this.explain()));
  }

  notify(notification: Frame): void {
    this.#connection?.exchange.notify(notification);
  }

  /** Ends what was started for one session alone. */
  endSession(_session: string): void {
    this.#options.log.write('debug', 'a session is over', this.key);
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
    if (event.type === 'failed') log.write('error', this.explain(), this.key);
    if (event.type === 'failed' || event.type === 'connected') this.#remember();
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
        this.#time('retry', effect.ms, () => this.#live({ type: 'retry-due', attempt: effect.attempt }));
        break;
      case 'forget-retry':
        this.#forget('retry');
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
    const tried = await tryConnection({
      ...this.#options,
      caller: { ...caller, capabilities: toSharedCapabilities(definition) },
      startTimeoutMs: settings().startTimeoutMs,
      signal: ending.signal,
      onStarted: () => this.#live({ type: 'started', attempt }),
      onNotification: (notification) => this.#receive(notification),
      onUnrelated: (question) => this.#options.onUnrelated(question),
      onOddity: (text) => this.#warn(text),
      toLoss: (end) => this.#toLoss(end),
    });
    if ('failure' in tried) this.#live({ type: 'failed', attempt, failure: this.#redacted(tried.failure) });
    else if (ending.signal.aborted) await tried.connection.link.close();
    else this.#connected(attempt, tried.connection);
  }

  #connected(attempt: number, connection: Connection): void {
    this.#connection = connection;
    this.#greeting = connection.greeting;
    this.#lists = connection.lists;
    this.#live({ type: 'connected', attempt });
    this.#refresher.resume();
    this.#time('proof', PROVED_AFTER_MS, () => this.#live({ type: 'proved', attempt }));
    this.#timers.set('health', this.#watchHealth(attempt, connection));
    this.#watchUse();
    void connection.link.closed.then((end) => {
      if (!end.expected) this.#live({ type: 'failed', attempt, failure: this.#redacted(toFailure(end)) });
    });
  }

  #redacted<Failed extends { readonly reason: string }>(failure: Failed): Failed {
    return { ...failure, reason: this.#options.redact(failure.reason) };
  }

  #disconnect(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#refresher.pause();
    for (const name of ['proof', 'health', 'idle'] as const) this.#forget(name);
    this.#attempt.abort(this.#toUnavailable(`Server "${this.key}" is not wanted any more.`));
    this.#gone = Promise.all([this.#gone, connection?.link.close()]);
  }

  #watchHealth(attempt: number, { exchange }: Connection): () => void {
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
    const { idleStopMs } = this.#options.definition;
    if (idleStopMs === undefined) return;
    this.#time('idle', idleStopMs, () => {
      if (this.#connection?.exchange.isBusy() === true) return this.#watchUse();
      this.#whyEnded = 'nobody used it';
      this.#live({ type: 'unused' });
    });
  }

  #receive(notification: Frame): Pressure {
    const kinds = LIST_CHANGES[notification.method ?? ''];
    if (kinds === undefined) return this.#options.onNotification(notification);
    for (const kind of kinds) this.#refresher.refresh(kind);
    return undefined;
  }

  async #readAgain(kind: CatalogueKind): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined || !offers(connection.greeting, kind)) return;
    const entries = await listSelected(connection.exchange, kind, {
      definition: this.#options.definition,
      signal: this.#attempt.signal,
      onOddity: (text) => this.#warn(text),
    });
    if (this.#connection !== connection) return;
    this.#lists = new Map(this.#lists).set(kind, entries);
    this.#offer();
    this.#remember();
  }

  #offered(): Lists | undefined {
    const { state } = this.#life;
    return state === 'running' || state === 'starting' || state === 'idle' ? this.#lists : undefined;
  }

  #offer(): void {
    const lists = this.#offered();
    for (const kind of CATALOGUE_KINDS) this.#options.onList(kind, lists?.get(kind) ?? NOTHING);
  }

  #remember(): void {
    this.#options.memory.remember(
      toSaved(this.#life, {
        key: this.key,
        definitionHash: this.definitionHash,
        ...(this.#switch === undefined ? {} : { enabled: this.#switch }),
        ...(this.#greeting === undefined ? {} : { greeting: this.#greeting }),
        ...(this.#lists === undefined ? {} : { lists: toTexts(this.#lists) }),
      }),
    );
  }

  #time(name: 'retry' | 'proof' | 'idle', ms: number, action: () => void): void {
    this.#forget(name);
    this.#timers.set(name, this.#options.clock.after(ms, action));
  }

  #forget(name: 'retry' | 'proof' | 'health' | 'idle'): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  #warn(text: string): void {
    if (this.#life.state !== 'stopped') this.#options.log.write('warning', `Server "${this.key}": ${text}`, this.key);
  }

  #toLoss(end: LinkEnd): ToolyardError {
    const how = end.expected ? `was stopped: ${this.#whyEnded}` : this.#options.redact(describeEnd(end));
    return new ToolyardError('connection-lost', `Server "${this.key}" ${how}`);
  }

  #toUnavailable(message: string): ToolyardError {
    return new ToolyardError('server-unavailable', message);
  }
}
