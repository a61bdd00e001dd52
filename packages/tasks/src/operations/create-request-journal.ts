import type { Clock } from '@toolyard/core';
import type { RequestLogLine } from './request-log-line.ts';

/** What is known of a request while it is worked on. */
export interface JournaledRequest {
  readonly id: string;
  readonly method: string;
  /** The path with `{id}`, and as it came; absent for a path that is not one of ours. */
  endpoint?: { readonly pattern: string; readonly path: string };
  user?: string;
  readonly sessionId?: string;
  error?: string;
}

/** One request that was answered. */
export interface MeasuredRequest {
  readonly method: string;
  /** With `{id}`, so that tasks are not told apart. */
  readonly endpoint: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Told of requests as they begin and end. */
export interface RequestCounter {
  begin(): void;
  end(): void;
  count(request: MeasuredRequest): void;
}

/** Keeps the log and the measurements of requests. */
export interface RequestJournal {
  /** Begins with a request; the returned function ends it, with its status or `null` where the client left. Only once. */
  open(request: JournaledRequest): (status: number | null) => void;
}

const UNKNOWN = '(unknown)';

/** One line of log for each request that ended; counted where somebody counts. */
export function createRequestJournal(
  clock: Clock,
  writeLog: (line: RequestLogLine) => void,
  counter?: RequestCounter,
): RequestJournal {
  return {
    open(request) {
      const startedAt = clock.now();
      let isOpen = true;
      counter?.begin();
      return (status) => {
        if (!isOpen) return;
        isOpen = false;
        const now = clock.now();
        const { id, method, endpoint, user = null, sessionId, error = null } = request;
        counter?.end();
        counter?.count({
          method: endpoint === undefined ? 'any' : method,
          endpoint: endpoint?.pattern ?? UNKNOWN,
          // As proxies count those who leave.
          status: status ?? 499,
          durationMs: now - startedAt,
        });
        writeLog({
          timestamp: new Date(now).toISOString(),
          event: 'backend_request',
          request_id: id,
          user_id: user,
          ...(sessionId === undefined ? {} : { session_id: sessionId }),
          method,
          endpoint: endpoint?.path ?? UNKNOWN,
          status_code: status,
          duration_ms: now - startedAt,
          error: status === null ? 'client-closed' : error,
        });
      };
    },
  };
}
