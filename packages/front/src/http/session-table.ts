import { randomBytes } from 'node:crypto';
import type { Link } from '@toolyard/core';
import { HttpSession, type SessionHost } from './http-session.ts';
import { OldSseSession } from './old-sse-session.ts';
import { ReplayBudget } from './replay-budget.ts';
import { StatelessRequests } from '../stateless/stateless-requests.ts';

/** What a table of sessions needs. */
export interface SessionTableOptions extends Omit<SessionHost, 'onEnd' | 'replay'> {
  /** Serves a new session, or a request that has none: those have a common name. */
  accept(link: Link, options?: { readonly session: string }): void;
  /** Names all requests without a session. */
  readonly statelessSession: string;
}

/** All sessions of a front, and the requests that have none. */
export class SessionTable {
  /** The requests that have no session. */
  readonly stateless: StatelessRequests;
  readonly #options: SessionTableOptions;
  readonly #replay: ReplayBudget;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #oldSessions = new Map<string, OldSseSession>();

  constructor(options: SessionTableOptions) {
    const { accept, statelessSession: session } = options;
    this.#options = options;
    this.#replay = new ReplayBudget(options.limits.maxReplayBytes);
    this.stateless = new StatelessRequests({ ...options, accept: (link) => accept(link, { session }) });
  }

  get size(): number {
    return this.#sessions.size + this.#oldSessions.size;
  }

  /** Whether no session can be opened, since all that there may be are in use. */
  get isFull(): boolean {
    return this.#isAtLimit && this.#findIdlest() === undefined;
  }

  /** Whether no request without a session can be answered, since others are. */
  get isBusy(): boolean {
    return this.stateless.size >= this.#options.limits.maxStatelessRequests;
  }

  find(id: string): HttpSession | undefined {
    return this.#sessions.get(id);
  }

  findOld(id: string): OldSseSession | undefined {
    return this.#oldSessions.get(id);
  }

  /** Where there are as many as there may be, the one that is idle longest gives way; ask `isFull` before. */
  open(): HttpSession {
    return this.#open(this.#sessions, HttpSession);
  }

  /** As `open`; a session of the old transport is never idle, since it is an open stream. */
  openOld(): OldSseSession {
    return this.#open(this.#oldSessions, OldSseSession);
  }

  /** What has to be done from time to time. */
  sweep(): void {
    for (const session of this.#all()) session.sweep();
    this.stateless.sweep();
  }

  async closeAll(): Promise<void> {
    await Promise.all([this.stateless.closeAll(), ...this.#all().map((session) => session.close())]);
  }

  #all(): (HttpSession | OldSseSession)[] {
    return [...this.#sessions.values(), ...this.#oldSessions.values()];
  }

  get #isAtLimit(): boolean {
    return this.size >= this.#options.limits.maxSessions;
  }

  /** By the part of its time, not by the time alone: a client that just shook hands must not go before an older one that lingers. */
  #findIdlest(): HttpSession | undefined {
    let found: HttpSession | undefined;
    for (const session of this.#sessions.values()) {
      if (!session.isInUse && session.idlePart > (found?.idlePart ?? -Infinity)) found = session;
    }
    return found;
  }

  #open<Session extends Link>(
    table: Map<string, Session>,
    Kind: new (id: string, host: SessionHost) => Session,
  ): Session {
    if (this.#isAtLimit) this.#findIdlest()?.giveWay();
    // Whoever knows the id can speak for the client.
    const id = randomBytes(24).toString('base64url');
    const session = new Kind(id, { ...this.#options, replay: this.#replay, onEnd: () => table.delete(id) });
    table.set(id, session);
    this.#options.accept(session);
    return session;
  }
}
