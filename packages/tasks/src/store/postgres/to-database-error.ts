import { toMessage, ToolyardError } from '@toolyard/core';
import { SqlError } from '../sql-error.ts';
import { findDatabaseFull, isUnavailable } from '../sql-state.ts';

/** What the driver threw, as `SqlError`, `database-full` or `database-unavailable`; anything that is neither stays as it is. */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || ToolyardError.is(error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && 'severity' in error;
  if (isSqlState && !isUnavailable(code)) return new SqlError(code, error.message, { cause: error });
  if (isSqlState || isConnectionError(error, code)) return findDatabaseFull(code, error) ?? unavailable(error, code);
  return error;
}

function isConnectionError(error: Error, code: string): boolean {
  return /^E[A-Z_]+$|^(CERT|DEPTH|SELF|UNABLE)_/.test(code) || /connection|timeout|SSL/i.test(error.message);
}

function unavailable(error: Error, code: string): ToolyardError {
  // Several addresses of one name fail together, and then the message is empty.
  const reason = error.message === '' ? code : toMessage(error);
  return new ToolyardError(
    'database-unavailable',
    `The task database cannot be used: ${reason}. Check that it runs, and that DATABASE_URL points to it.`,
    {
      cause: error,
    },
  );
}
