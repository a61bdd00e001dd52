import type { Catalogue, CatalogueKind } from '../catalogue/catalogue.ts';
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
  readonly reason?: string;
  /** What a failed server last wrote to its stderr, oldest first. */
  readonly lastLines?: readonly string[];
  /** Times are ISO 8601 in UTC. */
  readonly lastAttemptAt?: string;
  readonly lastConnectedAt?: string;
  readonly nextTryAt?: string;
}

/** What happens in a yard. */
export type YardEvent =
  | { readonly type: 'server-changed'; readonly status: ServerStatus }
  | { readonly type: 'catalogue-changed'; readonly kind: CatalogueKind; readonly server: string };

/** All the servers of one configuration, running. */
export interface Yard {
  readonly catalogue: Catalogue;
  readonly caller: ToolCaller;
  /** In configuration order. */
  servers(): readonly ServerStatus[];
  /** One server, if the configuration has it. */
  server(key: string): ServerStatus | undefined;
  /** Calls `listener` for every event from now on; the returned function ends that. */
  on(listener: (event: YardEvent) => void): () => void;
  /** Resolves when no server (or not the one with `key`) is starting any more, or when `signal` is aborted. */
  settled(options: { readonly key?: string; readonly signal: AbortSignal }): Promise<void>;
  /** Stops every server; resolves when nothing of them is left. */
  stop(): Promise<void>;
}
