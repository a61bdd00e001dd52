import { randomBytes } from 'node:crypto';
import type { Link } from '@toolyard/core';
import { HttpSession, type SessionHost } from './http-session.ts';
import { OldSseSession } from './old-sse-session.ts';
import { StatelessLink } from './stateless/stateless-link.ts';

/** What a table of sessions needs. */
export interface SessionTableOptions extends Omit<SessionHost, 'onEnd'> {
  /** Serves a new session. */
  accept(link: Link): void;
}

/** All sessions of a front, and the requests that have none. */
export class SessionTable {
  readonly #options: SessionTableOptions;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #oldSessions = new Map<string, OldSseSession>();
  readonly #stateless = new Map<string, StatelessLink>();

  constructor(options: SessionTableOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size + this.#oldSessions.size;
  }

  get isFull(): boolean {
    return this.size + this.#stateless.size >= this.#options.limits.maxSessions;
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

  /** The link of a request that belongs to no session. */
  openStateless(): StatelessLink {
    return this.#open(this.#stateless, StatelessLink);
  }

  /** What has to be done from time to time. */
  sweep(): void {
    for (const session of this.#all()) session.sweep();
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.#all().map((session) => session.close()));
  }

  #all(): (HttpSession | OldSseSession | StatelessLink)[] {
    return [...this.#sessions.values(), ...this.#oldSessions.values(), ...this.#stateless.values()];
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
