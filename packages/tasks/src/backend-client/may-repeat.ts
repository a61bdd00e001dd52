import type { BackendFailure, BackendFeatures, BackendReply, BackendRequest } from './task-backend.ts';

const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Whether it depends on what the backend can do if a request may be repeated. */
export function needsKey({ method, ifVersion }: BackendRequest): boolean {
  // The second of two would meet the version that the first one made, and look like a conflict with somebody else.
  return method === 'POST' || ifVersion !== undefined;
}

/** Whether a request has the same effect and the same answer however often it arrives. */
export function isRepeatable(request: BackendRequest, features: BackendFeatures | undefined): boolean {
  const { method, path, body, idempotencyKey } = request;
  if (method === 'GET') return true;
  if (needsKey(request)) {
    return idempotencyKey !== undefined && features?.takes(method, toPattern(path), 'Idempotency-Key') === true;
  }
  return method !== 'PATCH' || Object.keys(body ?? {}).every((field) => field === 'completed');
}

/** What is known when a try has failed. */
export interface FailedTry {
  readonly request: BackendRequest;
  readonly outcome: BackendReply | BackendFailure;
  readonly isRepeatable: boolean;
  /** Whether an earlier try may have had its effect. */
  readonly hadEffect: boolean;
}

/** Whether trying again can help, and can do no harm. */
export function isWorthRepeating({ request, outcome, isRepeatable, hadEffect }: FailedTry): boolean {
  if (!('status' in outcome)) return isRepeatable || outcome.neverArrived;
  if (!isRepeatable) return false;
  // The first try is still at work.
  if (outcome.status === 409) return request.idempotencyKey !== undefined && hadEffect;
  return BUSY_STATUSES.includes(outcome.status);
}

/** The path as OpenAPI writes it. */
function toPattern(path: string): string {
  return path.replace(/\?.*$/s, '').replaceAll(/\/\d+(?=\/|$)/g, '/{id}');
}
