import { setTimeout as delay } from 'node:timers/promises';
import { ToolyardError } from '@toolyard/core';
import { isMoving, lockFolder, type FolderLock } from './lock-folder.ts';

const LOOK_MS = 100;

/** How long to wait for a folder that somebody has. */
export interface FolderWait {
  /** Ends the wait; without it there is none. */
  readonly until?: AbortSignal | undefined;
  /** How long a database may be open in a row before it counts as one that stays so, in ms; 5,000 unless given. */
  readonly openMs?: number;
}

/**
 * Takes the lock as soon as nobody has it. Throws who has it when `until` is aborted, and before that where the database stays open: one
 * that is opened or closed, or used for one command, which can take long on a busy machine, is waited for.
 */
export async function waitForFolder(folder: string, { until, openMs = 5000 }: FolderWait = {}): Promise<FolderLock> {
  let openSince = performance.now();
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (!ToolyardError.is(error) || error.code !== 'database-refused') throw error;
      const moves = isMoving(folder);
      if (moves) openSince = performance.now();
      const isKept = !moves && performance.now() - openSince >= openMs;
      if (until === undefined || until.aborted || isKept) throw error;
    }
    await delay(LOOK_MS);
  }
}
