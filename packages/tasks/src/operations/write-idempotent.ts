import type { TaskStore, TaskWriter } from '../domain/task-store.ts';
import type { OperationRequest } from './operation-handler.ts';
import { ProblemError } from './problem-error.ts';
import { readIdempotencyKey } from './read-conditions.ts';

/** What a write gave, and the headers that tell about it. */
export interface Written<T> {
  readonly value: T;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs `work`, or gives what it gave to the first request with this `Idempotency-Key`; `meaning` is all that the request asks for. */
export async function writeIdempotent<T>(
  store: TaskStore,
  { user, idempotencyKey }: OperationRequest,
  meaning: readonly unknown[],
  work: (tasks: TaskWriter) => Promise<T>,
): Promise<Written<T>> {
  const result = await store.write(user, work, readIdempotencyKey(idempotencyKey, meaning));
  if (result.kind === 'done') {
    return { value: result.value, headers: result.replayed ? { 'idempotency-replayed': 'true' } : {} };
  }
  if (result.kind === 'in-progress') {
    const detail = 'A request with this Idempotency-Key is in progress. Try again in a moment.';
    throw new ProblemError({ kind: 'in-progress', detail, headers: { 'retry-after': '1' } });
  }
  const detail = 'This Idempotency-Key was used for another request. Use a new key for a new request.';
  throw new ProblemError({ kind: 'key-reused', detail });
}
