import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, test } from 'vitest';
import { startSystemWatch, type StartWatch } from './create-folder-watches.ts';
import { giveWatchedFolder, type WatchedFolder } from '../../test/watched-folder.ts';

const it = test.extend({ tree: giveWatchedFolder });

async function waitForPath(tree: WatchedFolder, path: string): Promise<void> {
  await waitUntil(() => tree.told().flat().includes(path), 20_000);
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
  onWarning: console.log,
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

describe('watchTree where it fails', () => {
  it.concurrent('looks every 2 s where the system has no watches left, and says so once', async ({ tree }) => {
    const failing: StartWatch = () => {
      throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' });
    };
    await tree.write('a/b/c.md');
    await tree.startAfresh({ startWatch: failing });
    await tree.write('a/b/c.md', 'changed');
    await waitForPath(tree, 'a/b/c.md');
    await tree.write('a/d.md');
    await waitForPath(tree, 'a/d.md');
    expect(tree.warnings).toEqual([
      `Not all of ${tree.root} can be watched (ENOSPC: System limit for number of file watchers reached); it is checked every 2 s ` +
        `instead. Ignore more files with .gitignore, or on Linux raise fs.inotify.max_user_watches.`,
    ]);
  });

  it.concurrent('waits where the root is gone, deletes nothing, and goes on when it is back', async ({ tree }) => {
    await tree.write('a.md');
    await tree.write('b/c.md');
    await tree.startAfresh();
    await rename(tree.root, `${tree.root}-away`);
    await waitUntil(() => tree.warnings.length > 0, 10_000);
    expect(tree.warnings).toEqual([
      `${tree.root} does not exist or cannot be read; watching continues when it is back.`,
    ]);
    await rename(`${tree.root}-away`, tree.root);
    await tree.write('b/c.md', 'changed');
    await waitForPath(tree, 'b/c.md');
    expect(tree.told()).toEqual([['b/c.md']]);
    await tree.write('b/d.md');
    await waitForPath(tree, 'b/d.md');
  });

  it.concurrent('tells files again that were not taken', async ({ tree }) => {
    let isFailing = true;
    await tree.startAfresh({
      onSettled: (files) => {
        if (isFailing && files.length > 0) throw new Error('the disk is full');
        tree.batches.push(files);
      },
    });
    await tree.write('a.md');
    await waitUntil(() => tree.warnings.length > 0);
    expect(tree.warnings).toEqual(['Changed files could not be processed and will be tried again: the disk is full']);
    isFailing = false;
    await waitForPath(tree, 'a.md');
  });

  it.concurrent('tells all of the first look again that was not taken, and is ready only then', async ({ tree }) => {
    await tree.write('a.md');
    await tree.write('b.md');
    let tries = 0;
    await tree.start({
      onSettled: (files) => {
        tree.batches.push(files);
        tries += 1;
        if (tries === 1) throw new Error('the disk is full');
      },
    });
    expect(tree.told()).toEqual([
      ['a.md', 'b.md'],
      ['a.md', 'b.md'],
    ]);
  });

  it.concurrent('goes on in a folder that was removed and made again at once', async ({ tree }) => {
    await tree.write('a/deep/old.md');
    await tree.startAfresh();
    for (const count of [1, 2]) {
      rmSync(join(tree.root, 'a'), { recursive: true });
      mkdirSync(join(tree.root, 'a', 'deep'), { recursive: true });
      await tree.write(`a/deep/first-${count}.md`);
      await waitForPath(tree, `a/deep/first-${count}.md`);
      await tree.write(`a/deep/second-${count}.md`);
      await waitForPath(tree, `a/deep/second-${count}.md`);
    }
  });

  it.concurrent('never tells two tree.batches at the same time, and compares with the one before', async ({ tree }) => {
    let running = 0;
    let most = 0;
    const seen: number[] = [];
    await tree.startAfresh({
      onSettled: async (files, known) => {
        running += 1;
        most = Math.max(most, running);
        seen.push(known.size);
        await new Promise((resolve) => void setTimeout(resolve, 400));
        running -= 1;
        tree.batches.push(files);
      },
    });
    await tree.write('a.md');
    await waitUntil(() => running > 0);
    await tree.write('b.md');
    await waitForPath(tree, 'b.md');
    expect({ most, seen }).toEqual({ most: 1, seen: [0, 0, 1] });
  });

  it('finds what no notice told with the next look', async ({ tree }) => {
    await tree.startAfresh({ lookMs: 300, startWatch: () => ({ close: () => undefined }) });
    await tree.write('a/b.md');
    await waitForPath(tree, 'a/b.md');
    expect(tree.warnings).toEqual([]);
  });

  it('gets along with one watch of the whole tree', async ({ tree }) => {
    const notices: ((name: string | null) => void)[] = [];
    const startWatch: StartWatch = (watched, isRecursive, listener) => {
      if (isRecursive) notices.push((name) => listener.onNotice(name));
      return startSystemWatch(watched, false, { onNotice: () => undefined, onError: () => undefined });
    };
    await tree.write('.gitignore', 'dist\n');
    await tree.write('a/b.md');
    await tree.startAfresh({ startWatch, isRecursive: true });
    expect(notices.length).toBe(1);
    await tree.write('a/b.md', 'changed');
    await tree.write('x/y/z.md');
    await tree.write('dist/y/z.md');
    for (const name of ['a/b.md', 'x/y/z.md', 'x/y', 'dist/y/z.md']) notices[0]?.(name);
    await waitForPath(tree, 'x/y/z.md');
    expect(tree.told()).toEqual([['a/b.md', 'x/y/z.md']]);
    await tree.write('a/c.md');
    notices[0]?.(null);
    await waitForPath(tree, 'a/c.md');
  });

  it('goes on in a root that took the place of another', async ({ tree }) => {
    await tree.write('a.md');
    await tree.startAfresh();
    await mkdir(join(tree.folder, 'other'));
    await writeFile(join(tree.folder, 'other', 'b.md'), 'text');
    await rename(tree.root, `${tree.root}-away`);
    await rename(join(tree.folder, 'other'), tree.root);
    await waitForPath(tree, 'b.md');
    await tree.write('c.md');
    await waitForPath(tree, 'c.md');
    expect(tree.told().flat().toSorted()).toEqual(['-a.md', 'b.md', 'c.md']);
  });

  it('says what it cannot read, does not take it for gone, and does not keep a process alive', async ({ tree }) => {
    await tree.write('a/b.md');
    await tree.write('c.md');
    await chmod(tree.folder, 0o755);
    await chmod(join(tree.root, 'a'), 0);
    const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname };
    const [built] = buildSync({ stdin, bundle: true, platform: 'node', write: false, ...SOURCES }).outputFiles;
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const run = spawnSync(process.execPath, ['-e', built?.text ?? '', tree.root], {
      ...user,
      cwd: '/',
      timeout: 20_000,
      encoding: 'utf8',
    });
    await chmod(join(tree.root, 'a'), 0o755);
    expect({ status: run.status, stderr: run.stderr, lines: run.stdout.split('\n') }).toEqual({
      status: 0,
      stderr: '',
      lines: [
        `${join(tree.root, 'a')} cannot be read, so changes in it are not seen: ` +
          `EACCES: permission denied, scandir '${join(tree.root, 'a')}'`,
        'c.md',
        'ready',
        '',
      ],
    });
  });

  it('leaves no watch behind, and tells nothing after it was closed', async ({ tree }) => {
    const before = countWatches();
    for (let count = 0; count < 30; count++) await tree.write(`folder-${count}/a.md`);
    await tree.startAfresh();
    expect(countWatches() - before).toBe(31);
    // The system goes on watching a folder that was moved away.
    await rename(join(tree.root, 'folder-1'), join(tree.folder, 'moved'));
    await waitForPath(tree, '-folder-1/a.md');
    expect(countWatches() - before).toBe(30);
    await tree.write('folder-2/a.md', 'changed');
    tree.watch?.close();
    await tree.watch?.look();
    expect(countWatches() - before).toBe(0);
    expect(tree.told().flat()).toEqual(['-folder-1/a.md']);
  });
});
