import type { BackendFailure, BackendFeatures, BackendReply, BackendRequest } from './task-backend.ts';

const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Whether a request has the same effect however often it arrives. */
export function isRepeatable(request: BackendRequest, features: BackendFeatures | undefined): boolean {
  const { method, path, body, ifVersion, idempotencyKey } = request;
  if (method === 'GET') return true;
  // The second of two would meet the version that the first one made, and look like a conflict with somebody else.
  if (ifVersion !== undefined) return false;
  if (method === 'PATCH') return body !== undefined && Object.keys(body).every((field) => field === 'completed');
  if (method !== 'POST') return true;
  return idempotencyKey !== undefined && features?.takes('post', path, 'Idempotency-Key') === true;
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
  if (outcome.status === 409) return request.method === 'POST' && hadEffect;
  return BUSY_STATUSES.includes(outcome.status);
}
