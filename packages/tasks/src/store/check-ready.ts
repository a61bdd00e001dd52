import { ToolyardError } from '@toolyard/core';
import type { Database } from './database.ts';
import { readLatestMigration } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

/** Resolves where the database answers and has every migration. */
export async function checkReady(database: Database): Promise<void> {
  const latest = await database.transaction({ turn: 'ready' }, readLatestMigration);
  if (latest >= MIGRATIONS.length) return;
  throw new ToolyardError(
    'database-unavailable',
    `The task database has migration ${latest} of ${MIGRATIONS.length}. Run "toolyard tasks migrate".`,
  );
}
