import { ToolyardError } from '@toolyard/core';
import type { Database } from './database.ts';
import { SqlError } from './sql-error.ts';

/** A database of which is known whether it can be written to. */
export interface WatchedDatabase extends Database {
  /** Rejects where it cannot; tries that only at first and after a failure, since trying costs a write. */
  checkRoom(): Promise<void>;
}

/** Ends the try, so that nothing of it is kept. */
class Undone extends Error {}

// A new table needs a page of its own, however much room there is left in others.
const TRY = 'CREATE TABLE toolyard_tasks.room AS SELECT 1 AS filler';
const MISSING_RIGHTS = '42501';

/** Watches whether transactions find room for what they write. */
export function watchDiskFull(database: Database): WatchedDatabase {
  let hasRoom = false;
  return {
    async transaction(options, work) {
      try {
        return await database.transaction(options, work);
      } catch (error) {
        if (ToolyardError.is(error)) hasRoom = false;
        throw error;
      }
    },
    async checkRoom() {
      if (hasRoom) return;
      await tryToWrite(database);
      hasRoom = true;
    },
    close: () => database.close(),
  };
}

async function tryToWrite(database: Database): Promise<void> {
  try {
    await database.transaction({ turn: 'ready' }, async ({ run }) => {
      await run(TRY);
      throw new Undone();
    });
  } catch (error) {
    // Who may make no table can still write tasks.
    const isWritable = error instanceof Undone || (error instanceof SqlError && error.code === MISSING_RIGHTS);
    if (!isWritable) throw error;
  }
}
