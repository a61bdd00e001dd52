import type { ConfigProblemCode, FailurePhase, ServerState } from '@toolyard/core';

/** What kind of failure it was decides what happens next. */
export type FailureKind =
  /** It may work later: tried again. */
  | 'outage'
  /** It cannot work as it is written: not tried again. */
  | 'configuration'
  /** Somebody has to log in first. */
  | 'login';

/** Why a server is not there. */
export interface Failure {
  readonly kind: FailureKind;
  readonly phase: FailurePhase;
  readonly reason: string;
  readonly lastLines: readonly string[];
  /** What is wrong with the configuration, where that is known. */
  readonly code?: ConfigProblemCode;
}

/** A failure as it is told to the life of a server, which knows the phase where none is given. */
export type ReportedFailure = Omit<Failure, 'phase'> & Partial<Pick<Failure, 'phase'>>;

/** One try to connect, for the history. */
export interface Attempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: 'connected' | 'failed';
  readonly phase?: FailurePhase;
  readonly reason?: string;
}

/** All that is known about a server's life; times are milliseconds since 1970. */
export interface ServerLife {
  readonly state: ServerState;
  readonly phase: FailurePhase;
  /** Counts tries to connect, so that news of an older one can be told from news of this one. */
  readonly attempt: number;
  /** Failures since the last connection; one that drops before it has proved itself is none. */
  readonly failures: number;
  /** What `failures` was before this connection, which has not proved itself yet. */
  readonly earlierFailures?: number;
  /** Retries since the server last proved that it stays up. */
  readonly retries: number;
  readonly failure?: Failure;
  readonly lastAttemptAt?: number;
  readonly lastConnectedAt?: number;
  readonly lastFailureAt?: number;
  readonly nextTryAt?: number;
  readonly autoDisabledAt?: number;
  readonly lastPingAt?: number;
  readonly latencyMs?: number;
  /** The newest last. */
  readonly history: readonly Attempt[];
}

/** What can happen to a server. */
export type LifeEvent =
  /** The yard begins; `idle` where its saved tools are offered and nobody needs it yet. */
  | { readonly type: 'begin'; readonly idle: boolean }
  /** Somebody switched it on, or wants it tried again. */
  | { readonly type: 'enable' }
  | { readonly type: 'disable' }
  /** A call needs it. */
  | { readonly type: 'wanted' }
  /** Nobody has needed it for a while. */
  | { readonly type: 'unused' }
  /** The process or connection is there; the handshake and the lists follow. */
  | { readonly type: 'started'; readonly attempt: number }
  | { readonly type: 'connected'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: ReportedFailure }
  /** It has been up long enough not to be called a crash loop. */
  | { readonly type: 'proved'; readonly attempt: number }
  | { readonly type: 'pinged'; readonly attempt: number; readonly latencyMs: number }
  | { readonly type: 'retry-due'; readonly attempt: number }
  | { readonly type: 'logged-in' }
  /** The yard ends. */
  | { readonly type: 'stop' };

/** What has to be done because of it. */
export type LifeEffect =
  | { readonly type: 'connect'; readonly attempt: number }
  | { readonly type: 'disconnect' }
  | { readonly type: 'retry-in'; readonly ms: number; readonly attempt: number }
  | { readonly type: 'forget-retry' }
  /** People have to be told, once. */
  | { readonly type: 'tell-auto-disabled'; readonly reason: string };

/** What does not change in the life of a server. */
export interface LifeRules {
  /** The waits before each retry, in milliseconds. */
  readonly retryDelaysMs: readonly number[];
}

/** How long a connection has to stay up before its end counts as a new failure and not as a failed try, in milliseconds. */
export const PROVED_AFTER_MS = 10_000;

/** How many attempts the history keeps. */
export const HISTORY_LENGTH = 20;

/** The life of a server that has never been started; `saved` is what is remembered of an earlier run. */
export function createServerLife(enabled: boolean, saved: Partial<ServerLife> = {}): ServerLife {
  const fresh: ServerLife = {
    state: enabled ? 'idle' : 'disabled',
    phase: 'startup',
    attempt: 0,
    failures: 0,
    retries: 0,
    history: [],
  };
  return { ...fresh, ...saved, state: fresh.state, phase: 'startup', attempt: 0 };
}
