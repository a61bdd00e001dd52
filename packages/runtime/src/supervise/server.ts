import {
  CATALOGUE_KINDS,
  toMessage,
  ToolyardError,
  type CatalogueEntry,
  type CatalogueKind,
  type Clock,
  type Frame,
  type Greeting,
  type Link,
  type LinkEnd,
  type LinkStarter,
  type Log,
  type Pressure,
  type RelayedRequest,
  type SentRequest,
  type ServerDefinition,
  type ServerStatus,
} from '@toolyard/core';
import { connect, listSelected, offers, type Connection } from './connect.ts';
import { createRefresher, type Refresher } from './create-refresher.ts';
import { createServerRecord, type ServerRecord } from './server-record.ts';

/** What a server needs from outside, and whom it tells. */
export interface ServerOptions {
  readonly definition: ServerDefinition;
  readonly startTimeoutMs: number;
  readonly links: LinkStarter;
  readonly clock: Clock;
  readonly log: Log;
  readonly client: { readonly name: string; readonly version: string };
  onChange(): void;
  onList(kind: CatalogueKind, entries: readonly CatalogueEntry[]): void;
  onNotification(notification: Frame): Pressure;
}

const LIST_CHANGES: Readonly<Record<string, readonly CatalogueKind[]>> = {
  'notifications/tools/list_changed': ['tools'],
  'notifications/prompts/list_changed': ['prompts'],
  'notifications/resources/list_changed': ['resources', 'templates'],
};

/** One server of the yard: its life, its link, and what it offers. */
export class Server {
  readonly key: string;
  readonly #options: ServerOptions;
  readonly #record: ServerRecord;
  readonly #refresher: Refresher;
  readonly #ending = new AbortController();
  #connection: Connection | undefined;
  #attempt: Promise<void> = Promise.resolve();

  constructor(options: ServerOptions) {
    const { definition, clock, onChange } = options;
    this.key = definition.key;
    this.#options = options;
    this.#record = createServerRecord({ definition, clock, onChange });
    this.#refresher = createRefresher({
      read: (kind) => this.#readAgain(kind),
      onError: (kind, error) => this.#warn(`its ${kind} could not be read again: ${toMessage(error)}`),
    });
  }

  status(): ServerStatus {
    return this.#record.status();
  }

  /** Why the server takes no requests now, and what to do. */
  explain(): string {
    return this.#record.explain();
  }

  /** What the server said about itself; `undefined` while it is not running. */
  greeting(): Greeting | undefined {
    return this.#connection?.greeting;
  }

  /** Begins to connect, unless the server is disabled; what happens is reported, never thrown. */
  start(): void {
    if (this.#options.definition.enabled) this.#attempt = this.#connect();
  }

  /** Resolves when nothing of the server is left. */
  async stop(): Promise<void> {
    this.#ending.abort(toUnavailable(`Server "${this.key}" was stopped.`));
    this.#record.stopped();
    await this.#attempt;
    await this.#connection?.link.close();
  }

  request(request: RelayedRequest): SentRequest {
    if (this.#connection !== undefined) return this.#connection.exchange.request(request);
    const reason = toUnavailable(this.#record.explain());
    void Promise.resolve().then(() => request.onAnswer(reason));
    return { cancel: () => undefined };
  }

  notify(notification: Frame): void {
    this.#connection?.exchange.notify(notification);
  }

  async #connect(): Promise<void> {
    const { clock, startTimeoutMs, definition, links, client } = this.#options;
    const limit = new AbortController();
    const stopClock = clock.after(startTimeoutMs, () => limit.abort(toSlowStart(startTimeoutMs)));
    let end: LinkEnd | undefined;
    this.#record.starting();
    try {
      this.#connection = await connect({
        definition,
        links,
        client,
        signal: AbortSignal.any([this.#ending.signal, limit.signal]),
        onStarted: (link) => {
          this.#record.started();
          void link.closed.then((given) => (end = given));
        },
        onNotification: (notification) => this.#receive(notification),
        onOddity: (text) => this.#warn(text),
        toLoss: (given) => toUnavailable(`Server "${this.key}" ${describeEnd(given)}`),
      });
    } catch (error) {
      const reason = end === undefined || end.expected ? toMessage(error) : describeEnd(end);
      if (!this.#ending.signal.aborted) this.#fail(reason, end?.lastLines);
      return;
    } finally {
      stopClock();
    }
    this.#connected(this.#connection);
  }

  #connected({ link, lists }: Connection): void {
    for (const [kind, entries] of lists) this.#options.onList(kind, entries);
    this.#record.running();
    this.#refresher.resume();
    void link.closed.then((end) => this.#disconnected(link, end));
  }

  #disconnected(link: Link, end: LinkEnd): void {
    if (this.#connection?.link !== link) return;
    this.#connection = undefined;
    this.#refresher.pause();
    for (const kind of CATALOGUE_KINDS) this.#options.onList(kind, []);
    if (!end.expected) this.#fail(describeEnd(end), end.lastLines);
  }

  #fail(reason: string, lastLines?: readonly string[]): void {
    this.#record.failed(reason, lastLines);
    this.#options.log.write('error', this.#record.explain(), this.key);
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
      signal: this.#ending.signal,
      onOddity: (text) => this.#warn(text),
    });
    if (this.#connection === connection) this.#options.onList(kind, entries);
  }

  #warn(text: string): void {
    if (!this.#ending.signal.aborted) this.#options.log.write('warning', `Server "${this.key}": ${text}`, this.key);
  }
}

/** The reason with the last thing the server said, which mostly is the real one. */
function describeEnd(end: LinkEnd): string {
  const said = end.lastLines?.findLast((line) => line.trim() !== '')?.trim();
  return said === undefined ? end.reason : `${end.reason}; the last line on its stderr: ${said}`;
}

function toUnavailable(message: string): ToolyardError {
  return new ToolyardError('server-unavailable', message);
}

function toSlowStart(ms: number): ToolyardError {
  return new ToolyardError('server-start-failed', `it did not answer within ${ms} ms ("startTimeoutMs")`);
}
