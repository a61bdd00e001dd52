import {
  CATALOGUE_KINDS,
  toCapabilitySet,
  toMessage,
  type CatalogueEntry,
  type CatalogueKind,
  type RelayedRequest,
  type Respondent,
  type SentRequest,
} from '@toolyard/core';
import type { ReadList } from '../catalogue/read-list.ts';
import type { Exchange } from '../link/create-exchange.ts';
import type { LinkPool } from './link-pool.ts';
import { offers, readListAgain, type ServerConnection, type RereadOptions } from './connect.ts';
import { createListWarnings } from './create-list-warnings.ts';
import { createRefresher, type Refresher } from './create-refresher.ts';
import type { StartedServer } from './start-handshake.ts';
import type { KnownLists } from './known-lists.ts';
import type { KnownServer } from './known-server.ts';

export interface ServerListsOptions extends RereadOptions {
  readonly known: KnownServer;
  readonly linkPool: Pick<LinkPool, 'connected'>;
  /** The link that all share, while it is there. */
  connection(): StartedServer | undefined;
  /** Sends to the respondent's own copy, which is started where there is none. */
  request(request: RelayedRequest): SentRequest;
  onRead(news: ListChanges): void;
  warn(text: string): void;
  debug(text: string): void;
}

/** What came of reading lists. */
export interface ListChanges {
  /** The kinds whose lists are others now, by the set of capabilities. */
  readonly changed: ReadonlyMap<string, readonly CatalogueKind[]>;
  /** Something else is missing in the lists of the server now, or nothing any more. */
  readonly isCutOtherwise: boolean;
}

type Asker = Pick<Exchange, 'request'>;

/** What a list is read from, as long as it is wanted. */
interface Source {
  readonly asker: Asker;
  readonly signal: AbortSignal | undefined;
}

/** Somebody who waits for what it is offered. */
interface Learner {
  readonly leaving: AbortController;
  readonly learned: Promise<void>;
}

const EMPTY: ReadList = { entries: [], oddities: [] };
const NOTHING: readonly CatalogueEntry[] = [];

/**
 * Reads what a server offers. Where each session has the server for itself, that can depend on what its client can be
 * asked: it is read from a copy of such a client, and known by the set of capabilities.
 */
export class ServerLists {
  readonly #options: ServerListsOptions;
  readonly #reading = new Map<string, Promise<void>>();
  readonly #learners = new Map<Respondent, Learner>();
  /** The sets of clients that are connected, by session. */
  readonly #connected = new Map<string, string>();
  readonly #refreshers = new Map<string, Refresher>();
  readonly #tellOf: (kind: CatalogueKind, list: ReadList) => void;

  constructor(options: ServerListsOptions) {
    this.#options = options;
    this.#tellOf = createListWarnings((text) => options.warn(text));
  }

  /** What the server offers to a respondent, as far as that is known; the same array until it changes. */
  listFor(respondent: Respondent, kind: CatalogueKind): readonly CatalogueEntry[] {
    return this.#options.known.lists.of(this.#setOf(respondent))?.get(kind) ?? NOTHING;
  }

  /** Asks the respondent's own copy what it offers; resolves when that is known, or cannot be. `undefined` where it is known. */
  learn(respondent: Respondent): Promise<void> | undefined {
    if (!this.#isPerSession) return undefined;
    const set = this.#setOf(respondent);
    const { lists } = this.#options.known;
    lists.noteUse(set);
    // Nobody says when a client without a session leaves.
    if (respondent.transient !== true) this.#connected.set(respondent.session, set);
    if (lists.of(set) !== undefined) return undefined;
    const known = this.#learners.get(respondent);
    if (known !== undefined) return known.learned;
    const leaving = new AbortController();
    const learned = this.#learn(set, respondent, leaving.signal).finally(() => this.#learners.delete(respondent));
    this.#learners.set(respondent, { leaving, learned });
    return learned;
  }

  /** A session is over: nothing more is asked for it. */
  endSession(session: string): void {
    this.#connected.delete(session);
    for (const [respondent, { leaving }] of this.#learners) if (respondent.session === session) leaving.abort();
  }

  /** The link that all share is connected, and its lists were read. */
  begin(connection: ServerConnection): void {
    for (const [kind, list] of connection.lists) this.#tellOf(kind, list);
    this.#options.known.learn(connection);
  }

  /** Lists that the link that all share says have changed are read again from now on. */
  resume(): void {
    this.#refresherOf(this.#options.known.sharedSet).resume();
  }

  /** The link that all share is gone; those of sessions, which may have the same set, go on. */
  pause(): void {
    if (!this.#isPerSession) this.#refresherOf(this.#options.known.sharedSet).pause();
  }

  /** A session's copy is connected: what is known from an earlier run may be wrong by now. */
  check(set: string): void {
    const source = this.#options.linkPool.connected(set);
    if (!this.#isPerSession || source === undefined || this.#options.known.lists.isChecked(set)) return;
    void this.#read(set, toAsker(source, set)).catch((error: unknown) =>
      this.#options.debug(`what it offers could not be read: ${toMessage(error)}`),
    );
  }

  /** The server says that a list is another one, on the copy of a set or on the link that all share. */
  refresh(kind: CatalogueKind, set?: string): void {
    const isOwn = this.#isPerSession && set !== undefined;
    this.#refresherOf(isOwn ? set : this.#options.known.sharedSet).refresh(kind);
  }

  get #isPerSession(): boolean {
    return this.#options.definition.sharing === 'per-session';
  }

  #setOf({ capabilities }: Respondent): string {
    return this.#isPerSession ? toCapabilitySet(capabilities) : this.#options.known.sharedSet;
  }

  /** Where the lists of a set can be read. */
  #sourceOf(set: string): StartedServer | undefined {
    const { connection, linkPool, known } = this.#options;
    return (set === known.sharedSet ? connection() : undefined) ?? linkPool.connected(set);
  }

  /** One reads for all of a set. Where that one leaves or fails, each of those who still wait tries with its own copy. */
  async #learn(set: string, respondent: Respondent, signal: AbortSignal): Promise<void> {
    const asker: Asker = { request: (asked) => this.#options.request({ ...asked, respondent }) };
    let isOwn = false;
    while (!isOwn && !signal.aborted && this.#options.known.lists.of(set) === undefined) {
      isOwn = !this.#reading.has(set);
      const failure = await this.#read(set, asker, signal).then(() => undefined, toMessage);
      if (isOwn && failure !== undefined && !signal.aborted) this.#options.warn(toUnread(failure));
    }
  }

  /** Rejects where the reading fails, for all who share it. */
  #read(set: string, asker: Asker, signal?: AbortSignal): Promise<void> {
    const reading =
      this.#reading.get(set) ?? this.#readAll(set, asker, signal).finally(() => this.#reading.delete(set));
    this.#reading.set(set, reading);
    return reading;
  }

  async #readAll(set: string, asker: Asker, signal: AbortSignal | undefined): Promise<void> {
    const lists = new Map<CatalogueKind, ReadList>();
    for (const kind of CATALOGUE_KINDS) lists.set(kind, await this.#readOne(set, kind, { asker, signal }));
    for (const [kind, list] of lists) this.#tellOf(kind, list);
    this.#take(set, (known) => known.learn(set, lists));
    this.#refresherOf(set).resume();
  }

  #take(set: string, learn: (known: KnownLists) => readonly CatalogueKind[]): void {
    const { lists } = this.#options.known;
    const { cut, sets } = lists;
    const changed = new Map([[set, learn(lists)]]);
    for (const other of sets) if (lists.of(other) === undefined) changed.set(other, CATALOGUE_KINDS);
    this.#trim(set);
    this.#options.onRead({ changed, isCutOtherwise: lists.cut !== cut });
  }

  /** Clients decide how many sets there are, so that those nobody needs are not kept for ever. */
  #trim(taken: string): void {
    const { sharedSet, lists } = this.#options.known;
    const inUse = new Set([taken, sharedSet, ...this.#connected.values()]);
    lists.trim((set) => inUse.has(set));
    for (const set of this.#refreshers.keys()) {
      const isNeeded = inUse.has(set) || lists.of(set) !== undefined || this.#reading.has(set);
      if (!isNeeded) this.#refreshers.delete(set);
    }
  }

  /** Before a copy is connected it is not known what it has; it then is asked, and may refuse. */
  async #readOne(set: string, kind: CatalogueKind, { asker, signal }: Source): Promise<ReadList> {
    if (this.#lacks(set, kind)) return EMPTY;
    try {
      return await readListAgain(asker, kind, this.#options, signal);
    } catch (error) {
      if (this.#lacks(set, kind)) return EMPTY;
      throw error;
    }
  }

  #lacks(set: string, kind: CatalogueKind): boolean {
    const source = this.#sourceOf(set);
    return source !== undefined && !offers(source.greeting, kind);
  }

  #refresherOf(set: string): Refresher {
    const known = this.#refreshers.get(set);
    const refresher =
      known ??
      createRefresher({
        read: (kind) => this.#readAgain(set, kind),
        onError: (kind, error) => this.#options.warn(`its ${kind} could not be read again: ${toMessage(error)}`),
      });
    this.#refreshers.set(set, refresher);
    return refresher;
  }

  async #readAgain(set: string, kind: CatalogueKind): Promise<void> {
    const source = this.#sourceOf(set);
    if (source === undefined || !offers(source.greeting, kind)) return;
    if (this.#options.known.lists.of(set) === undefined) return this.#read(set, toAsker(source, set));
    const list = await readListAgain(toAsker(source, set), kind, this.#options);
    if (this.#sourceOf(set) !== source) return;
    this.#tellOf(kind, list);
    this.#take(set, (known) => (known.learnList(set, kind, list) ? [kind] : []));
  }
}

/** Where each request says what its client can be asked, one of our own has to say it too. */
function toAsker({ link, exchange }: StartedServer, set: string): Asker {
  if (link.perRequestCapabilities !== true) return exchange;
  const respondent: Respondent = { session: '', capabilities: { ...Object(JSON.parse(set)) } };
  return { request: (asked) => exchange.request({ ...asked, respondent }) };
}

function toUnread(reason: string): string {
  const advice = 'Let the client list its tools again, or reconnect it.';
  return `a client is shown nothing of it: ${reason.replace(/\.$/, '')}. ${advice}`;
}
