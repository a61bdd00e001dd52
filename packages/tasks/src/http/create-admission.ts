import type { IncomingHttpHeaders } from 'node:http';
import type { BackendLimits } from './backend-limits.ts';
import type { Authenticator } from './create-authenticator.ts';
import type { RateLimiter } from './create-rate-limiter.ts';
import { isWrite, type Operation } from '../operations/operation.ts';
import { checkAddress } from '../operations/request-limits.ts';
import { ProblemError } from '../operations/problem-error.ts';

/** A request that wants in. */
export interface AdmittedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Told as soon as the user is known, so that refusals are logged under their name too. */
  onUser(user: string): void;
}

/** Lets a request to an operation in, or throws the problem to answer with. */
export type Admission = (operation: Operation, arrival: AdmittedRequest) => Promise<void>;

/** Looks at the length of the address, then at the token, then at how much the user asked for lately. */
export function createAdmission(auth: Authenticator, rates: RateLimiter, limits: BackendLimits): Admission {
  return async (operation, { url, headers, onUser }) => {
    checkAddress(url, limits);
    if (operation.access === 'open') return;
    const { user } = await auth.authenticate(headers, operation.access);
    if (user !== undefined) onUser(user);
    if (user === undefined || operation.access === 'service') return;
    const waitMs = rates.take(user, isWrite(operation) ? 'write' : 'read');
    if (waitMs === undefined) return;
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const detail = `Too many requests from this user within a minute. Try again in ${seconds} s.`;
    throw new ProblemError({ kind: 'rate-limit', detail, headers: { 'retry-after': String(seconds) } });
  };
}
