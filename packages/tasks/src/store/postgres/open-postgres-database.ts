import { toMessage, ToolyardError } from '@toolyard/core';
import { Pool, TypeOverrides, types } from 'pg';
import { createFairLimit } from '../create-fair-limit.ts';
import type { Database, Row, Statement, Transaction, TransactionOptions } from '../database.ts';
import { refuseNul } from '../refuse-nul.ts';
import { SqlError } from '../sql-error.ts';
import { findDatabaseFull, isUnavailable } from '../sql-state.ts';
import { parseDatabaseUrl } from './parse-database-url.ts';

/** Which PostgreSQL, and how much of it. */
export interface PostgresOptions {
  /** As in `DATABASE_URL`. */
  readonly url: string;
  /** Connections at most; 10 unless given. */
  readonly connections?: number;
  /** How long a statement may take, in ms; 10,000 unless given. */
  readonly statementTimeoutMs?: number;
  /** How long a statement may wait for what another transaction holds, in ms; 3,000 unless given. */
  readonly lockTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** The server's own limit comes first where it answers at all. */
const ANSWER_GRACE_MS = 2_000;

/** A PostgreSQL server behind a pool; nothing is connected before it is used, and lost connections are made anew. */
export function openPostgresDatabase({
  url,
  connections = 10,
  statementTimeoutMs = 10_000,
  lockTimeoutMs = 3_000,
}: PostgresOptions): Database {
  const pool = new Pool({
    connectionString: parseDatabaseUrl(url),
    max: connections,
    application_name: 'toolyard-tasks',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
    keepAlive: true,
    types: createTypes(),
  });
  // A connection that breaks while nobody uses it leaves the pool; whoever comes next gets a new one.
  pool.on('error', () => undefined);
  // One that breaks while it is used fails the query that is under way, and needs no second word.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const turns = createFairLimit(connections);
  return {
    transaction: async (options, work) =>
      turns.take(options.turn, async () =>
        runTransaction(pool, { limitMs: statementTimeoutMs, lockTimeoutMs, ...options }, work),
      ),
    async close() {
      await turns.idle();
      await pool.end();
    },
  };
}

/**
 * Limits are set in each transaction, since poolers between here and the server refuse them at the start of a connection; and nothing
 * depends on how somebody set the server up.
 */
function createBeginning(statementTimeoutMs: number, lockTimeoutMs: number): string {
  const settings = {
    TimeZone: `'UTC'`,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 3 * statementTimeoutMs,
  };
  const lines = Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  return ['BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE', ...lines].join('; ');
}

function createTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  // Ids and counts are far below 2^53.
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}

async function runTransaction<T>(
  pool: Pool,
  {
    first = [],
    limitMs,
    lockTimeoutMs,
  }: TransactionOptions & { readonly limitMs: number; readonly lockTimeoutMs: number },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await converted(pool.connect());
  const limit = { query_timeout: limitMs + ANSWER_GRACE_MS };
  const run = async (text: string): Promise<void> => void (await converted(client.query({ text, ...limit })));
  const query = async (text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    refuseNul(values);
    return (await converted(client.query<Row>({ text, values: [...values], ...limit }))).rows;
  };
  let broken = false;
  try {
    await run(createBeginning(limitMs, lockTimeoutMs));
    for (const { text, values } of first) await query(text, values);
    const last: Statement[] = [];
    const result = await work({ query, run, atEnd: (text, values) => void last.push({ text, values }) });
    for (const { text, values } of last) await query(text, values);
    await run('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => void (broken = true));
    throw error;
  } finally {
    // A connection whose transaction may still be open is never used again.
    client.release(broken);
  }
}

/** What the driver does, with its errors as ours. */
async function converted<T>(doing: Promise<T>): Promise<T> {
  try {
    return await doing;
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/** What the driver threw, as `SqlError`, `database-full` or `database-unavailable`; anything that is neither stays as it is. */
function toDatabaseError(error: unknown): unknown {
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
