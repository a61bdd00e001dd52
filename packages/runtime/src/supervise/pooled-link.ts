import {
  createRequest,
  toCapabilitySet,
  ToolyardError,
  type Frame,
  type LinkEnd,
  type RelayedRequest,
  type Respondent,
  type SentRequest,
  type Settings,
} from '@toolyard/core';
import { isFreeFor } from '../link/find-owner.ts';
import { createPendingRequests } from './create-pending-requests.ts';
import { describeLinkEnd } from './describe-link-end.ts';
import { startHandshake, type StartedServer, type StartHandshakeOptions } from './start-handshake.ts';
import type { ReportedFailure } from './server-life.ts';
import { tryConnection } from './try-connection.ts';
import { watchHealth } from './watch-health.ts';

export interface PooledLinkOptions extends Omit<StartHandshakeOptions, 'signal' | 'onStarted' | 'toLoss'> {
  settings(): Pick<Settings, 'healthCheckMs' | 'startTimeoutMs'>;
  /** Whose alone it is; shared by all with the same capabilities where absent. */
  readonly session: string | undefined;
  /** How long it stays without use, in milliseconds; without end where absent. */
  readonly unusedMs: number | undefined;
  /** Resolves when what must not run beside it is gone. */
  readonly gone: Promise<unknown>;
  /** Takes secrets out of what is shown of a failure. */
  redact(text: string): string;
  onConnected(): void;
  /** It takes no more requests; `gone` tells when nothing of it is left. */
  onOver(pooled: PooledLink): void;
}

/** One link to a server beside the one that all share; it is not tried again, whoever needs it makes another. */
export class PooledLink {
  readonly session: string | undefined;
  /** The set of capabilities that the server is told. */
  readonly set: string;
  /** The sessions that have used it. */
  readonly users: Set<string> = new Set();
  readonly #options: PooledLinkOptions;
  readonly #waiting = createPendingRequests();
  readonly #ending = new AbortController();
  readonly #opening: Promise<void>;
  #greeted: StartedServer | undefined;
  #isOver = false;
  #hasStarted = false;
  #whyEnded = '';
  #logLevel: string | undefined;
  #stopHealth: () => void = () => undefined;
  #stopUse: () => void = () => undefined;

  constructor(options: PooledLinkOptions) {
    this.#options = options;
    this.session = options.session;
    this.set = toCapabilitySet(this.capabilities);
    this.#opening = this.#open();
  }

  get capabilities(): Readonly<Record<string, unknown>> {
    return this.#options.caller.capabilities ?? {};
  }

  /** What the server said, while it is connected. */
  get greeted(): StartedServer | undefined {
    return this.#greeted;
  }

  /** Sends, or waits until it can be sent. */
  request(request: RelayedRequest): SentRequest {
    this.#watchUse();
    if (this.#greeted === undefined) return this.#waiting.add(request);
    // A server that is one session's alone sends the log messages that this session wants.
    if (this.session !== undefined) this.tellLevel(request.respondent?.logLevel);
    return this.#greeted.exchange.request(request);
  }

  /** Tells the server which log messages are wanted, now or when it is connected. */
  tellLevel(level: string | undefined): void {
    if (level === undefined || level === this.#logLevel) return;
    this.#logLevel = level;
    if (this.#greeted !== undefined) this.#sendLevel(this.#greeted, level);
  }

  notify(notification: Frame): void {
    this.#greeted?.exchange.notify(notification);
  }

  /** Whether a request waits for its answer, or for the start. */
  isBusy(): boolean {
    return !this.#isOver && (this.#greeted === undefined || this.#greeted.exchange.isBusy());
  }

  /** Whether nobody but the client of this respondent waits for an answer, or for the start. */
  isFreeFor(respondent: Respondent): boolean {
    const isFree = this.#greeted?.exchange.isFreeFor(respondent) ?? true;
    return isFree && isFreeFor(respondent, this.#waiting.requests());
  }

  /** Ends the link. Open requests are told `why`. */
  close(why: string): void {
    this.#whyEnded = why;
    this.#ending.abort(new ToolyardError('server-unavailable', this.#toStopped()));
    this.#finish(this.#toStopped());
  }

  /** Ends what is left of the link; resolves when nothing is. */
  async gone(): Promise<void> {
    await this.#opening;
    await this.#greeted?.link.close();
  }

  async #open(): Promise<void> {
    const { clock, settings, gone, redact } = this.#options;
    await gone;
    const tried = await tryConnection(
      {
        ...this.#options,
        isOwnLink: this.session !== undefined,
        startTimeoutMs: settings().startTimeoutMs,
        signal: this.#ending.signal,
        onStarted: () => (this.#hasStarted = true),
        toLoss: (end) => this.#toLoss(end),
      },
      startHandshake,
    );
    if ('failure' in tried) return this.#finish(redact(this.#explain(tried.failure)));
    const { link, exchange } = tried.connection;
    if (this.#isOver) return link.close();
    this.#greeted = tried.connection;
    this.#stopHealth = watchHealth({
      exchange,
      clock,
      intervalMs: settings().healthCheckMs,
      onPing: () => undefined,
      onSilence: () => this.close('it did not answer a ping'),
    });
    void link.closed.then((end) => this.#finish(this.#toLoss(end).message));
    if (this.#logLevel !== undefined) this.#sendLevel(tried.connection, this.#logLevel);
    this.#options.onConnected();
    this.#waiting.admit((request) => this.request(request));
  }

  #finish(message: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopHealth();
    this.#stopUse();
    this.#options.onOver(this);
    this.#waiting.dismiss(new ToolyardError('server-unavailable', message));
  }

  #watchUse(): void {
    const { clock, unusedMs } = this.#options;
    this.#stopUse();
    if (unusedMs === undefined || this.#isOver) return;
    this.#stopUse = clock.after(unusedMs, () => {
      if (this.isBusy()) this.#watchUse();
      else this.close('nobody used it');
    });
  }

  #sendLevel({ exchange, greeting }: StartedServer, level: string): void {
    if (greeting.capabilities['logging'] === undefined) return;
    exchange.request({ frame: createRequest(0, 'logging/setLevel', { level }), onAnswer: () => undefined });
  }

  #toLoss(end: LinkEnd): ToolyardError {
    const { definition, redact } = this.#options;
    const message = end.expected ? this.#toStopped() : `Server "${definition.key}" ${redact(describeLinkEnd(end))}`;
    return new ToolyardError('connection-lost', message);
  }

  #toStopped(): string {
    return `Server "${this.#options.definition.key}" was stopped: ${this.#whyEnded}`;
  }

  #explain({ reason }: ReportedFailure): string {
    const how = this.#hasStarted ? 'started but did not become ready' : 'did not start';
    return `Server "${this.#options.definition.key}" ${how}: ${reason.replace(/\.$/, '')}. The next request starts it again.`;
  }
}
