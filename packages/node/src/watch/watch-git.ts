import { repeatEvery, systemClock } from '../clock/system-clock.ts';
import { watchFolders } from './watch-folders.ts';
import { createGitLockWait } from '../git/create-git-lock-wait.ts';
import { listGitFolders } from '../git/list-git-folders.ts';
import type { GitRepository } from '../git/locate-repository.ts';
import { stampGit } from '../git/stamp-git.ts';

export interface GitWatchOptions {
  readonly repository: GitRepository;
  /**
   * The repository may have changed; called once at the start, and never while an earlier call is not done. Where it fails
   * it is called again with the next look.
   */
  onChange(): Promise<void>;
  /** Hears why `onChange` failed. */
  onError(error: unknown): void;
  /** How often to look where the system tells nothing, in milliseconds. */
  readonly lookMs?: number;
}

/** A repository that is being watched. */
export interface GitWatch {
  /** Resolves when `onChange` was called for the first time and is done. */
  readonly ready: Promise<void>;
  /** Looks now; resolves when a change, if any, was told and is done with. */
  look(): Promise<void>;
  /** Nothing is told any more; resolves when the last call of `onChange` is done. */
  close(): Promise<void>;
}

const LOOK_MS = 2000;
const QUIET_MS = 50;
// Each costs one of the system's few; what happens in further folders is seen by the steady look.
const MAX_WATCHES = 200;

/**
 * Tells when HEAD, its log or a remote branch changed, after git has let go of its locks. The system's notices only say when to
 * look; a steady look finds what they miss. Does not keep the process alive.
 */
export function watchGit({ repository, onChange, onError, lookMs = LOOK_MS }: GitWatchOptions): GitWatch {
  let known: string | undefined;
  let isClosed = false;
  let stopWaiting: (() => void) | undefined;
  let looking: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const waitForLocks = createGitLockWait(repository);
  const folders = watchFolders(() => {
    // Counted from the first notice, since a long rebase gives one after the other.
    stopWaiting ??= systemClock.after(QUIET_MS, () => void look());
  });

  async function lookOnce(): Promise<void> {
    await waitForLocks(() => isClosed);
    stopWaiting?.();
    stopWaiting = undefined;
    const wanted = await listGitFolders(repository);
    if (isClosed) return;
    folders.arm(new Set([...wanted].slice(0, MAX_WATCHES)));
    const stamp = await stampGit(repository, wanted);
    if (isClosed || stamp === known) return;
    try {
      await onChange();
      known = stamp;
    } catch (error) {
      onError(error);
    }
  }

  function look(): Promise<void> {
    // A look that has not begun yet will see what made somebody ask for another one.
    waiting ??= looking.then(() => {
      waiting = undefined;
      return lookOnce();
    });
    looking = waiting;
    return waiting;
  }

  const ready = look();
  const stopLooking = repeatEvery(lookMs, () => void look());
  return {
    ready,
    look,
    async close() {
      isClosed = true;
      stopWaiting?.();
      stopLooking();
      folders.close();
      await looking;
    },
  };
}
