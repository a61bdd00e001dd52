import { ToolyardError } from '@toolyard/core';
import type { Database, Transaction } from '../database.ts';
import { SqlError } from '../sql-error.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';

/** Any number that nobody else locks. */
const LOCK = 7_420_117_901;

/** For all that wait while one of them works, and for a large table that is changed. */
const LIMIT_MS = 60_000;

/** The role of every transaction of a user. */
export const USER_ROLE = 'toolyard_tasks_user';

/**
 * Brings the database to the shape that this program knows, in one transaction, and gives the migrations that were applied.
 *
 * Any number of processes may do this at once: they wait for each other. Rejects with `database-refused` where the database is of a newer
 * program, or where its rights do not allow it.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly Migration[]> {
  try {
    return await database.transaction({ turn: 'migrate', limitMs: LIMIT_MS }, async (transaction) =>
      applyMissing(transaction, migrations),
    );
  } catch (error) {
    throw error instanceof SqlError && error.code === '42501' ? refuseRights(error) : error;
  }
}

async function applyMissing(transaction: Transaction, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  await transaction.run(`SET LOCAL lock_timeout = ${LIMIT_MS}`);
  await transaction.query('SELECT pg_advisory_xact_lock($1::bigint)', [LOCK]);
  await createHistory(transaction);
  const latest = await readLatestMigration(transaction);
  if (latest > migrations.length) throw refuseNewer(latest, migrations.length);
  const missing = migrations.slice(latest);
  for (const { number, name, sql } of missing) {
    await transaction.run(sql);
    await transaction.query('INSERT INTO toolyard_tasks.migration (number, name) VALUES ($1, $2)', [number, name]);
  }
  await checkRole(transaction);
  return missing;
}

/** The number of the latest migration that was applied, 0 for none. */
export async function readLatestMigration(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query(
    'SELECT coalesce(max(number), 0)::int AS latest FROM toolyard_tasks.migration',
    [],
  );
  return Number(row?.['latest']);
}

async function createHistory(transaction: Transaction): Promise<void> {
  // Asked first, since `IF NOT EXISTS` wants the right to create even where there is nothing to do.
  const [row] = await transaction.query(`SELECT to_regclass('toolyard_tasks.migration') IS NOT NULL AS exists`, []);
  if (row?.['exists'] === true) return;
  await transaction.run(`
    CREATE SCHEMA IF NOT EXISTS toolyard_tasks;
    CREATE TABLE toolyard_tasks.migration (
      number integer PRIMARY KEY,
      name text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    );
  `);
}

/** The role is the server's, so somebody can have given it rights that undo row-level security. */
async function checkRole(transaction: Transaction): Promise<void> {
  const [role] = await transaction.query(
    'SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = $1',
    [USER_ROLE],
  );
  if (role?.['bypasses'] === false) return;
  throw new ToolyardError(
    'database-refused',
    `The role ${USER_ROLE} of the task database bypasses row-level security, or is gone. Let an administrator run ` +
      `"ALTER ROLE ${USER_ROLE} NOSUPERUSER NOBYPASSRLS", or create it.`,
  );
}

function refuseNewer(latest: number, known: number): ToolyardError {
  return new ToolyardError(
    'database-refused',
    `The task database has migration ${latest}, and this Toolyard knows ${known}: a newer Toolyard has used it. Update this one.`,
  );
}

function refuseRights(cause: SqlError): ToolyardError {
  return new ToolyardError(
    'database-refused',
    `The task database cannot be set up: ${cause.message}. Let an administrator run "CREATE ROLE ${USER_ROLE} NOLOGIN", ` +
      `"GRANT ${USER_ROLE} TO" the user of DATABASE_URL, and "GRANT CREATE ON DATABASE" to it, or give that user CREATEROLE.`,
    { cause },
  );
}
