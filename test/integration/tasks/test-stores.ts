import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSqlTaskStore,
  migrate,
  openEmbeddedDatabase,
  openPostgresDatabase,
  type Database,
  type OwnerCondition,
  type TaskStore,
} from '@toolyard/tasks';
import { createFakeClock, type FakeClock } from '@toolyard/testing';

/** A store to be tested, on an empty database of its own. */
export interface TestStore {
  readonly store: TaskStore;
  /** The database below the store. */
  readonly database: Database;
  readonly clock: FakeClock;
  /** Another store on the same rows, with other words about the user in its statements. */
  withCondition(owned: OwnerCondition): TaskStore;
  /** Closes the store and removes its database. */
  remove(): Promise<void>;
}

/** A store on the embedded database, in a folder of its own. */
export async function openEmbeddedStore(): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-tasks-'));
  const database = await openEmbeddedDatabase({ folder: join(folder, 'data') });
  return createTestStore(database, async () => rm(folder, { recursive: true, force: true }));
}

/** A store on a database of its own on a PostgreSQL server, as a user without a superuser's rights. */
export async function openPostgresStore(
  adminUrl: string,
  options: { readonly lockTimeoutMs?: number } = {},
): Promise<TestStore> {
  const { url, drop } = await createTestDatabase(adminUrl);
  return createTestStore(openPostgresDatabase({ url, ...options }), drop);
}

/** An empty database of a role that is no superuser. */
export async function createTestDatabase(adminUrl: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `toolyard_test_${randomUUID().replaceAll('-', '')}`;
  const owner = 'toolyard_test_owner';
  await administrate(
    adminUrl,
    `DO $$ BEGIN CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD '${owner}'; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    `CREATE DATABASE ${name} OWNER ${owner}`,
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  url.username = owner;
  url.password = owner;
  return { url: url.href, drop: async () => administrate(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function administrate(url: string, ...statements: readonly string[]): Promise<void> {
  const admin = openPostgresDatabase({ url, connections: 1, statementTimeoutMs: 60_000 });
  try {
    await admin.transaction({ turn: 'admin' }, async ({ query }) => {
      // Databases are not made or dropped inside a transaction, so this one ends here.
      for (const statement of ['COMMIT', ...statements]) await query(statement);
    });
  } finally {
    await admin.close();
  }
}

async function createTestStore(database: Database, removeFiles: () => Promise<void>): Promise<TestStore> {
  await migrate(database);
  const clock = createFakeClock();
  const store = createSqlTaskStore({ database, clock });
  return {
    store,
    database,
    clock,
    withCondition: (owned) => createSqlTaskStore({ database, clock, owned }),
    async remove() {
      await store.close();
      await removeFiles();
    },
  };
}
