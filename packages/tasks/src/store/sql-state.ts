import { ToolyardError } from '@toolyard/core';

const DISK_FULL = '53100';

/** Whether a SQLSTATE says that the database is away, out of something, or too slow, rather than that a statement is wrong. */
export function isUnavailable(state: string): boolean {
  return /^(08|53|57|28|3D|58)/.test(state);
}

/** The error for a SQLSTATE that says that the disk is full; `undefined` for any other. */
export function findDatabaseFull(state: string, cause: unknown): ToolyardError | undefined {
  if (state !== DISK_FULL) return undefined;
  const message = 'The disk of the task database is full, and nothing was changed. Free disk space.';
  return new ToolyardError('database-full', message, { cause });
}
