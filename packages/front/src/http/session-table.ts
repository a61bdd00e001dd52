import { randomBytes } from 'node:crypto';
import type { Link } from '@toolyard/core';
import { HttpSession, type HttpSessionHost } from './http-session.ts';
import { OldSseSession } from './old-sse-session.ts';
import { ReplayBudget } from './replay-budget.ts';
import { StatelessRequests } from '../stateless/stateless-requests.ts';

export interface SessionTableOptions extends Omit<HttpSessionHost, 'onEnd' | 'replay'> {
  /** Serves a new session, or a request that has none: those have a common name. */
  accept(link: Link, options?: { readonly session: string }): void;
  /** Names all requests without a session. */
  readonly statelessSession: string;
}

/** By id. An id that leaked is of no use without the credentials. */
type Sessions<Session> = Map<string, { readonly session: Session; readonly credentials: string }>;

/** All sessions of a front, and the requests that have none. */
export class SessionTable {
  /** The requests that have no session. */
  readonly stateless: StatelessRequests;
  readonly #options: SessionTableOptions;
  readonly #replay: ReplayBudget;
  readonly #sessions: Sessions<HttpSession> = new Map();
  readonly #oldSessions: Sessions<OldSseSession> = new Map();

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

  /** The session with this id, if it began with these credentials. */
  find(id: string, credentials: string): HttpSession | undefined {
    return find(this.#sessions, id, credentials);
  }

  /** The same for the old transport. */
  findOld(id: string, credentials: string): OldSseSession | undefined {
    return find(this.#oldSessions, id, credentials);
  }

  /** Where there are as many as there may be, the one that is idle longest gives way; ask `isFull` before. */
  open(credentials: string): HttpSession {
    return this.#open(this.#sessions, HttpSession, credentials);
  }

  /** As `open`; a session of the old transport is never idle, since it is an open stream. */
  openOld(credentials: string): OldSseSession {
    return this.#open(this.#oldSessions, OldSseSession, credentials);
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
    return [...this.#sessions.values(), ...this.#oldSessions.values()].map(({ session }) => session);
  }

  get #isAtLimit(): boolean {
    return this.size >= this.#options.limits.maxSessions;
  }

  /** By the part of its time, not by the time alone: a client that just shook hands must not go before an older one that lingers. */
  #findIdlest(): HttpSession | undefined {
    let found: HttpSession | undefined;
    for (const { session } of this.#sessions.values()) {
      if (!session.isInUse && session.idlePart > (found?.idlePart ?? -Infinity)) found = session;
    }
    return found;
  }

  #open<Session extends Link>(
    table: Sessions<Session>,
    Kind: new (id: string, host: HttpSessionHost) => Session,
    credentials: string,
  ): Session {
    if (this.#isAtLimit) this.#findIdlest()?.giveWay();
    const id = randomBytes(24).toString('base64url');
    const session = new Kind(id, { ...this.#options, replay: this.#replay, onEnd: () => table.delete(id) });
    table.set(id, { session, credentials });
    this.#options.accept(session);
    return session;
  }
}

function find<Session>(table: Sessions<Session>, id: string, credentials: string): Session | undefined {
  const found = table.get(id);
  return found?.credentials === credentials ? found.session : undefined;
}
