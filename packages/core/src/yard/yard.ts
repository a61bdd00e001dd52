import type { ConfigProblemCode } from '../config/config-problem.ts';
import type { Catalogue, CatalogueKind } from '../catalogue/catalogue.ts';
import type { Calls } from '../call/calls.ts';
import type { ToolCaller } from '../call/tool-caller.ts';

/** Where a server is in its life; PRODUCT words, shown to users as they are. */
export type ServerState =
  | 'disabled'
  | 'idle'
  | 'starting'
  | 'running'
  | 'retrying'
  | 'needs-login'
  | 'failed'
  | 'auto-disabled'
  | 'stopped';

/** When in a server's life something failed. */
export type FailurePhase = 'startup' | 'initialization' | 'runtime';

/** Everything that is known about one server; the shape of `toolyard status --json`. */
export interface ServerStatus {
  readonly key: string;
  readonly state: ServerState;
  /** How many tools it offers now. */
  readonly tools: number;
  readonly latencyMs?: number;
  /** Failures since the last success. */
  readonly failures: number;
  /** While starting: what it is busy with. After a failure: when it failed. */
  readonly phase?: FailurePhase;
  /** Why it failed; of a server that runs, what is missing in its lists. */
  readonly reason?: string;
  /** What is wrong with its configuration, of one that failed because of it. */
  readonly code?: ConfigProblemCode;
  /** What a failed server last wrote to its stderr, oldest first. */
  readonly lastLines?: readonly string[];
  /** Times are ISO 8601 in UTC. */
  readonly lastAttemptAt?: string;
  readonly lastConnectedAt?: string;
  readonly nextTryAt?: string;
  readonly lastFailureAt?: string;
  readonly lastPingAt?: string;
  readonly autoDisabledAt?: string;
  /** Retries since it last stayed up. */
  readonly retries?: number;
  /** The last tries to connect, the newest last. */
  readonly history?: readonly ServerAttempt[];
  /** What it offers is known from an earlier run or connection. */
  readonly remembered?: boolean;
}

/** One try to connect to a server. */
export interface ServerAttempt {
  readonly at: string;
  readonly outcome: 'connected' | 'failed';
  readonly phase?: FailurePhase;
  readonly reason?: string;
}

/** What happens in a yard. */
export type YardEvent =
  | { readonly type: 'server-changed'; readonly status: ServerStatus }
  /** Three retries failed; people have to be told, once. */
  | { readonly type: 'server-auto-disabled'; readonly key: string; readonly reason: string }
  /** With `set`, the list is another one for clients of that set of capabilities alone, and the catalogue may be the same. */
  | { readonly type: 'catalogue-changed'; readonly kind: CatalogueKind; readonly server: string; readonly set?: string }
  | { readonly type: 'configuration-changed' };

/** All the servers of one configuration, running. */
export interface Yard {
  readonly catalogue: Catalogue;
  readonly caller: ToolCaller;
  /** The calls of `caller` and of gateway clients, under the same limits. */
  readonly calls: Calls;
  /** In configuration order. */
  servers(): readonly ServerStatus[];
  /** One server, if the configuration has it. */
  server(key: string): ServerStatus | undefined;
  /** Calls `listener` for every event from now on; the returned function ends that. */
  on(listener: (event: YardEvent) => void): () => void;
  /** Resolves when no server (or not the one with `key`) is starting any more, or when `signal` is aborted. */
  settled(options: { readonly key?: string; readonly signal: AbortSignal }): Promise<void>;
  /** Switches a server on until its entry in the configuration changes; one that was given up is tried again. */
  enable(key: string): Promise<void>;
  /** Switches a server off until its entry in the configuration changes. */
  disable(key: string): Promise<void>;
  /** Stops every server and resolves when nothing of them is left; a `JoinedYard` only leaves. */
  stop(): Promise<void>;
}
