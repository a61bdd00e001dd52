import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createFolderWatches, type StartWatch } from './create-folder-watches.ts';
import type { GitPlace } from './find-git.ts';
import { identifyFolder } from './identify-folder.ts';

/** Holds changes back while git works on the tree, so that a checkout is told as one. Times are of the steady clock. */
export interface GitHold {
  /** Watches this repository from now on, or none. */
  follow(git: GitPlace | undefined): Promise<void>;
  /** Whether git was at work when it was last asked, or has been since. */
  isActive(): boolean;
  /** Whether changes have to wait; asked when all notices up to now are dealt with. */
  isHeld(): Promise<boolean>;
  close(): void;
}

/** What a hold needs. */
export interface GitHoldOptions {
  /** The hold ends that long after git's lock is gone. */
  readonly quietMs: number;
  /** The hold ends after that time in any case. */
  readonly maxMs: number;
  readonly startWatch: StartWatch;
  now(): number;
  /** `info/exclude` may be another. */
  onExclude(): void;
  onFailure(error: unknown): void;
}

/** Makes a hold that follows no repository. */
export function createGitHold(options: GitHoldOptions): GitHold {
  const { maxMs, quietMs, now, onFailure, startWatch: start } = options;
  let lock: string | undefined;
  let heldSince: number | undefined;
  let releaseAt: number | undefined;
  let isClosed = false;

  function touch(): void {
    heldSince ??= now();
    releaseAt = undefined;
  }

  // A checkout may be over before anybody looks for its lock.
  function onNotice(path: string | undefined): void {
    if (path === undefined || basename(path) === 'index.lock') touch();
    if (path === undefined || basename(path) === 'exclude') options.onExclude();
  }

  const watches = createFolderWatches({ root: '', isRecursive: false, start, onNotice, onFailure });

  return {
    async follow(git) {
      lock = git && join(git.folder, 'index.lock');
      const folders = git ? [git.folder, join(git.common, 'info')] : [];
      watches.keep((path) => folders.includes(path));
      for (const folder of folders) {
        const identity = await identifyFolder(folder);
        if (identity && !isClosed) watches.arm(folder, identity);
      }
    },
    isActive: () => heldSince !== undefined && now() - heldSince < maxMs,
    async isHeld() {
      const isLocked = lock !== undefined && (await isFresh(lock, maxMs));
      if (isLocked) touch();
      if (heldSince === undefined) return false;
      if (!isLocked) releaseAt ??= now() + quietMs;
      const isOver = now() >= (releaseAt ?? Infinity) || now() - heldSince >= maxMs;
      if (isOver) heldSince = releaseAt = undefined;
      return !isOver;
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
