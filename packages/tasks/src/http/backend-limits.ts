import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from '../operations/request-limits.ts';
import type { RateLimits } from './create-rate-limiter.ts';

/** What the backend bears. Times in milliseconds. */
export interface BackendLimits extends RateLimits, RequestLimits {
  /** How long the headers of a request may take. */
  readonly headersMs: number;
  /** How long a whole request may take to arrive. */
  readonly requestMs: number;
  readonly maxConnections: number;
  /** How long requests are still taken after readiness is gone, for balancers to notice. */
  readonly drainMs: number;
  /** How long a stop waits for requests in flight. */
  readonly stopMs: number;
}

/** Good for many users on one machine. */
export const DEFAULT_BACKEND_LIMITS: BackendLimits = {
  readsPerMinute: 100,
  writesPerMinute: 30,
  ...DEFAULT_REQUEST_LIMITS,
  headersMs: 10_000,
  requestMs: 30_000,
  maxConnections: 10_000,
  drainMs: 0,
  stopMs: 10_000,
};
