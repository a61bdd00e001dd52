import type { Problem } from '../domain/problem.ts';
import { ProblemError } from './problem-error.ts';

/** How large a request may be. */
export interface RequestLimits {
  /** The largest body, in bytes. */
  readonly bodyBytes: number;
  /** The longest address, in characters. */
  readonly urlLength: number;
}

/** Room for everything that a task can hold, and for 50 usual changes. */
export const DEFAULT_REQUEST_LIMITS: RequestLimits = { bodyBytes: 65_536, urlLength: 8192 };

/** The answer to a body beyond the limit. */
export const BODY_TOO_LARGE: Problem = {
  kind: 'body-too-large',
  detail: 'The body is larger than this backend takes.',
};

/** The answer to a body that is no JSON, or that would change prototypes. */
export const BODY_UNREADABLE: Problem = {
  kind: 'malformed-request',
  detail: 'The body is not valid JSON, or has a key such as "__proto__".',
};

/** Throws the problem of an address beyond the limit. */
export function checkAddress(url: string, { urlLength }: RequestLimits): void {
  if (url.length <= urlLength) return;
  throw new ProblemError({ kind: 'uri-too-long', detail: `The URL is longer than ${urlLength} characters.` });
}
