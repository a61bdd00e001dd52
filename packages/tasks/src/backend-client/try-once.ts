import { withDeadline, type Clock } from '@toolyard/core';
import type { RequestLogLine } from '../operations/request-log-line.ts';
import type { BackendExchange, ExchangeRequest } from './backend-exchange.ts';
import { BackendFailure, type BackendReply } from './task-backend.ts';

/** Where the requests are written down. */
export type BackendLog = (line: RequestLogLine) => void;

/** One try. */
export interface Try {
  readonly exchange: BackendExchange;
  readonly clock: Clock;
  readonly request: ExchangeRequest;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly writeLog: BackendLog;
}

/** Asks once within the limit. Rejects only with the reason of `signal`. */
export async function tryOnce(options: Try): Promise<BackendReply | BackendFailure> {
  const { clock, request, signal, writeLog } = options;
  const startedAt = clock.now();
  const note = (status: number | null, error: string | null): void =>
    writeLog({
      timestamp: new Date(startedAt).toISOString(),
      event: 'backend_request',
      request_id: request.requestId,
      user_id: request.user ?? null,
      ...(request.sessionId === undefined ? {} : { session_id: request.sessionId }),
      method: request.method,
      endpoint: request.path.replace(/\?.*$/s, ''),
      status_code: status,
      duration_ms: Math.round(clock.now() - startedAt),
      error,
    });
  try {
    const reply = await sendWithin(options);
    note(reply.status, reply.status < 400 ? null : `status ${reply.status}`);
    return reply;
  } catch (error) {
    // The time of a whole call ends its try with a failure too, and that is no wish of the client.
    note(null, error instanceof BackendFailure ? describe(error) : signal.aborted ? 'cancelled' : 'internal');
    if (error instanceof BackendFailure) return error;
    throw error;
  }
}

async function sendWithin({ exchange, clock, request, signal, limitMs }: Try): Promise<BackendReply> {
  let isConnected = false;
  const toReason = (): BackendFailure =>
    new BackendFailure('timeout', `no answer within ${Math.round(limitMs)} ms`, !isConnected);
  return await withDeadline({ clock, ms: limitMs, signal, toReason }, (until) =>
    exchange.send(request, { signal: until, onConnected: () => (isConnected = true) }),
  );
}

function describe({ kind, message }: BackendFailure): string {
  return `${kind}: ${message}`;
}
