import {
  CATALOGUE_KINDS,
  CONTROL_EVENT,
  CONTROL_METHODS,
  DEFAULT_SETTINGS,
  ToolyardError,
  toYardAbout,
  type CallEvent,
  type Origin,
  type CallRecord,
  type Calls,
  type Catalogue,
  type CatalogueKind,
  type Frame,
  type Link,
  type ServerStatus,
  type SessionUse,
  type ShownConfiguration,
  type ToolCaller,
  type Yard,
  type YardAbout,
  type YardEvent,
} from '@toolyard/core';
import { createCatalogue, type MutableCatalogue } from '../catalogue/create-catalogue.ts';
import { toEntry } from '../catalogue/to-entry.ts';
import { requestAnswer, isUnknownMethod } from '../link/request-answer.ts';
import { createExchange, type Exchange } from '../link/create-exchange.ts';
import { Listeners } from '../events/listeners.ts';
import { waitForEvent } from '../events/wait-for-event.ts';
import { createJoinedCaller, toError } from './create-joined-caller.ts';

/** A yard that runs in another process; it goes on when this one leaves. */
export interface JoinedYard extends Yard {
  /** Resolves when the other process is gone or was left. */
  readonly ended: Promise<void>;
  /** How the tools are shown there. */
  configuration(): ShownConfiguration;
  /** Why the configuration there was not what its file says when this was last asked; `undefined` where it was. */
  configurationProblem(): string | undefined;
  /** Who runs it; `undefined` where that program is too old to tell, or tells nothing of the kind. */
  about(): Promise<YardAbout | undefined>;
  /** Ends the program that runs it; rejects with `usage` where it runs in the foreground. */
  end(): Promise<void>;
}

/** What the other process tells about itself. */
interface State {
  readonly servers: readonly ServerStatus[];
  readonly configuration: ShownConfiguration;
  readonly configurationProblem?: string;
  readonly calls: {
    readonly active: readonly CallRecord[];
    readonly history: readonly CallRecord[];
    readonly stopped: boolean;
  };
}

/** What the servers there offer: by kind, keys and definitions as JSON text. */
type Lists = Partial<Record<CatalogueKind, readonly (readonly [key: string, json: string])[]>>;

/** How many ended calls are kept, as many as the yard itself keeps. */
const HISTORY_LENGTH = 500;

/**
 * Joins the yard at the other end of a link; rejects where it does not answer as one. `check` hears before anything else is asked who runs
 * it, `undefined` where that program is too old to tell, and refuses it by throwing.
 */
export async function createJoinedYard(
  link: Link,
  check?: (about: YardAbout | undefined) => void,
): Promise<JoinedYard> {
  const yard = new YardClient(link);
  if (check !== undefined) check(await yard.about());
  await yard.join();
  return yard;
}

/** The program that runs a yard, of whatever version: it can be named and ended, and nothing else is known of it. */
export type YardProgramLink = Pick<JoinedYard, 'about' | 'end' | 'ended' | 'stop'>;

/** Reaches the program at the other end of a link without joining its yard. */
export function createYardProgramLink(link: Link): YardProgramLink {
  return new YardClient(link);
}

class YardClient implements JoinedYard {
  readonly ended: Promise<void>;
  readonly caller: ToolCaller;
  readonly calls: Calls;
  readonly #link: Link;
  readonly #exchange: Exchange;
  readonly #events = new Listeners<[event: YardEvent]>(fail);
  readonly #callEvents = new Listeners<[event: CallEvent]>(fail);
  readonly #gone = new AbortController();
  #catalogue: MutableCatalogue = createCatalogue([]);
  #servers: ReadonlyMap<string, ServerStatus> = new Map();
  #configuration: ShownConfiguration = { servers: [], settings: DEFAULT_SETTINGS };
  #configurationProblem: string | undefined;
  #state: State['calls'] = { active: [], history: [], stopped: false };
  /** Something is known to have changed that was not asked for since. */
  #isStale = false;
  /** Resolves when what was last asked for is here. */
  #refreshing: Promise<unknown> = Promise.resolve();
  /** Listeners are told one after another, since of some events only an answer shows what changed. */
  #telling: Promise<void> = Promise.resolve();

  constructor(link: Link) {
    this.#link = link;
    this.#exchange = createExchange({
      link,
      server: 'toolyard',
      onNotification: (notification) => this.#receive(notification),
      toLoss: (end) => new ToolyardError('connection-lost', `The running Toolyard is gone: it ${end.reason}`),
    });
    this.ended = link.closed.then(() =>
      this.#gone.abort(new ToolyardError('connection-lost', 'The running Toolyard is gone')),
    );
    this.caller = createJoinedCaller(this.#exchange);
    this.calls = {
      active: () => this.#state.active,
      history: () => this.#state.history,
      isStopped: () => this.#state.stopped,
      stop: () => this.#change(CONTROL_METHODS.stop).catch(unlessGone),
      resume: () => this.#change(CONTROL_METHODS.resume).catch(unlessGone),
      sessionUse: (session) => this.#askSession(session),
      continueSession: (session) => this.#ask(CONTROL_METHODS.continue, { session }).catch(unlessGone),
      resetSession: (session) => this.#ask(CONTROL_METHODS.reset, { session }).catch(unlessGone),
      noteRefusal: (call, { code, message }) =>
        this.#ask(CONTROL_METHODS.refused, { call, error: { code, message } }).catch(unlessUnknown).catch(unlessGone),
      on: (listener, origin) =>
        this.#callEvents.add((event) => (isOf(event, origin) ? quietly(listener, event) : undefined)),
    };
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  async join(): Promise<void> {
    await this.#ask(CONTROL_METHODS.follow);
    await this.#refresh();
  }

  configuration(): ShownConfiguration {
    return this.#configuration;
  }

  configurationProblem(): string | undefined {
    return this.#configurationProblem;
  }

  servers(): readonly ServerStatus[] {
    return [...this.#servers.values()];
  }

  server(key: string): ServerStatus | undefined {
    return this.#servers.get(key);
  }

  on(listener: (event: YardEvent) => void): () => void {
    return this.#events.add((event) => quietly(listener, event));
  }

  settled({ key, signal }: { readonly key?: string; readonly signal: AbortSignal }): Promise<void> {
    const isSettled = (): boolean =>
      this.servers().every((server) => server.state !== 'starting' || (key !== undefined && server.key !== key));
    return waitForEvent((listener) => this.on(listener), isSettled, signal, this.#gone.signal);
  }

  async enable(key: string): Promise<void> {
    await this.#change(CONTROL_METHODS.enable, { key });
  }

  async disable(key: string): Promise<void> {
    await this.#change(CONTROL_METHODS.disable, { key });
  }

  async about(): Promise<YardAbout | undefined> {
    let about: YardAbout | undefined;
    const take = (answer: Frame): void => void (about = toYardAbout(answer.value('result')));
    await this.#ask(CONTROL_METHODS.about, {}, take).catch(unlessUnknown);
    return about;
  }

  async end(): Promise<void> {
    // It may be gone before it has answered.
    await this.#ask(CONTROL_METHODS.end).catch(unlessGone);
  }

  /** Leaves; the yard itself goes on. */
  async stop(): Promise<void> {
    await this.#link.close();
  }

  /** Resolves when the change can be seen here: events of it may come late or not at all where many things happen. */
  async #change(method: string, params: object = {}): Promise<void> {
    await this.#ask(method, params);
    await this.#refresh();
  }

  async #askSession(session: string): Promise<SessionUse> {
    let use: SessionUse = { calls: 0, limit: -1 };
    await this.#ask(CONTROL_METHODS.session, { session }, (answer) => (use = answer.value('result') as SessionUse));
    return use;
  }

  async #ask(method: string, params: object = {}, take?: (answer: Frame) => void): Promise<void> {
    try {
      await requestAnswer(this.#exchange, {
        method,
        params,
        signal: this.#gone.signal,
        ...(take === undefined ? {} : { take }),
      });
    } catch (error) {
      throw error instanceof Error && isRefusal(error.cause) ? toError(error.cause) : error;
    }
  }

  async #refresh(): Promise<void> {
    this.#isStale = false;
    this.#refreshing = Promise.all([
      this.#ask(CONTROL_METHODS.state, {}, (answer) => this.#takeState(answer.value('result') as State)),
      this.#ask(CONTROL_METHODS.catalogue, {}, (answer) => this.#takeLists(answer.value('result') as Lists)),
    ]);
    await this.#refreshing;
  }

  #takeState({ servers, configuration, calls, configurationProblem }: State): void {
    const before = this.#servers;
    this.#servers = new Map(servers.map((server) => [server.key, server]));
    this.#configuration = configuration;
    this.#configurationProblem = configurationProblem;
    this.#state = calls;
    this.#catalogue.order([...this.#servers.keys()]);
    for (const key of before.keys()) {
      if (!this.#servers.has(key)) for (const kind of CATALOGUE_KINDS) this.#catalogue.set(kind, key, []);
    }
  }

  #takeLists(lists: Lists): void {
    for (const kind of CATALOGUE_KINDS) {
      const texts = new Map<string, string[]>([...this.#servers.keys()].map((key) => [key, []]));
      for (const [key, json] of lists[kind] ?? []) texts.get(key)?.push(json);
      for (const [key, own] of texts) this.#takeList(kind, key, own);
    }
  }

  #takeList(kind: CatalogueKind, server: string, texts: readonly string[]): void {
    const before = this.#catalogue.listOf(kind, server);
    if (before.length === texts.length && before.every((entry, index) => entry.json === texts[index])) return;
    this.#catalogue.set(
      kind,
      server,
      texts.flatMap((json) => toEntry({ server, kind }, json) ?? []),
    );
  }

  #receive(notification: Frame): undefined {
    if (notification.method !== CONTROL_EVENT) return;
    const event = notification.param('event') as YardEvent | CallEvent;
    this.#note(event);
    this.#telling = this.#telling.then(() => this.#tell(event)).catch(() => undefined);
  }

  /** Takes over at once what an event says: an answer that comes later is newer, one that came before is older. */
  #note(event: YardEvent | CallEvent): void {
    if (event.type === 'call-changed') this.#keep(event.call);
    if (event.type === 'call-withdrawn') this.#drop(event.id);
    if (event.type === 'calls-stopped') this.#state = { ...this.#state, stopped: true };
    if (event.type === 'calls-resumed') this.#state = { ...this.#state, stopped: false };
    if (event.type === 'server-changed') this.#servers = new Map(this.#servers).set(event.status.key, event.status);
    if (event.type === 'catalogue-changed' || event.type === 'configuration-changed') this.#isStale = true;
  }

  async #tell(event: YardEvent | CallEvent): Promise<void> {
    if (isCallEvent(event)) {
      void this.#callEvents.tell(event);
      return;
    }
    if (event.type === 'catalogue-changed' || event.type === 'configuration-changed') {
      await (this.#isStale ? this.#refresh() : this.#refreshing);
    }
    void this.#events.tell(event);
  }

  #drop(id: string): void {
    this.#state = { ...this.#state, active: this.#state.active.filter((call) => call.id !== id) };
  }

  #keep(call: CallRecord): void {
    const active = this.#state.active.filter((other) => other.id !== call.id);
    const isOver = call.completedAt !== undefined;
    const history = isOver ? [...this.#state.history, call].slice(-HISTORY_LENGTH) : this.#state.history;
    this.#state = { ...this.#state, active: isOver ? active : [...active, call], history };
  }
}

const CALL_EVENTS: readonly string[] = [
  'call-changed',
  'call-withdrawn',
  'session-limit-reached',
  'calls-stopped',
  'calls-resumed',
] satisfies CallEvent['type'][];

function isOf(event: CallEvent, origin: Origin | undefined): boolean {
  return event.type !== 'call-changed' || origin === undefined || event.call.origin === origin;
}

function isCallEvent(event: YardEvent | CallEvent): event is CallEvent {
  return CALL_EVENTS.includes(event.type);
}

function isRefusal(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'message' in cause && 'data' in cause;
}

/** What the version of the other process does not know, it cannot be asked. */
function unlessUnknown(error: unknown): void {
  if (!isUnknownMethod(error)) throw error;
}

/** A yard that is gone has no calls any more. */
function unlessGone(error: unknown): void {
  const isGone = ToolyardError.is(error) && (error.code === 'connection-lost' || error.code === 'server-unavailable');
  if (!isGone) throw error;
}

/** A bug of the one program that uses this yard is for that program. */
function fail(error: unknown): never {
  throw error;
}

function quietly<Event>(listener: (event: Event) => void, event: Event): undefined {
  listener(event);
}
