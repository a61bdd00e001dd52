import { ToolyardError } from '@toolyard/core';
import { readLatestMigration } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import type { WatchedDatabase } from './watch-disk-full.ts';

/** Resolves where the database answers, has every migration, and has room to write. */
export async function checkReady(database: WatchedDatabase): Promise<void> {
  const latest = await database.transaction({ turn: 'ready' }, readLatestMigration);
  if (latest >= MIGRATIONS.length) return database.checkRoom();
  throw new ToolyardError(
    'database-unavailable',
    `The task database has migration ${latest} of ${MIGRATIONS.length}. Run "toolyard tasks migrate".`,
  );
}
