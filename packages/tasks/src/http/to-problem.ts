import { ToolyardError } from '@toolyard/core';
import type { Problem, ProblemKind } from '../domain/problem.ts';
import { ProblemError } from './problem-error.ts';

const BY_CODE: Readonly<Record<string, { readonly kind: ProblemKind; readonly detail: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { kind: 'body-too-large', detail: 'The body is larger than this backend takes.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    kind: 'media-type',
    detail: 'Send the body as JSON, with "Content-Type: application/json".',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    kind: 'malformed-request',
    detail: 'The body has another length than its Content-Length says.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    kind: 'malformed-request',
    detail: 'The body is not valid JSON, or has a key such as "__proto__".',
  },
  FST_ERR_MAX_PARAM_LENGTH: { kind: 'uri-too-long', detail: 'The address is too long.' },
  FST_ERR_BAD_URL: { kind: 'malformed-request', detail: 'The address has a wrong percent sign in it.' },
};

/** What people are told while the database cannot write. */
export const NO_ROOM =
  'The database has no room left to write, so nothing can be changed. Make room on its disk, then try again.';

/** Whether something failed because the disk of the database is full. */
export function isDatabaseFull(thrown: unknown): boolean {
  return ToolyardError.is(thrown) && thrown.code === 'database-full';
}

/** The problem to answer with for anything that was thrown; what nobody expected is an `internal` one that tells nothing. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  if (ToolyardError.is(thrown) && thrown.code === 'database-unavailable') {
    const detail = 'The database cannot be reached at the moment. Try again in a few seconds.';
    return { kind: 'unavailable', detail, headers: { 'retry-after': '5' } };
  }
  if (isDatabaseFull(thrown)) return { kind: 'unavailable', detail: NO_ROOM, headers: { 'retry-after': '30' } };
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known !== undefined) return known;
  return { kind: 'internal', detail: 'Something went wrong here. The log has it under this request id.' };
}

/** Where something unexpected was thrown, without its message: that may hold what a user wrote. */
export function describeBug(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `a thrown ${typeof thrown}`;
  const code = 'code' in thrown ? ` ${String(thrown.code)}` : '';
  const places = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${thrown.name}${code}`, ...places.slice(0, 3).map((line) => line.trim())].join(' ');
}
