import { randomBytes } from 'node:crypto';
import type { Link } from '@toolyard/core';
import { HttpSession, type SessionHost } from './http-session.ts';
import { OldSseSession } from './old-sse-session.ts';
import { StatelessRequests } from '../stateless/stateless-requests.ts';

/** What a table of sessions needs. */
export interface SessionTableOptions extends Omit<SessionHost, 'onEnd'> {
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
  readonly #sessions = new Map<string, HttpSession>();
  readonly #oldSessions = new Map<string, OldSseSession>();

  constructor(options: SessionTableOptions) {
    const { accept, statelessSession: session } = options;
    this.#options = options;
    this.stateless = new StatelessRequests({ ...options, accept: (link) => accept(link, { session }) });
  }

  get size(): number {
    return this.#sessions.size + this.#oldSessions.size;
  }

  get isFull(): boolean {
    return this.size + this.stateless.size >= this.#options.limits.maxSessions;
  }

  find(id: string): HttpSession | undefined {
    return this.#sessions.get(id);
  }

  findOld(id: string): OldSseSession | undefined {
    return this.#oldSessions.get(id);
  }

  open(): HttpSession {
    return this.#open(this.#sessions, HttpSession);
  }

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

  #open<Session extends Link>(
    table: Map<string, Session>,
    Kind: new (id: string, host: SessionHost) => Session,
  ): Session {
    // Whoever knows the id can speak for the client.
    const id = randomBytes(24).toString('base64url');
    const session = new Kind(id, { ...this.#options, onEnd: () => table.delete(id) });
    table.set(id, session);
    this.#options.accept(session);
    return session;
  }
}
