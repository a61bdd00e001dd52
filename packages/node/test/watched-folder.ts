import { execFileSync } from 'node:child_process';
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
  readonly warnings: string[] = [];

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
      onWarning: (message) => void this.warnings.push(message),
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

  /** Runs git in the root, as nobody in particular. */
  git(...args: readonly string[]): string {
    const env = {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
    };
    return execFileSync('git', ['-C', this.root, ...args], { env, encoding: 'utf8', stdio: 'pipe' });
  }

  /** Writes so many new files at once, in 50 folders; gives their paths. */
  async writeMany(count: number): Promise<string[]> {
    const paths = Array.from({ length: count }, (_, index) => `folder-${index % 50}/file-${index}.md`);
    for (let index = 0; index < 50; index++) await mkdir(join(this.root, `folder-${index}`));
    await Promise.all(paths.map((path) => writeFile(join(this.root, path), path)));
    return paths;
  }

  /** Makes the branches `main` and `other`, which is checked out, between which so many files differ: changed, gone or new. */
  async makeBranches(count: number): Promise<void> {
    const [gone, fresh] = [count * 0.6, count * 0.8];
    this.git('init', '-q', '-b', 'main');
    for (let index = 0; index < fresh; index++)
      await this.write(`folder-${index % 20}/file-${index}.md`, `main ${index}`);
    this.#commit('main');
    this.git('checkout', '-qb', 'other');
    for (let index = 0; index < gone; index++)
      await this.write(`folder-${index % 20}/file-${index}.md`, `other! ${index}`);
    for (let index = gone; index < fresh; index++) await rm(join(this.root, `folder-${index % 20}/file-${index}.md`));
    for (let index = fresh; index < count; index++) await this.write(`new-${index % 10}/file-${index}.md`, 'other!');
    this.#commit('other');
  }

  #commit(message: string): void {
    this.git('add', '-A');
    this.git('commit', '-qm', message);
  }

  async remove(): Promise<void> {
    this.watch?.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Gives each test a folder of its own that is gone after it, so that tests which mostly wait can do so at the same time. */
// eslint-disable-next-line no-empty-pattern -- the test runner reads there that it needs no other fixture
export async function giveWatchedFolder({}: object, use: (tree: WatchedFolder) => Promise<void>): Promise<void> {
  const tree = await WatchedFolder.make();
  await use(tree);
  await tree.remove();
}
