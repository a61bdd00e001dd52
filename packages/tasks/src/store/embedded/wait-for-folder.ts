import { setTimeout as delay } from 'node:timers/promises';
import { ToolyardError } from '@toolyard/core';
import { lockFolder, type FolderLock } from './lock-folder.ts';

const LOOK_MS = 100;

/** Takes the lock as soon as nobody has it; throws who has it when `until` is aborted, or at once where that is absent. */
export async function waitForFolder(folder: string, until?: AbortSignal): Promise<FolderLock> {
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (error) {
      const isOver = until === undefined || until.aborted;
      if (isOver || !ToolyardError.is(error) || error.code !== 'database-refused') throw error;
    }
    await delay(LOOK_MS);
  }
}
