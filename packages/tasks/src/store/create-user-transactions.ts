import { ToolyardError } from '@toolyard/core';
import type { Database, Statement, Transaction, TransactionOptions } from './database.ts';
import { USER_ROLE } from './migrations/migrate.ts';
import { SqlError } from './sql-error.ts';

/** Transactions in the role that sees only what it was told it may see. */
export interface UserTransactions {
  /** Sees the rows of `user`. Tried again where it met another one; so `work` writes to nothing but the database. */
  asUser<T>(user: string, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Sees the rows of `user`, and writes nothing. */
  reading<T>(user: string, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Sees the token with this hash. */
  withToken<T>(hash: string, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Sees the idempotency keys that expired at `until`, of all users. */
  sweeping<T>(until: string, work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

const ATTEMPTS = 4;

/** Transactions on `database`, whose user may be a superuser. */
export function createUserTransactions(database: Database): UserTransactions {
  const repeat = async <T>(options: TransactionOptions, work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await database.transaction(options, work);
      } catch (error) {
        if (SqlError.isLockTimeout(error)) throw tooBusy(error);
        if (attempt === ATTEMPTS || !SqlError.isPassing(error)) throw error;
      }
    }
  };
  const ofUser = (user: string): TransactionOptions => ({ turn: user, first: [enter('toolyard.user_id', user)] });
  return {
    asUser: async (user, work) => repeat(ofUser(user), work),
    reading: async (user, work) => repeat({ ...ofUser(user), readOnly: true }, work),
    withToken: async (hash, work) =>
      database.transaction({ turn: hash, readOnly: true, first: [enter('toolyard.token_hash', hash)] }, work),
    sweeping: async (until, work) =>
      database.transaction({ turn: 'sweep', first: [enter('toolyard.sweep_until', until)] }, work),
  };
}

function tooBusy(cause: unknown): ToolyardError {
  const message = 'The task database is busy: another request holds what this one needs. Try again in a moment.';
  return new ToolyardError('database-unavailable', message, { cause });
}

/** Takes the role and says what it may see, both until the end of the transaction. */
function enter(setting: string, value: string): Statement {
  return {
    text: `SELECT set_config('role', '${USER_ROLE}', true), set_config($1, $2, true)`,
    values: [setting, value],
  };
}
