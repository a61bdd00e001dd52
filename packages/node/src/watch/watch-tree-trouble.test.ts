import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettledFile } from '@toolyard/core';
import { startSystemWatch, type StartWatch } from './create-folder-watches.ts';
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

/** Knows two files that look otherwise now, and ends without closing. */
const PROGRAM = `
import { watchTree } from './watch-tree.ts';
const mark = { mtimeMs: 1, size: 1, ino: 1 };
const alive = setInterval(() => {}, 1000);
watchTree({
  root: process.argv[1],
  known: new Map([['a/b.md', mark], ['c.md', mark]]),
  onSettled: (files) => console.log(files.map((file) => file.path).join()),
  onTrouble: console.log,
}).ready.then(() => { console.log('ready'); clearInterval(alive); });
`;

const SOURCES = { conditions: ['@toolyard/source'], mainFields: ['module', 'main'] };

/** How many watches this process has, as the system counts them. */
function countWatches(): number {
  return readdirSync('/proc/self/fdinfo').reduce((sum, fd) => {
    try {
      return sum + (readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8').match(/^inotify/gm)?.length ?? 0);
    } catch {
      // The folder was listed through one that is closed by now.
      return sum;
    }
  }, 0);
}

describe('watchTree in trouble', () => {
  it('looks every 2 s where the system has no watches left, and says so once', async () => {
    const failing: StartWatch = () => {
      throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' });
    };
    await write('a/b/c.md');
    await startAfresh({ startWatch: failing });
    await write('a/b/c.md', 'changed');
    await waitForPath('a/b/c.md');
    await write('a/d.md');
    await waitForPath('a/d.md');
    expect(troubles).toEqual([
      `Not all of ${root} can be watched (ENOSPC: System limit for number of file watchers reached); it is looked at every 2 s ` +
        `instead. Leave more out with .gitignore, or on Linux raise fs.inotify.max_user_watches.`,
    ]);
  });

  it('finds what no notice told with the next look', async () => {
    await startAfresh({ lookMs: 300, startWatch: () => ({ close: () => undefined }) });
    await write('a/b.md');
    await waitForPath('a/b.md');
    expect(troubles).toEqual([]);
  });

  it('gets along with one watch of the whole tree', async () => {
    const notices: ((name: string | null) => void)[] = [];
    const startWatch: StartWatch = (watched, isRecursive, listener) => {
      if (isRecursive) notices.push((name) => listener.onNotice(name));
      return startSystemWatch(watched, false, { onNotice: () => undefined, onError: () => undefined });
    };
    await write('.gitignore', 'dist\n');
    await write('a/b.md');
    await startAfresh({ startWatch, isRecursive: true });
    expect(notices.length).toBe(1);
    await write('a/b.md', 'changed');
    await write('x/y/z.md');
    await write('dist/y/z.md');
    for (const name of ['a/b.md', 'x/y/z.md', 'x/y', 'dist/y/z.md']) notices[0]?.(name);
    await waitForPath('x/y/z.md');
    expect(told()).toEqual([['a/b.md', 'x/y/z.md']]);
    await write('a/c.md');
    notices[0]?.(null);
    await waitForPath('a/c.md');
  });

  it('waits where the root is gone, deletes nothing, and goes on when it is back', async () => {
    await write('a.md');
    await write('b/c.md');
    await startAfresh();
    await rename(root, `${root}-away`);
    await waitUntil(() => troubles.length > 0, 10_000);
    expect(troubles).toEqual([
      `${root} is not there, or cannot be read; its files are looked at again when it is back.`,
    ]);
    await rename(`${root}-away`, root);
    await write('b/c.md', 'changed');
    await waitForPath('b/c.md');
    expect(told()).toEqual([['b/c.md']]);
    await write('b/d.md');
    await waitForPath('b/d.md');
  });

  it('goes on in a root that took the place of another', async () => {
    await write('a.md');
    await startAfresh();
    await mkdir(join(folder, 'other'));
    await writeFile(join(folder, 'other', 'b.md'), 'text');
    await rename(root, `${root}-away`);
    await rename(join(folder, 'other'), root);
    await waitForPath('b.md');
    await write('c.md');
    await waitForPath('c.md');
    expect(told().flat().toSorted()).toEqual(['-a.md', 'b.md', 'c.md']);
  });

  it('says what it cannot read, does not take it for gone, and does not keep a process alive', async () => {
    await write('a/b.md');
    await write('c.md');
    await chmod(folder, 0o755);
    await chmod(join(root, 'a'), 0);
    const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname };
    const [built] = buildSync({ stdin, bundle: true, platform: 'node', write: false, ...SOURCES }).outputFiles;
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const run = spawnSync(process.execPath, ['-e', built?.text ?? '', root], {
      ...user,
      cwd: '/',
      timeout: 20_000,
      encoding: 'utf8',
    });
    await chmod(join(root, 'a'), 0o755);
    expect({ status: run.status, stderr: run.stderr, lines: run.stdout.split('\n') }).toEqual({
      status: 0,
      stderr: '',
      lines: [
        `${join(root, 'a')} cannot be read, and changes in it are not seen: ` +
          `EACCES: permission denied, scandir '${join(root, 'a')}'`,
        'c.md',
        'ready',
        '',
      ],
    });
  });

  it('tells files again that were not taken', async () => {
    let isFailing = true;
    await startAfresh({
      onSettled: (files) => {
        if (isFailing && files.length > 0) throw new Error('the disk is full');
        batches.push(files);
      },
    });
    await write('a.md');
    await waitUntil(() => troubles.length > 0);
    expect(troubles).toEqual(['Changed files were not taken, and are told again: the disk is full']);
    isFailing = false;
    await waitForPath('a.md');
  });

  it('tells all of the first look again that was not taken, and is ready only then', async () => {
    await write('a.md');
    await write('b.md');
    let tries = 0;
    await start({
      onSettled: (files) => {
        batches.push(files);
        tries += 1;
        if (tries === 1) throw new Error('the disk is full');
      },
    });
    expect(told()).toEqual([
      ['a.md', 'b.md'],
      ['a.md', 'b.md'],
    ]);
  });

  it('goes on in a folder that was removed and made again at once', async () => {
    await write('a/deep/old.md');
    await startAfresh();
    for (const count of [1, 2]) {
      rmSync(join(root, 'a'), { recursive: true });
      mkdirSync(join(root, 'a', 'deep'), { recursive: true });
      await write(`a/deep/first-${count}.md`);
      await waitForPath(`a/deep/first-${count}.md`);
      await write(`a/deep/second-${count}.md`);
      await waitForPath(`a/deep/second-${count}.md`);
    }
  });

  it('never tells two batches at the same time, and compares with the one before', async () => {
    let running = 0;
    let most = 0;
    const seen: number[] = [];
    await startAfresh({
      onSettled: async (files, known) => {
        running += 1;
        most = Math.max(most, running);
        seen.push(known.size);
        await new Promise((resolve) => void setTimeout(resolve, 400));
        running -= 1;
        batches.push(files);
      },
    });
    await write('a.md');
    await waitUntil(() => running > 0);
    await write('b.md');
    await waitForPath('b.md');
    expect({ most, seen }).toEqual({ most: 1, seen: [0, 0, 1] });
  });

  it('leaves no watch behind, and tells nothing after it was closed', async () => {
    const before = countWatches();
    for (let count = 0; count < 30; count++) await write(`folder-${count}/a.md`);
    await startAfresh();
    expect(countWatches() - before).toBe(31);
    // The system goes on watching a folder that was moved away.
    await rename(join(root, 'folder-1'), join(folder, 'moved'));
    await waitForPath('-folder-1/a.md');
    expect(countWatches() - before).toBe(30);
    await write('folder-2/a.md', 'changed');
    watch?.close();
    await watch?.look();
    expect(countWatches() - before).toBe(0);
    expect(told().flat()).toEqual(['-folder-1/a.md']);
  });
});
