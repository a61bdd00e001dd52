import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SettledFile } from '@toolyard/core';
import type { TreeWatch, TreeWatchOptions } from '../src/watch/tree-watch.ts';
import { watchTree } from '../src/watch/watch-tree.ts';

/** A folder that is filled and watched, and what was told of it; for tests. */
export class WatchedFolder {
  /** Around the one that is watched. */
  readonly folder: string;
  root: string;
  watch: TreeWatch | undefined;
  batches: (readonly SettledFile[])[] = [];
  readonly troubles: string[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    this.root = join(folder, 'workspace');
  }

  /** Makes an empty one that is not watched yet. */
  static async make(): Promise<WatchedFolder> {
    const made = new WatchedFolder(await mkdtemp(join(tmpdir(), 'toolyard-tree-')));
    await mkdir(made.root);
    return made;
  }

  async write(path: string, text = 'text'): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), text);
  }

  async start(options: Partial<TreeWatchOptions> = {}): Promise<void> {
    this.watch = watchTree({
      root: this.root,
      known: new Map(),
      onSettled: (files) => void this.batches.push(files),
      onTrouble: (message) => void this.troubles.push(message),
      ...options,
    });
    await this.watch.ready;
  }

  /** Watches, and forgets what the first look told. */
  async startAfresh(options: Partial<TreeWatchOptions> = {}): Promise<void> {
    await this.start(options);
    this.batches = [];
  }

  /** What was told, a batch a list: `path`, or `-path` for what is gone. */
  told(): string[][] {
    return this.batches.map((batch) => batch.map((file) => ('stamp' in file ? file.path : `-${file.path}`)));
  }

  async remove(): Promise<void> {
    this.watch?.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
