import { basename, join, resolve } from 'node:path';
import { toMessage } from '@toolyard/core';
import { systemClock } from '../clock/system-clock.ts';
import { createFolderWatches, startSystemWatch, type FolderWatches } from './create-folder-watches.ts';
import { createGitPause, type GitPause } from './create-git-pause.ts';
import { createPacer } from './create-pacer.ts';
import { GRACE_MS, SettledFileQueue } from './settled-file-queue.ts';
import { steadyNow } from './steady-now.ts';
import { isInGit } from './tree-path.ts';
import { Tree } from './tree.ts';
import type { TreeWatch, TreeWatchOptions } from './tree-watch.ts';

/** Notices of one moment are looked at together. */
const GATHER_MS = 20;
const POLL_MS = 2000;
/** Beyond as many notices the system may have lost some, and everything is looked at. */
const BURST = 500;
const SLICE_MS = 5;

/**
 * Tells which files of a tree are new, different or gone. Looking decides: notices of the system only say where to look soon.
 * Left out are `.git`, what git leaves out, and what editors drop; in a tree without git also `node_modules`. Does not keep the
 * process alive.
 */
export function watchTree(options: TreeWatchOptions): TreeWatch {
  const loop = new TreeLoop({ ...options, root: resolve(options.root) });
  return { ready: loop.look(), look: () => loop.look(), close: () => loop.close() };
}

/** Decides when to look where. Times are of the steady clock. */
class TreeLoop {
  readonly #options: TreeWatchOptions;
  readonly #settled: SettledFileQueue;
  readonly #gitPause: GitPause;
  readonly #tree: Tree;
  readonly #watches: FolderWatches;
  readonly #told = new Set<string>();
  readonly #noticed = new Set<string>();
  #noticedAt = 0;
  /** The same by the clock of the system, for people. */
  #noticedFrom = 0;
  #gitNoticedAt = -Infinity;
  /** When everything is looked at next, and the earliest time for that. */
  #lookAt = 0;
  #restUntil = 0;
  #isLookWanted = false;
  #hasFailed = false;
  #waiting: (() => void)[] = [];
  #stopTimer = (): void => undefined;
  #isRunning = false;
  #isClosed = false;

  constructor(options: TreeWatchOptions) {
    const { root, settleMs = 200, maxUnsettledMs = 30_000, startWatch = startSystemWatch } = options;
    const pacer = createPacer(SLICE_MS);
    const onFailure = (error: unknown): void => this.#onWatchFailure(error);
    this.#options = options;
    this.#watches = createFolderWatches({
      root,
      isRecursive: options.isRecursive ?? (process.platform === 'darwin' || process.platform === 'win32'),
      start: startWatch,
      onNotice: (path) => this.#onNotice(path),
      onFailure,
    });
    this.#gitPause = createGitPause({
      quietMs: settleMs + GRACE_MS,
      maxMs: maxUnsettledMs,
      startWatch,
      now: steadyNow,
      hasUnseen: () => this.#noticed.size > 0 || this.#isLookWanted,
      onChange: () => this.#wantLook(),
      onFailure,
    });
    this.#settled = new SettledFileQueue({
      ...options,
      settleMs,
      maxUnsettledMs,
      gitPause: this.#gitPause,
      pacer,
      onWarning: (message) => this.#tell(message),
      onRootMissing: () => void (this.#lookAt = 0),
    });
    this.#tree = new Tree({
      ...options,
      known: this.#settled.known,
      isFollowed: (path) => this.#settled.isFollowed(path),
      arm: (folder, identity) => this.#watches.arm(folder, identity),
      isArmed: (folder) => this.#watches.isArmed(folder),
      pacer,
      isOver: () => this.#isClosed,
      onUnreadable: (path, reason) =>
        this.#tell(`${join(root, path)} cannot be read, so changes in it are not seen: ${reason}`),
    });
  }

  look(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#lookAt = 0;
      this.#plan();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
    this.#watches.keep(() => false);
    this.#gitPause.close();
    this.#settled.close();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #tell(message: string, topic: string = message): void {
    if (this.#isClosed || this.#told.has(topic)) return;
    this.#told.add(topic);
    this.#options.onWarning(message);
  }

  #onWatchFailure(error: unknown): void {
    this.#hasFailed = true;
    this.#lookAt = Math.min(this.#lookAt, steadyNow() + POLL_MS);
    this.#tell(
      `Not all of ${this.#options.root} can be watched (${toMessage(error)}); it is checked every ${POLL_MS / 1000} s instead. ` +
        `Ignore more files with .gitignore, or on Linux raise fs.inotify.max_user_watches.`,
      'watch',
    );
  }

  #onNotice(path: string | undefined): void {
    if (path === undefined || path === '') return this.#wantLook();
    if (isInGit(path)) return this.#onGitNotice(path);
    if (basename(path) === '.gitignore') this.#wantLook();
    if (this.#noticed.size > BURST) return;
    const isFirst = this.#noticed.size === 0;
    this.#noticed.add(path);
    if (!isFirst) return;
    this.#noticedAt = steadyNow();
    this.#noticedFrom = Date.now() - GATHER_MS;
    this.#plan();
  }

  #onGitNotice(path: string): void {
    if (path !== '.git' || this.#tree.isTop) return;
    this.#gitNoticedAt = steadyNow();
    this.#wantLook();
  }

  #wantLook(): void {
    this.#isLookWanted = true;
    this.#lookAt = Math.min(this.#lookAt, Math.max(steadyNow(), this.#restUntil));
    this.#plan();
  }

  /** Sets the timer to the next thing to do. */
  #plan(): void {
    if (this.#isRunning || this.#isClosed) return;
    const noticedAt = this.#noticed.size > 0 ? this.#noticedAt + GATHER_MS : Infinity;
    const at = Math.min(this.#lookAt, noticedAt, this.#settled.nextAt());
    this.#stopTimer();
    this.#stopTimer = systemClock.after(Math.max(1, at - steadyNow()), () => void this.#run());
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      await this.#turn();
    } finally {
      this.#isRunning = false;
    }
    this.#plan();
  }

  async #turn(): Promise<void> {
    if (this.#noticed.size > BURST) {
      this.#noticed.clear();
      this.#wantLook();
    }
    if (steadyNow() >= this.#lookAt) await this.#lookAtAll();
    else await this.#lookAtNoticed();
    await this.#settled.giveOut();
  }

  async #lookAtNoticed(): Promise<void> {
    const paths = new Set(this.#noticed);
    this.#noticed.clear();
    const seen = await this.#tree.lookAt(paths, this.#noticedFrom);
    this.#watches.keep((path) => !this.#isClosed && this.#tree.hasFolder(path));
    await this.#settled.note(seen, steadyNow());
  }

  async #lookAtAll(): Promise<void> {
    const begun = steadyNow();
    const asked = this.#waiting.length;
    this.#noticed.clear();
    this.#isLookWanted = false;
    this.#hasFailed = false;
    this.#lookAt = Infinity;
    const seen = await this.#tree.look();
    if (this.#isClosed) return;
    this.#watches.keep((path) => this.#tree.hasFolder(path));
    const now = steadyNow();
    this.#restUntil = now + (now - begun);
    if (seen === undefined) return this.#onRootMissing(now);
    this.#told.delete(this.#rootMissing);
    await this.#gitPause.follow(this.#tree.repository);
    // What is followed and was not seen is left out by now.
    this.#settled.retain(new Set(seen.map((seen) => seen.path)));
    await this.#settled.note(seen, now);
    this.#lookAt = Math.min(this.#lookAt, now + this.#pauseAfter(now - begun));
    this.#settled.whenTold(now, this.#waiting.splice(0, asked));
  }

  /** How long until everything is looked at again; a large tree is not looked at all the time. */
  #pauseAfter(took: number): number {
    if (this.#hasFailed) return Math.max(POLL_MS, took * 4);
    // A `.git` that only just appeared is no repository before git has put everything into it.
    const isGitComing = steadyNow() - this.#gitNoticedAt < POLL_MS && !this.#tree.isTop;
    return Math.max(isGitComing ? POLL_MS : (this.#options.lookMs ?? 30_000), took * 20);
  }

  get #rootMissing(): string {
    return `${this.#options.root} does not exist or cannot be read; watching continues when it is back.`;
  }

  #onRootMissing(now: number): void {
    this.#tell(this.#rootMissing);
    this.#settled.retain(new Set());
    this.#lookAt = now + POLL_MS;
  }
}
