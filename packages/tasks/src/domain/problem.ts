import type { FieldError } from './field-error.ts';

/** The kinds of problem that the backend answers with, and their status. */
export const PROBLEMS = {
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  authentication: { status: 401, title: 'Service authentication failed' },
  authorization: { status: 403, title: 'User not authorized to access this resource' },
  'not-found': { status: 404, title: 'Requested resource not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed here' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  'in-progress': { status: 409, title: 'A request with this key is in progress' },
  'version-conflict': { status: 412, title: 'The task has changed since it was read' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'uri-too-long': { status: 414, title: 'The URL is too long' },
  'media-type': { status: 415, title: 'The body is not JSON' },
  validation: { status: 422, title: 'Input validation failed' },
  'key-reused': { status: 422, title: 'The key was used for another request' },
  'rate-limit': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Backend service error' },
  unavailable: { status: 503, title: 'Backend service unavailable' },
} as const;

/** One of the kinds of problem. */
export type ProblemKind = keyof typeof PROBLEMS;

/** A problem on its way to whoever asked. */
export interface Problem {
  readonly kind: ProblemKind;
  /** What is wrong and what to do. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly currentVersion?: number;
  /** Headers that belong to it, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A problem's type, which programs compare. */
export function toProblemType(kind: ProblemKind): string {
  return `urn:toolyard:problem:${kind}`;
}
