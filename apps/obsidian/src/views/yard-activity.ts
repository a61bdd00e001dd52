import type { CallRecord, SessionUse } from '@toolyard/core';
import type { LogLine } from '@toolyard/node';
import type { ActiveCall } from '../caller/own-calls.ts';

/** How many calls were made in a session, and for which note. */
export interface SessionCount extends SessionUse {
  readonly session: string;
  /** The note as its last call named it; absent for a session that has none. */
  readonly note?: string;
}

/** Which lines of the log are followed. */
export interface FollowedLog {
  readonly server: string;
  /** The most lines of those that are there already. */
  readonly tail: number;
  readonly signal: AbortSignal;
  readonly onLine: (line: LogLine) => void;
}

/** What the yard does and did. Nothing of it opens a yard or starts a server. */
export interface YardActivity {
  /** Those that wait or run, in the order of their submission. */
  active(): readonly ActiveCall[];
  /** Of the sessions that made the last calls, the newest first. */
  sessions(): Promise<readonly SessionCount[]>;
  /** Calls of this and of earlier runs, the newest first; those that run are among them. */
  history(): Promise<readonly CallRecord[]>;
  /** Gives the lines about a server that were and will be logged, until `signal` is aborted. */
  followLog(followed: FollowedLog): Promise<void>;
  /** Calls the listener after everything that happens to calls and when a yard comes or goes, until the function that it gives is called. */
  on(listener: () => void): () => void;
}
