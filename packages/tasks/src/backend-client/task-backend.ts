/** One request to a task backend on behalf of a user. */
export interface BackendRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the backend's base, with its query: `/tasks/12`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly user: string;
  /** Traces it from the tool call to the backend's log. */
  readonly requestId: string;
  /** The session that its client names, for the log alone. */
  readonly sessionId?: string;
  /** The same for all requests that are to have one effect. */
  readonly idempotencyKey?: string;
  /** The version that a task must still have. */
  readonly ifVersion?: number;
}

/** What a backend answered, whatever its status. */
export interface BackendReply {
  readonly status: number;
  /** Parsed JSON; absent where there was none. */
  readonly body?: unknown;
  /** What `Retry-After` asked for, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** A task backend: over HTTP, or in this process. */
export interface TaskBackend {
  /** Resolves for every answer; rejects with `BackendFailure` where there is none, and with the reason of `signal`. */
  send(request: BackendRequest, signal: AbortSignal): Promise<BackendReply>;
  /** What it says it can do; never rejects but with the reason of `signal`. */
  features(signal: AbortSignal): Promise<BackendFeatures>;
  /** Ends its connections. */
  close(): Promise<void>;
}

/** What a backend says in its OpenAPI document that it can do; paths may have other names in their braces. */
export interface BackendFeatures {
  /** False where it says nothing about itself, so that what it has is not known. */
  readonly isDescribed: boolean;
  has(method: string, path: string): boolean;
  /** Whether the operation takes the named query or header parameter. */
  takes(method: string, path: string, parameter: string): boolean;
}

/** Why there is no answer of a backend. */
export class BackendFailure extends Error {
  override readonly name = 'BackendFailure';
  readonly kind: 'timeout' | 'connection';
  /** Whether the backend surely did nothing. */
  readonly neverArrived: boolean;

  constructor(kind: 'timeout' | 'connection', message: string, neverArrived: boolean) {
    super(message);
    this.kind = kind;
    this.neverArrived = neverArrived;
  }
}
