import { toMessage, type FileMark, type SettledFile } from '@toolyard/core';
import type { GitPause } from './create-git-pause.ts';
import type { Pacer } from './create-pacer.ts';
import { createUnsettledFiles, type SeenPath, type UnsettledFiles } from './create-unsettled-files.ts';
import { isSameFile } from './file-stamp.ts';
import { identifyFolder } from './identify-folder.ts';
import { inspectPath } from './inspect-path.ts';
import { steadyNow } from './steady-now.ts';
import type { TreeWatchOptions } from './tree-watch.ts';

/** The two halves of a renaming may be seen at different moments, and are told together. */
export const GRACE_MS = 50;
const AGAIN_MS = 2000;

/** Where files come from, and whom the queue tells. */
export interface SettledFileQueueOptions extends Pick<TreeWatchOptions, 'root' | 'known' | 'onSettled' | 'onWarning'> {
  readonly settleMs: number;
  readonly maxUnsettledMs: number;
  readonly gitPause: Pick<GitPause, 'isPaused'>;
  readonly pacer: Pacer;
  /** The root is not there, so that nothing can be told. */
  onRootMissing(): void;
}

interface Waiter {
  readonly at: number;
  resolve(): void;
}

/** Tells of files when they have settled and git is not at work, one batch at a time; what was told is known. */
export class SettledFileQueue {
  readonly #options: SettledFileQueueOptions;
  readonly #known: Map<string, FileMark>;
  readonly #unsettled: UnsettledFiles;
  #waiters: Waiter[] = [];
  #retryAt = 0;
  #isFirstTold = false;
  #isClosed = false;

  constructor(options: SettledFileQueueOptions) {
    this.#options = options;
    this.#known = new Map(options.known);
    this.#unsettled = createUnsettledFiles(options.settleMs, options.maxUnsettledMs);
  }

  /** What the files looked like when they were last told. */
  get known(): ReadonlyMap<string, FileMark> {
    return this.#known;
  }

  /** Whether a path was seen to differ and was not told yet. */
  isFollowed(path: string): boolean {
    return this.#unsettled.has(path);
  }

  /** Takes what a look saw; all get the same moment, which is not before the last was seen. */
  async note(paths: readonly SeenPath[], now: number): Promise<void> {
    for (const seen of paths) {
      await this.#options.pacer.pause();
      this.#unsettled.note(seen, now);
    }
  }

  /** Gives up what is not among these. */
  retain(paths: ReadonlySet<string>): void {
    this.#unsettled.retain(paths);
  }

  /** Calls back when everything that was seen up to `now`, of the steady clock, has been told, or is still changing. */
  whenTold(now: number, callbacks: readonly (() => void)[]): void {
    const at = now + this.#options.settleMs + GRACE_MS;
    this.#waiters.push(...callbacks.map((resolve) => ({ at, resolve })));
  }

  /** When there is something to do next, by the steady clock. */
  nextAt(): number {
    const settledAt = this.#unsettled.nextAt();
    const toldAt = settledAt === undefined ? 0 : Math.min(...this.#waiters.map(({ at }) => at), settledAt + GRACE_MS);
    return settledAt === undefined && this.#waiters.length === 0 ? Infinity : Math.max(this.#retryAt, toldAt);
  }

  /** Tells what has settled by now, if anything. */
  async giveOut(): Promise<void> {
    const now = steadyNow();
    if (this.#isClosed || now < this.nextAt()) return;
    if (await this.#options.gitPause.isPaused()) {
      this.#retryAt = now + GRACE_MS;
      return;
    }
    const isDone = this.#unsettled.nextAt() === undefined;
    const told = new Set(this.#waiters.filter(({ at }) => isDone || at <= now));
    if (!(await this.#giveOutSettled(now))) return;
    this.#waiters = this.#waiters.filter((waiter) => !told.has(waiter));
    for (const { resolve } of told) resolve();
  }

  /** Nothing is told any more, and nobody waits. */
  close(): void {
    this.#isClosed = true;
    for (const { resolve } of this.#waiters.splice(0)) resolve();
  }

  /** Whether all that has settled was taken. */
  async #giveOutSettled(now: number): Promise<boolean> {
    const settled = await this.#inspectDue(now);
    const files = settled.filter((file) => !isSameFile(this.#known.get(file.path), stampOf(file)));
    // Where the root is gone its files are not taken for deleted.
    const isThere = files.every((file) => 'stamp' in file) || (await identifyFolder(this.#options.root)) !== undefined;
    if (this.#isClosed) return false;
    if (!isThere) this.#options.onRootMissing();
    if (!isThere || !(await this.#hand(files))) return false;
    this.#unsettled.remove(settled);
    return true;
  }

  /** Looks once more at what is due; what changed meanwhile is not due any more. */
  async #inspectDue(now: number): Promise<readonly SettledFile[]> {
    const { root, settleMs, pacer } = this.#options;
    const due = this.#unsettled.due(now);
    const from = Date.now() - settleMs;
    for (const path of due) {
      await pacer.pause();
      const state = inspectPath(root, path);
      if (state.kind === 'unknown') continue;
      this.#unsettled.note({ path, from, ...(state.kind === 'file' && { stamp: state.stamp }) }, steadyNow());
    }
    return this.#unsettled.settled(due, now);
  }

  async #hand(files: readonly SettledFile[]): Promise<boolean> {
    if (files.length === 0 && this.#isFirstTold) return true;
    try {
      await this.#options.onSettled(
        files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
        this.#known,
      );
    } catch (error) {
      this.#options.onWarning(`Changed files could not be processed and will be tried again: ${toMessage(error)}`);
      this.#retryAt = steadyNow() + AGAIN_MS;
      return false;
    }
    this.#isFirstTold = true;
    for (const file of files) {
      if ('stamp' in file) this.#known.set(file.path, file.stamp);
      else this.#known.delete(file.path);
    }
    return true;
  }
}

function stampOf(file: SettledFile): FileMark | undefined {
  return 'stamp' in file ? file.stamp : undefined;
}
