import {
  toCapabilitySet,
  toHandshakeCapabilities,
  ToolyardError,
  type AskedQuestion,
  type Frame,
  type Pressure,
  type Question,
  type RelayedRequest,
  type Respondent,
  type SentRequest,
  type ServerState,
  type Settings,
} from '@toolyard/core';
import type { HandshakeCaller } from '../link/handshake.ts';
import { refuseRequest } from '../link/refuse-request.ts';
import { PooledLink, type PooledLinkOptions } from './pooled-link.ts';
import type { CopyLimit, CopyPlace } from './create-copy-limit.ts';
import type { StartedServer } from './start-handshake.ts';

export interface LinkPoolOptions extends Omit<
  PooledLinkOptions,
  'session' | 'unusedMs' | 'gone' | 'caller' | 'settings' | 'onConnected' | 'onOver' | 'onNotification' | 'onUnrelated'
> {
  settings(): Pick<Settings, 'healthCheckMs' | 'startTimeoutMs' | 'sessionCopyLimit'>;
  readonly caller: Omit<HandshakeCaller, 'capabilities'>;
  /** Bounds the copies of all servers together. */
  readonly copies: CopyLimit;
  /** Resolves when what must not run beside a pooled link is gone. */
  gone(): Promise<unknown>;
  /** Whether the server speaks the revision without handshake, where each question says which request it is about. */
  isStateless(): boolean;
  /** A pooled link for clients of this set of capabilities is connected. */
  onConnected(set: string): void;
  onNotification(notification: Frame, from: PooledLinkOrigin): Pressure;
  onUnrelated(question: Question, session: string | undefined): AskedQuestion | undefined;
}

/** The pooled link that something came on. */
export interface PooledLinkOrigin {
  /** Whose own it is, if it is one's own. */
  readonly session: string | undefined;
  /** The set of capabilities that the server was told there. */
  readonly set: string;
}

/** How long a pooled link whose users do not say when they leave stays without use. */
const UNUSED_MS = 300_000;

/** Sets of capabilities that get a link of their own; the clients of one more use the shared link. */
const MOST_SETS = 64;

/** Copies of a server that one session may have: one for each set of capabilities that its requests name, and more for requests at once. */
const MOST_COPIES = 16;

const LEVEL = 'logging/setLevel';

/** These are about the server as a whole, whoever asks. */
const SHARED_METHODS: readonly string[] = ['resources/subscribe', 'resources/unsubscribe', LEVEL];

/** The links of a server beside the one that all share: those of each session, or one a set of capabilities. */
export class LinkPool {
  readonly #options: LinkPoolOptions;
  readonly #all = new Map<string, PooledLink>();
  readonly #leaving = new Map<string, Promise<void>>();
  /** Of those that are one session's alone. */
  readonly #places = new Map<PooledLink, CopyPlace>();
  readonly #keys = new WeakMap<object, string>();
  #newest: PooledLink | undefined;
  /** What those that sessions share are to log. */
  #logLevel: string | undefined;

  constructor(options: LinkPoolOptions) {
    this.#options = options;
  }

  /** Whether requests of a respondent do not go on the link that all share. */
  isFor({ respondent, frame }: RelayedRequest): boolean {
    if (respondent === undefined) return false;
    const { kind, sharing } = this.#options.definition;
    if (sharing === 'per-session') return true;
    if (kind !== 'url' || SHARED_METHODS.includes(frame.method ?? '')) return false;
    const set = this.#keyOf(respondent);
    if (set === '{}') return false;
    return this.#all.has(set) || this.#all.size < MOST_SETS;
  }

  /** Sends on the pooled link of the respondent, which is started where there is none. */
  request(request: RelayedRequest, respondent: Respondent): SentRequest {
    const pooled = this.#provide(respondent);
    if (ToolyardError.is(pooled)) return refuseRequest(request, pooled);
    pooled.users.add(respondent.session);
    this.#places.get(pooled)?.use();
    return pooled.request(request);
  }

  /** Takes note of what is said to the server as a whole: those that sessions share have to hear it too. */
  note({ frame, respondent }: RelayedRequest): void {
    const level = respondent === undefined && frame.method === LEVEL ? frame.param('level') : undefined;
    if (typeof level !== 'string') return;
    this.#logLevel = level;
    for (const pooled of this.#all.values()) if (pooled.session === undefined) pooled.tellLevel(level);
  }

  /** Tells a session's own, or those that sessions share. */
  notify(notification: Frame, session: string | undefined): void {
    for (const pooled of this.#all.values()) {
      if (pooled.session === session && isTold(pooled.capabilities, notification)) pooled.notify(notification);
    }
  }

  isBusy(): boolean {
    return [...this.#all.values()].some((pooled) => pooled.isBusy());
  }

  /** One of a set of capabilities that is connected, the one that told something last if it still is. */
  connected(set: string): StartedServer | undefined {
    const pooled = [this.#newest, ...this.#all.values()];
    return pooled.find((pooled) => pooled?.greeted !== undefined && pooled.set === set)?.greeted;
  }

  /** Ends what a session alone used. */
  endSession(session: string): void {
    for (const pooled of this.#all.values()) {
      if (pooled.users.delete(session) && pooled.users.size === 0) pooled.close('its session has ended');
    }
  }

  /** Ends all; resolves when nothing of them is left. */
  async end(why: string): Promise<void> {
    for (const pooled of this.#all.values()) pooled.close(why);
    await Promise.all(this.#leaving.values());
  }

  /**
   * A copy that works for nobody else meanwhile, so that its questions can only be for this respondent. Where no more
   * may run, one is shared after all: calls go on there, and only questions are refused.
   */
  #provide(respondent: Respondent): PooledLink | ToolyardError {
    const key = this.#keyOf(respondent);
    const first = this.#all.get(key);
    if (first === undefined || this.#mayShare(respondent) || first.isFreeFor(respondent)) {
      return first ?? this.#start(key, respondent);
    }
    let unused: string | undefined;
    for (let number = 2; number <= MOST_COPIES; number++) {
      const own = `${key}\n${number}`;
      const pooled = this.#all.get(own);
      if (pooled?.isFreeFor(respondent) === true) return pooled;
      if (pooled === undefined) unused ??= own;
    }
    const another = unused === undefined ? undefined : this.#start(unused, respondent);
    return another === undefined || ToolyardError.is(another) ? first : another;
  }

  /** Whether it is known whose a question is, or none can come, whoever else uses the copy. */
  #mayShare(respondent: Respondent): boolean {
    const { definition, isStateless } = this.#options;
    if (definition.sharing !== 'per-session' || definition.kind === 'url' || isStateless()) return true;
    return Object.keys(toHandshakeCapabilities(respondent.capabilities)).length === 0;
  }

  #start(key: string, respondent: Respondent): PooledLink | ToolyardError {
    if (this.#hasMostCopies(respondent)) return this.#toTooMany();
    if (this.#options.definition.sharing !== 'per-session') return this.#create(key, respondent);
    const place = this.#options.copies.take(() => this.#giveUp(key, respondent));
    if (place === undefined) return this.#toFull();
    const pooled = this.#create(key, respondent, place.free);
    this.#places.set(pooled, place);
    return pooled;
  }

  #create(key: string, respondent: Respondent, free?: Promise<unknown>): PooledLink {
    const { definition, gone, caller, ...options } = this.#options;
    const isOwn = definition.sharing === 'per-session';
    const session = isOwn ? respondent.session : undefined;
    const pooled: PooledLink = new PooledLink({
      ...options,
      definition,
      session,
      caller: { ...caller, capabilities: toHandshakeCapabilities(respondent.capabilities) },
      unusedMs: definition.idleStopMs ?? (isOwn && respondent.transient !== true ? undefined : UNUSED_MS),
      gone: Promise.all([gone(), free, this.#leaving.get(key)]),
      onConnected: () => options.onConnected(pooled.set),
      onNotification: (notification) => {
        this.#newest = this.#all.get(key);
        return options.onNotification(notification, { session, set: pooled.set });
      },
      onUnrelated: (question) => options.onUnrelated(question, session),
      onOver: (over) => this.#forget(key, over),
    });
    if (session === undefined) pooled.tellLevel(this.#logLevel);
    this.#all.set(key, pooled);
    return pooled;
  }

  #forget(key: string, pooled: PooledLink): void {
    if (this.#newest === pooled) this.#newest = undefined;
    this.#all.delete(key);
    const gone = pooled.gone();
    this.#places.get(pooled)?.leave(gone);
    this.#places.delete(pooled);
    const leaving = Promise.all([this.#leaving.get(key), gone]).then(() => {
      if (this.#leaving.get(key) === leaving) this.#leaving.delete(key);
    });
    this.#leaving.set(key, leaving);
  }

  /** Ends a copy that others need the place of, if it has nothing to do and its session does not say when it is over. */
  #giveUp(key: string, { transient }: Respondent): boolean {
    const pooled = this.#all.get(key);
    if (transient !== true || pooled === undefined || pooled.isBusy()) return false;
    pooled.close('another session needed its place');
    return true;
  }

  #hasMostCopies({ session }: Respondent): boolean {
    return [...this.#all.values()].filter((pooled) => pooled.session === session).length >= MOST_COPIES;
  }

  #toTooMany(): ToolyardError {
    const why = `it runs ${MOST_COPIES} times for this client's session already`;
    const advice = 'Name capabilities that were named before, or wait until other requests have ended';
    const message = `Server "${this.#options.definition.key}" is not started with these capabilities: ${why}. ${advice}.`;
    return new ToolyardError('copy-limit', message);
  }

  #toFull(): ToolyardError {
    const limit = this.#options.settings().sessionCopyLimit;
    const why = `${limit} copies of servers run for sessions already, which is the limit ("sessionCopyLimit")`;
    const message = `Server "${this.#options.definition.key}" is not started for this session: ${why}. Try again when another session has ended, or raise the limit in the configuration.`;
    return new ToolyardError('copy-limit', message);
  }

  #keyOf({ session, capabilities }: Respondent): string {
    const set = this.#keys.get(capabilities) ?? toCapabilitySet(capabilities);
    this.#keys.set(capabilities, set);
    return this.#options.definition.sharing === 'per-session' ? `${session}\n${set}` : set;
  }
}

/** Whether a server that was told these capabilities is to hear something. */
export function isTold(capabilities: Readonly<Record<string, unknown>>, { method }: Frame): boolean {
  return method !== 'notifications/roots/list_changed' || capabilities['roots'] !== undefined;
}

/** Whether pooled links go on in a state of their server: a shared link that is lost may come back meanwhile. */
export function keepsPool(state: ServerState, isPerSession: boolean): boolean {
  if (state === 'idle') return isPerSession;
  return state === 'starting' || state === 'running' || state === 'retrying';
}
