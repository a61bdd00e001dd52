/** One row of a result, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** One SQL statement and the values of its `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** A transaction that is open. */
export interface Transaction {
  /** Runs one statement. Values that hold a NUL byte never reach the database, which has no place for them. */
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs several statements without values. */
  run(script: string): Promise<void>;
  /** Runs a statement when all others are done, together with the commit: nothing is kept where it fails. */
  atEnd(text: string, values: readonly unknown[]): void;
}

/** How a transaction begins. */
export interface TransactionOptions {
  /** Whose turn it takes: those who wait get turns one after the other, however much each of them asks for. */
  readonly turn: string;
  /** How long each statement may take, in ms; the database's own limit unless given. The embedded database has none. */
  readonly limitMs?: number;
  /** Nothing is written, so nobody needs to wait for the end of the transaction. */
  readonly readOnly?: boolean;
  /** Statements that run first. */
  readonly first?: readonly Statement[];
}

/**
 * PostgreSQL in any form, with the same SQL and the same values: `int8` is a number and a time is a `Date`.
 *
 * Rejects with `database-unavailable` where it cannot be reached or does not answer in time, with `database-full` where there is no
 * room for what is written, and with `SqlError` where it refuses a statement.
 */
export interface Database {
  /** Keeps all that `work` wrote, or, where it rejects, nothing. */
  transaction<T>(options: TransactionOptions, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Waits for open transactions, and leaves nothing running. */
  close(): Promise<void>;
}
