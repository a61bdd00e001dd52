import { ToolyardError } from '@toolyard/core';
import type { Problem } from '../domain/problem.ts';
import { ProblemError } from './problem-error.ts';

/** What people are told while the database cannot write. */
export const DATABASE_FULL_MESSAGE =
  'The disk of the database is full, so nothing can be changed. Free disk space, then try again.';

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
  if (isDatabaseFull(thrown))
    return { kind: 'unavailable', detail: DATABASE_FULL_MESSAGE, headers: { 'retry-after': '30' } };
  return { kind: 'internal', detail: 'Internal error. The log has the details under this request id.' };
}

/** What the log says about a problem. */
export function describeError({ kind }: Problem, thrown: unknown): string {
  return kind === 'internal' ? `internal: ${describeBug(thrown)}` : kind;
}

/** Where something unexpected was thrown, without its message: that may hold what a user wrote. */
function describeBug(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `a thrown ${typeof thrown}`;
  const code = 'code' in thrown ? ` ${String(thrown.code)}` : '';
  const places = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${thrown.name}${code}`, ...places.slice(0, 3).map((line) => line.trim())].join(' ');
}
