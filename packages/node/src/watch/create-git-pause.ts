import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { GitRepository } from '../git/locate-repository.ts';
import { createFolderWatches, type StartWatch } from './create-folder-watches.ts';
import { identifyFolder } from './identify-folder.ts';

/** Holds changes back while git works on the tree, so that a checkout is told as one. */
export interface GitPause {
  /** Watches this repository from now on, or none. */
  follow(repository: GitRepository | undefined): Promise<void>;
  /** Whether changes that could be told have to wait; to be asked again soon where they do. */
  isPaused(): Promise<boolean>;
  close(): void;
}

export interface GitPauseOptions {
  /** The hold ends that long after git's lock is gone. */
  readonly quietMs: number;
  /** Nobody who asks is held for longer. */
  readonly maxMs: number;
  readonly startWatch: StartWatch;
  /** A clock that nobody sets, in milliseconds. */
  now(): number;
  /** Whether something was noticed that nobody looked at yet; the hold does not end before. */
  hasUnseen(): boolean;
  /** `info/exclude` may be another, or a folder of the repository. */
  onChange(): void;
  onFailure(error: unknown): void;
}

/** Makes a hold that follows no repository. */
export function createGitPause(options: GitPauseOptions): GitPause {
  const { maxMs, quietMs, now, startWatch: start, onFailure } = options;
  let folders: readonly string[] = [];
  let lock: string | undefined;
  let isActive = false;
  let askedAt: number | undefined;
  let releaseAt: number | undefined;
  let isClosed = false;

  // A checkout may be over before anybody looks for its lock.
  function touch(): void {
    isActive = true;
    releaseAt = undefined;
  }

  function onNotice(path: string | undefined): void {
    const name = path === undefined ? undefined : basename(path);
    if (path === undefined || name === 'index.lock') touch();
    if (path === undefined || name === 'exclude' || folders.includes(path)) options.onChange();
  }

  const watches = createFolderWatches({ root: '', isRecursive: false, start, onNotice, onFailure });

  function isOver(isLocked: boolean): boolean {
    askedAt ??= now();
    if (now() - askedAt >= maxMs) return true;
    if (isLocked || options.hasUnseen()) return false;
    // Counted from now, so that what was seen only just now has settled too.
    releaseAt ??= now() + quietMs;
    return now() >= releaseAt;
  }

  return {
    async follow(repository) {
      lock = repository && join(repository.gitDir, 'index.lock');
      folders = repository ? [repository.gitDir, join(repository.commonDir, 'info')] : [];
      watches.keep((path) => folders.includes(path));
      for (const folder of folders) {
        const identity = await identifyFolder(folder);
        if (identity && !isClosed) watches.arm(folder, identity);
      }
    },
    async isPaused() {
      const isLocked = lock !== undefined && (await isFresh(lock, maxMs));
      if (isLocked) touch();
      if (!isActive) return false;
      if (!isOver(isLocked)) return true;
      isActive = false;
      askedAt = releaseAt = undefined;
      return false;
    },
    close() {
      isClosed = true;
      watches.keep(() => false);
    },
  };
}

/** A lock that is older was left behind by a git that was killed. */
async function isFresh(lock: string, maxMs: number): Promise<boolean> {
  const stats = await lstat(lock).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs < maxMs;
}
