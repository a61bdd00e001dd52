import { basename, join, resolve } from 'node:path';
import { createFolderWatches, startSystemWatch, type FolderWatches } from './create-folder-watches.ts';
import { createGitHold, type GitHold } from './create-git-hold.ts';
import { createPacer } from './create-pacer.ts';
import { createUnsettledFiles, type Sighting, type UnsettledFiles } from './create-unsettled-files.ts';
import { isSameFile, type FileMark, type SettledFile } from './file-stamp.ts';
import { identifyFolder } from './identify-folder.ts';
import { inspectPath } from './inspect-path.ts';
import { Tree } from './tree.ts';
import type { TreeWatch, TreeWatchOptions } from './tree-watch.ts';

/** Notices of one moment are looked at together. */
const GATHER_MS = 20;
/** The two halves of a renaming may be seen at different moments, and are told together. */
const GRACE_MS = 50;
const POLL_MS = 2000;
/** Beyond as many notices the system may have lost some. */
const BURST = 500;
const SLICE_MS = 5;

/**
 * Tells which files of a tree are new, different or gone. Looking decides: notices of the system only say where to look soon.
 * What `.gitignore` leaves out is left out, and `.git`; in a tree without git also `node_modules`. Does not keep the process alive.
 */
export function watchTree(options: TreeWatchOptions): TreeWatch {
  const loop = new TreeLoop({ ...options, root: resolve(options.root) });
  return { ready: loop.look(), look: () => loop.look(), close: () => loop.close() };
}

class TreeLoop {
  readonly #options: TreeWatchOptions;
  readonly #settleMs: number;
  readonly #known: Map<string, FileMark>;
  readonly #unsettled: UnsettledFiles;
  readonly #hold: GitHold;
  readonly #tree: Tree;
  readonly #watches: FolderWatches;
  readonly #pacer = createPacer(SLICE_MS);
  readonly #told = new Set<string>();
  readonly #noticed = new Set<string>();
  #noticedAt = 0;
  #noticedFrom = 0;
  /** When everything is looked at next, and the earliest time for that. Times are of the steady clock. */
  #lookAt = 0;
  #restUntil = 0;
  #retryAt = 0;
  #hasFailed = false;
  #isFirstTold = false;
  #waiting: (() => void)[] = [];
  #settling: { readonly at: number; resolve(): void }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #isClosed = false;

  constructor(options: TreeWatchOptions) {
    const { root, settleMs = 200, maxUnsettledMs = 30_000, startWatch: start = startSystemWatch } = options;
    const isRecursive = options.isRecursive ?? (process.platform === 'darwin' || process.platform === 'win32');
    const onFailure = (error: unknown): void => this.#onWatchFailure(error);
    this.#options = options;
    this.#settleMs = settleMs;
    this.#known = new Map(options.known);
    this.#unsettled = createUnsettledFiles(settleMs, maxUnsettledMs);
    const onNotice = (path: string | undefined): void => this.#onNotice(path);
    this.#watches = createFolderWatches({ root, isRecursive, start, onNotice, onFailure });
    this.#hold = createGitHold({
      quietMs: settleMs + GRACE_MS,
      maxMs: maxUnsettledMs,
      startWatch: start,
      now: steadyNow,
      onExclude: () => this.#wantLook(),
      onFailure,
    });
    this.#tree = new Tree({
      root,
      known: this.#known,
      isFollowed: (path) => this.#unsettled.has(path),
      arm: (folder, identity) => this.#watches.arm(folder, identity),
      pacer: this.#pacer,
      isOver: () => this.#isClosed,
      onUnreadable: (path, reason) =>
        this.#tell(`${join(root, path)} cannot be read, and changes in it are not seen: ${reason}`),
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
    clearTimeout(this.#timer);
    this.#watches.keep(() => false);
    this.#hold.close();
    for (const resolve of this.#waiting.splice(0)) resolve();
    for (const { resolve } of this.#settling.splice(0)) resolve();
  }

  #tell(message: string): void {
    if (this.#isClosed || this.#told.has(message)) return;
    this.#told.add(message);
    this.#options.onTrouble(message);
  }

  #onWatchFailure(error: unknown): void {
    this.#hasFailed = true;
    this.#lookAt = Math.min(this.#lookAt, steadyNow() + POLL_MS);
    if (this.#isClosed || this.#told.has('watch')) return;
    this.#told.add('watch');
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.onTrouble(
      `Not all of ${this.#options.root} can be watched (${reason}); it is looked at every ${POLL_MS / 1000} s instead. ` +
        `Leave more out with .gitignore, or on Linux raise fs.inotify.max_user_watches.`,
    );
  }

  #onNotice(path: string | undefined): void {
    const { root } = this.#options;
    const isNewGit = path === '.git' && this.#tree.git?.top !== root;
    // A folder tells its own end under its own name.
    const mayBeRoot = path === basename(root);
    if (path === undefined || isNewGit || mayBeRoot || basename(path) === '.gitignore') this.#wantLook();
    if (path === undefined) return;
    const isFirst = this.#noticed.size === 0;
    this.#noticed.add(path);
    if (!isFirst) return;
    this.#noticedAt = steadyNow();
    this.#noticedFrom = Date.now() - GATHER_MS;
    this.#plan();
  }

  #wantLook(): void {
    this.#lookAt = Math.min(this.#lookAt, Math.max(steadyNow(), this.#restUntil));
    this.#plan();
  }

  /** Sets the timer to the next thing to do. */
  #plan(): void {
    if (this.#isRunning || this.#isClosed) return;
    const settledAt = this.#unsettled.nextAt();
    const at = Math.min(
      this.#lookAt,
      this.#noticed.size > 0 ? this.#noticedAt + GATHER_MS : Infinity,
      settledAt === undefined ? Infinity : Math.max(settledAt + GRACE_MS, this.#retryAt),
      ...this.#settling.map((one) => Math.max(one.at, this.#retryAt)),
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), Math.max(1, at - steadyNow())).unref();
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
    else if (this.#noticed.size > 0) await this.#lookAtNoticed();
    if (!this.#isClosed) await this.#giveOut();
  }

  async #lookAtNoticed(): Promise<void> {
    const paths = new Set(this.#noticed);
    this.#noticed.clear();
    const sightings = await this.#tree.lookAt(paths, this.#noticedFrom);
    this.#watches.keep((path) => !this.#isClosed && this.#tree.hasFolder(path));
    await this.#noteAll(sightings, steadyNow());
  }

  /** Gives all the same moment, which is not before the last was seen. */
  async #noteAll(sightings: readonly Sighting[], now: number): Promise<void> {
    for (const sighting of sightings) {
      await this.#pacer.pause();
      this.#unsettled.note(sighting, now);
    }
  }

  async #lookAtAll(): Promise<void> {
    const begun = steadyNow();
    const waiting = this.#waiting.splice(0);
    this.#noticed.clear();
    this.#lookAt = Infinity;
    this.#hasFailed = false;
    const sightings = await this.#tree.look();
    if (this.#isClosed) return waiting.forEach((resolve) => resolve());
    this.#watches.keep((path) => this.#tree.hasFolder(path));
    const now = steadyNow();
    const took = now - begun;
    this.#restUntil = now + took;
    if (sightings === undefined) {
      this.#waiting.unshift(...waiting);
      return this.#onRootMissing(now);
    }
    this.#told.delete(this.#rootTrouble);
    await this.#hold.follow(this.#tree.git);
    // What is followed and was not seen is left out by now.
    this.#unsettled.retain(new Set(sightings.map((sighting) => sighting.path)));
    await this.#noteAll(sightings, now);
    // A large tree is not looked at all the time.
    const pause = this.#hasFailed ? Math.max(POLL_MS, took * 4) : Math.max(this.#options.lookMs ?? 30_000, took * 20);
    this.#lookAt = Math.min(this.#lookAt, now + pause);
    const at = now + this.#settleMs + GRACE_MS;
    this.#settling.push(...waiting.map((resolve) => ({ at, resolve })));
  }

  get #rootTrouble(): string {
    return `${this.#options.root} is not there, or cannot be read; its files are looked at again when it is back.`;
  }

  #onRootMissing(now: number): void {
    this.#tell(this.#rootTrouble);
    this.#unsettled.retain(new Set());
    this.#lookAt = now + POLL_MS;
  }

  /** Tells what has settled, unless git is at work. */
  async #giveOut(): Promise<void> {
    const now = steadyNow();
    const nextAt = this.#unsettled.nextAt() ?? Infinity;
    const waiters = this.#settling.filter((one) => one.at <= now || nextAt === Infinity);
    if (nextAt + GRACE_MS > now && waiters.length === 0) return;
    const isBusy = this.#hold.isActive() && this.#noticed.size > 0;
    if (isBusy || (await this.#hold.isHeld())) {
      this.#retryAt = now + GRACE_MS;
      return;
    }
    const files = await this.#takeSettled(now);
    if (this.#isClosed || !files || !(await this.#hand(files))) return;
    this.#settling = this.#settling.filter((one) => !waiters.includes(one));
    for (const { resolve } of waiters) resolve();
  }

  /** What has settled and is not known; nothing where the root is gone, so that it is not taken for deletions. */
  async #takeSettled(now: number): Promise<readonly SettledFile[] | undefined> {
    const { root } = this.#options;
    const due = this.#unsettled.due(now);
    const from = Date.now() - this.#settleMs;
    for (const path of due) {
      await this.#pacer.pause();
      const state = inspectPath(root, path);
      if (state.kind === 'unknown') continue;
      this.#unsettled.note({ path, from, ...(state.kind === 'file' && { stamp: state.stamp }) }, steadyNow());
    }
    const files = this.#unsettled
      .take(due, now)
      .filter((file) => !isSameFile(this.#known.get(file.path), stampOf(file)));
    const isRootThere = files.every((file) => 'stamp' in file) || (await identifyFolder(root)) !== undefined;
    if (isRootThere) return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    this.#lookAt = 0;
    return undefined;
  }

  /** Whether the files were taken. */
  async #hand(files: readonly SettledFile[]): Promise<boolean> {
    if (files.length === 0 && this.#isFirstTold) return true;
    try {
      await this.#options.onSettled(files, this.#known);
    } catch (error) {
      this.#tell(`Changed files were not taken, and are told again: ${String(error)}`);
      this.#lookAt = Math.min(this.#lookAt, steadyNow() + POLL_MS);
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

/** A clock that nobody sets. */
function steadyNow(): number {
  return performance.now();
}
