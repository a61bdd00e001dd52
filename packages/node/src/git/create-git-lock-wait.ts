import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../clock/system-clock.ts';
import type { GitRepository } from './locate-repository.ts';

const LOCKS = ['HEAD.lock', 'index.lock'];
const PAUSE_MS = 25;
const LIMIT_MS = 3000;

/**
 * Makes a wait for the end of what git is doing: for its locks to go, at most 3 s. A lock that outlived a wait, as a killed git leaves one
 * behind and an open editor holds one, is not waited for again.
 */
export function createGitLockWait({ gitDir }: GitRepository): (isOver: () => boolean) => Promise<void> {
  let left: readonly string[] = [];

  async function readLocks(): Promise<string[]> {
    const stamps = await Promise.all(LOCKS.map((name) => stampLock(join(gitDir, name))));
    return stamps.filter((stamp) => stamp !== undefined);
  }

  return async (isOver) => {
    for (const startedAt = performance.now(); ; await pause()) {
      const locks = await readLocks();
      if (isOver() || locks.every((lock) => left.includes(lock))) return;
      if (performance.now() - startedAt < LIMIT_MS) continue;
      left = locks;
      return;
    }
  };
}

/** Does not keep the process alive. */
function pause(): Promise<void> {
  return new Promise((resolve) => void systemClock.after(PAUSE_MS, resolve));
}

async function stampLock(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats && `${file} ${stats.ino} ${stats.ctimeMs}`;
}
