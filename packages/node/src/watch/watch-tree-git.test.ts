import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettledFile } from '@toolyard/core';
import type { TreeWatch, TreeWatchOptions } from './tree-watch.ts';
import { watchTree } from './watch-tree.ts';

let folder: string;
let root: string;
let batches: (readonly SettledFile[])[];
let troubles: string[];
let watch: TreeWatch | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-tree-'));
  root = join(folder, 'workspace');
  await mkdir(root);
  batches = [];
  troubles = [];
});
afterEach(async () => {
  watch?.close();
  watch = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function write(path: string, text = 'text'): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function start(options: Partial<TreeWatchOptions> = {}): Promise<void> {
  const onSettled = (files: readonly SettledFile[]): void => void batches.push(files);
  const onTrouble = (message: string): void => void troubles.push(message);
  watch = watchTree({ root, known: new Map(), onSettled, onTrouble, ...options });
  await watch.ready;
}

/** Watches, and forgets what the first look told. */
async function startAfresh(options: Partial<TreeWatchOptions> = {}): Promise<void> {
  await start(options);
  batches = [];
}

/** What was told, a batch a list: `path`, or `-path` for what is gone. */
function told(): string[][] {
  return batches.map((batch) => batch.map((file) => ('stamp' in file ? file.path : `-${file.path}`)));
}

async function waitForPath(path: string): Promise<void> {
  await waitUntil(() => told().flat().includes(path), 20_000);
}

function git(...args: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  return execFileSync('git', ['-C', root, ...args], { env, encoding: 'utf8', stdio: 'pipe' });
}

describe('watchTree in a repository', () => {
  it('tells a checkout of 500 files as one batch', async () => {
    git('init', '-q', '-b', 'main');
    for (let count = 0; count < 400; count++) await write(`folder-${count % 20}/file-${count}.md`, `main ${count}`);
    git('add', '.');
    git('commit', '-qm', 'main');
    git('checkout', '-qb', 'other');
    for (let count = 0; count < 300; count++) await write(`folder-${count % 20}/file-${count}.md`, `other! ${count}`);
    for (let count = 300; count < 400; count++) await rm(join(root, `folder-${count % 20}/file-${count}.md`));
    for (let count = 400; count < 500; count++) await write(`new-${count % 10}/file-${count}.md`, `other! ${count}`);
    git('add', '-A');
    git('commit', '-qm', 'other');
    await startAfresh();
    git('checkout', '-q', 'main');
    await waitUntil(() => batches.length > 0, 20_000);
    await watch?.look();
    expect(batches.map((batch) => batch.length)).toEqual([500]);
    git('checkout', '-q', 'other');
    await waitUntil(() => batches.length > 1, 20_000);
    await watch?.look();
    expect(batches.map((batch) => batch.length)).toEqual([500, 500]);
  });

  it.each<[string, Partial<TreeWatchOptions>]>([
    ['with notices', {}],
    ['without notices', { lookMs: 100, startWatch: () => ({ close: () => undefined }) }],
  ])('holds changes back while the lock of git is there, %s', async (_what, options) => {
    git('init', '-q');
    await startAfresh(options);
    await write('.git/index.lock', '');
    await write('a.md');
    // Without the lock each would be told by then.
    await new Promise((resolve) => void setTimeout(resolve, 600));
    await write('b.md');
    await new Promise((resolve) => void setTimeout(resolve, 600));
    await rm(join(root, '.git/index.lock'));
    await waitForPath('b.md');
    expect(told()).toEqual([['a.md', 'b.md']]);
  });

  it('does not wait for a lock that was left behind, nor for longer than it may', async () => {
    git('init', '-q');
    await startAfresh({ maxUnsettledMs: 1000 });
    await write('.git/index.lock', '');
    await write('a.md');
    await waitForPath('a.md');
    await utimes(join(root, '.git/index.lock'), 1, 1);
    await write('b.md');
    await waitForPath('b.md');
    expect(told()).toEqual([['a.md'], ['b.md']]);
  });

  it('leaves out what git ignores, and follows a change of the rules', async () => {
    git('init', '-q');
    await write('.gitignore', 'dist/\n*.log\n');
    await write('sub/.gitignore', '!keep.log\n');
    for (const path of ['a.md', 'a.log', 'sub/keep.log', 'dist/x.js', 'node_modules/x.js']) await write(path);
    await start();
    expect(told()).toEqual([['.gitignore', 'a.md', 'node_modules/x.js', 'sub/.gitignore', 'sub/keep.log']]);
    batches = [];
    await write('dist/y.js');
    await write('.gitignore', 'node_modules/\n*.md\n');
    await waitForPath('dist/y.js');
    expect(told()).toEqual([['.gitignore', 'a.log', 'dist/x.js', 'dist/y.js']]);
    await write('dist/z.js');
    await waitForPath('dist/z.js');
    await rm(join(root, 'a.md'));
    await write('.git/info/exclude', 'dist/\n');
    await write('dist/z.js', 'changed after it was left out');
    await watch?.look();
    expect(told().slice(1)).toEqual([['dist/z.js']]);
  });

  it('does not tell what was left out before it settled', async () => {
    git('init', '-q');
    await startAfresh({ settleMs: 1000 });
    await write('out/a.js');
    await write('b.md');
    // By then they are seen, but have not settled.
    await new Promise((resolve) => void setTimeout(resolve, 300));
    await write('.gitignore', 'out/\n');
    await waitForPath('.gitignore');
    expect(told().flat()).toEqual(['b.md', '.gitignore']);
  });

  it('leaves out node_modules where there is no git, until there is', async () => {
    await write('node_modules/x.js');
    await write('a.md');
    await start();
    expect(told()).toEqual([['a.md']]);
    git('init', '-q');
    await waitForPath('node_modules/x.js');
  });

  it('goes by the rules of the repository that the tree lies in', async () => {
    git('init', '-q');
    await write('.gitignore', 'app/*.log\n/out/\n');
    for (const path of ['app/a.log', 'app/a.md', 'app/node_modules/x.js', 'out/a.md', 'out/node_modules/x.js']) {
      await write(path);
    }
    const top = root;
    root = join(top, 'app');
    await start();
    expect(told()).toEqual([['a.md', 'node_modules/x.js']]);
    watch?.close();
    batches = [];
    root = join(top, 'out');
    await start();
    expect(told()).toEqual([['a.md']]);
  });

  it('leaves out what editors drop and what the user ignores everywhere, unless the workspace takes it back in', async () => {
    git('init', '-q');
    const globalIgnore = join(folder, 'ignore');
    await writeFile(globalIgnore, '\uFEFF*.scratch\n');
    const dropped = ['.a.md.swp', '.swo', '.#a.md', '#a.md#', 'a.md~', 'deep/.DS_Store', 'a.scratch'];
    for (const path of [...dropped, 'film.swf', 'a#', '4913', 'kept/b~', 'kept/b.scratch']) await write(path);
    await write('kept/.gitignore', '!*~\n!*.scratch\n');
    await start({ globalIgnore });
    expect(told()).toEqual([['4913', 'a#', 'film.swf', 'kept/.gitignore', 'kept/b.scratch', 'kept/b~']]);
  });

  it('goes by the rules of the repository where a link leads into it', async () => {
    git('init', '-q');
    await write('.gitignore', '*.log\n');
    await write('app/.gitignore', '!kept.log\n');
    for (const path of ['app/a.log', 'app/kept.log', 'app/node_modules/x.js']) await write(path);
    await symlink(join(root, 'app'), join(folder, 'link'));
    await start({ root: join(folder, 'link') });
    expect(told()).toEqual([['.gitignore', 'kept.log', 'node_modules/x.js']]);
  });

  it('lets nobody wait who asked before it was closed in the middle of a look', async () => {
    git('init', '-q');
    await start({
      startWatch: (watched) => {
        if (watched === join(root, '.git')) watch?.close();
        return { close: () => undefined };
      },
    });
    await watch?.look();
    expect(told()).toEqual([]);
  });
});
