import type { Clock } from '@toolyard/core';
import type { TaskStore } from '../domain/task-store.ts';
import { createSqlTaskStore } from './create-sql-task-store.ts';
import type { Database } from './database.ts';
import type { EmbeddedDatabaseOptions } from './embedded/open-embedded-database.ts';
import { migrate } from './migrations/migrate.ts';

/** Where tasks are kept: on a PostgreSQL server, or in a folder of this machine. */
export type TaskPlace = { readonly databaseUrl: string } | Omit<EmbeddedDatabaseOptions, 'files'>;

/** Opens the place and applies missing migrations; rejects with `database-unavailable` or `database-refused`. */
export async function openTaskStore(place: TaskPlace, clock: Clock): Promise<TaskStore> {
  const database = await openDatabase(place);
  try {
    await migrate(database);
    return createSqlTaskStore({ database, clock });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Applies missing migrations and gives the names of those; for `toolyard tasks migrate`. */
export async function migrateTasks(place: TaskPlace): Promise<readonly string[]> {
  const database = await openDatabase(place);
  try {
    return (await migrate(database)).map(({ number, name }) => `${String(number).padStart(4, '0')}-${name}`);
  } finally {
    await database.close();
  }
}

/** Only the driver that is used is loaded. */
async function openDatabase(place: TaskPlace): Promise<Database> {
  if ('databaseUrl' in place) {
    const { openPostgresDatabase } = await import('./postgres/open-postgres-database.ts');
    return openPostgresDatabase({ url: place.databaseUrl });
  }
  const { openEmbeddedDatabase } = await import('./embedded/open-embedded-database.ts');
  return openEmbeddedDatabase(place);
}
