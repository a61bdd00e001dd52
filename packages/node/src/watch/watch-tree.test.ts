import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, open, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSystemWatch, type StartWatch } from './create-folder-watches.ts';
import type { FileMark, SettledFile } from './file-stamp.ts';
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

/** Watches, and forgets what the first look told. */
async function start(options: Partial<TreeWatchOptions> = {}): Promise<TreeWatch> {
  watch = watchTree({
    root,
    known: new Map(),
    onSettled: (files) => void batches.push(files),
    onTrouble: (message) => void troubles.push(message),
    ...options,
  });
  await watch.ready;
  return watch;
}

async function startAfresh(options: Partial<TreeWatchOptions> = {}): Promise<TreeWatch> {
  const started = await start(options);
  batches = [];
  return started;
}

/** What was told, as `path` or `-path` for what is gone, a batch a line. */
function told(): string[][] {
  return batches.map((batch) => batch.map((file) => ('stamp' in file ? file.path : `-${file.path}`)));
}

async function waitForPath(path: string, limitMs = 10_000): Promise<void> {
  await waitUntil(() => told().flat().includes(path), limitMs);
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

describe('watchTree', () => {
  it('tells at first what is there, and nothing of what is known', async () => {
    await write('a.md');
    await write('specs/b.md');
    const { mtimeMs, size, ino } = await lstat(join(root, 'a.md'));
    await start({ known: new Map([['a.md', { mtimeMs, size, ino }]]) });
    expect(told()).toEqual([['specs/b.md']]);
  });

  it('tells of the first look also where nothing differs', async () => {
    await start();
    expect(told()).toEqual([[]]);
  });

  it('finds what changed while nothing watched', async () => {
    for (const path of ['same.md', 'saved.md', 'gone.md', 'deep/er/gone.md']) await write(path);
    let known: ReadonlyMap<string, FileMark> = new Map();
    const first = await start({
      onSettled: (files) => {
        known = new Map(files.flatMap((file) => ('stamp' in file ? [[file.path, file.stamp]] : [])));
      },
    });
    first.close();
    await write('saved.md', 'another text');
    await write('new.md');
    await rm(join(root, 'gone.md'));
    await rm(join(root, 'deep'), { recursive: true });
    await start({ known });
    expect(told()).toEqual([['-deep/er/gone.md', '-gone.md', 'new.md', 'saved.md']]);
  });

  it('tells a write once it is over, without holding up others', async () => {
    await startAfresh({ settleMs: 300 });
    const file = await open(join(root, 'slow.log'), 'w');
    let isOver = false;
    const writing = (async (): Promise<void> => {
      // Writes for longer than a file has to be quiet, until the other file was told.
      for (let count = 0; !isOver; count++) {
        await file.write(`line ${count}\n`);
        await new Promise((resolve) => void setTimeout(resolve, 20));
      }
      await file.close();
    })();
    await waitUntil(() => readdirSync(root).includes('slow.log'));
    await write('quick.md');
    await waitForPath('quick.md');
    expect(told()).toEqual([['quick.md']]);
    isOver = true;
    await writing;
    await waitForPath('slow.log');
    const { size } = await lstat(join(root, 'slow.log'));
    expect(batches.flat().map((entry) => ('stamp' in entry ? entry.stamp.size : 0))).toEqual([4, size]);
  });

  it('tells a file that never rests after the longest time', async () => {
    await startAfresh({ settleMs: 300, maxUnsettledMs: 1000 });
    const file = await open(join(root, 'slow.log'), 'w');
    while (batches.length === 0) {
      await file.write('line\n');
      await new Promise((resolve) => void setTimeout(resolve, 10));
    }
    await file.close();
    expect(told()[0]).toEqual(['slow.log']);
  });

  it('tells a save through a temporary file as a change of the file alone', async () => {
    await write('a.md');
    await startAfresh();
    await write('a.md.tmp', 'another');
    await rename(join(root, 'a.md.tmp'), join(root, 'a.md'));
    await waitForPath('a.md');
    await watch?.look();
    expect(told()).toEqual([['a.md']]);
  });

  it('tells both halves of a renaming together, of a file and of a folder', async () => {
    for (const path of ['a.md', 'old/b.md', 'old/deep/c.md']) await write(path);
    await startAfresh();
    await rename(join(root, 'a.md'), join(root, 'z.md'));
    await waitForPath('z.md');
    await rename(join(root, 'old'), join(root, 'new'));
    await waitForPath('new/b.md');
    expect(told()).toEqual([
      ['-a.md', 'z.md'],
      ['new/b.md', 'new/deep/c.md', '-old/b.md', '-old/deep/c.md'],
    ]);
    await write('new/deep/c.md', 'and the folder is still watched');
    await waitUntil(() => batches.length === 3);
    expect(told()[2]).toEqual(['new/deep/c.md']);
  });

  it('tells what is gone, with when that may have been', async () => {
    await write('a.md');
    await write('deep/b.md');
    await startAfresh();
    const before = Date.now();
    await unlink(join(root, 'a.md'));
    await rm(join(root, 'deep'), { recursive: true });
    const after = Date.now();
    await waitForPath('-deep/b.md');
    const [first] = batches.flat();
    const [from, to] = first && 'gone' in first ? first.gone : [Infinity, 0];
    expect(from).toBeLessThanOrEqual(after);
    expect(to).toBeGreaterThanOrEqual(before);
    expect(told().flat().toSorted()).toEqual(['-a.md', '-deep/b.md']);
  });

  it('finds what was in a folder before it could be watched', async () => {
    await startAfresh();
    await mkdir(join(folder, 'made', 'deep', 'er'), { recursive: true });
    await writeFile(join(folder, 'made', 'deep', 'er', 'a.md'), 'text');
    await rename(join(folder, 'made'), join(root, 'made'));
    await waitForPath('made/deep/er/a.md');
    await write('made/deep/er/b.md');
    await waitForPath('made/deep/er/b.md');
  });

  it('knows a folder that took the place of another, and a file that did', async () => {
    await write('a/x.md');
    await write('b/x.md', 'b');
    await startAfresh();
    await rename(join(root, 'a'), join(folder, 'a'));
    await rename(join(root, 'b'), join(root, 'a'));
    await waitForPath('-b/x.md');
    await write('a/y.md');
    await waitForPath('a/y.md');
    await rm(join(root, 'a'), { recursive: true });
    await writeFile(join(root, 'a'), 'a file now');
    await waitForPath('a');
    expect(told()).toEqual([['a/x.md', '-b/x.md'], ['a/y.md'], ['a', '-a/x.md', '-a/y.md']]);
  });

  it('tells nothing where only the rights or the time of reading changed', async () => {
    await write('a.md');
    await startAfresh();
    await chmod(join(root, 'a.md'), 0o600);
    await write('b.md');
    await waitForPath('b.md');
    await watch?.look();
    expect(told()).toEqual([['b.md']]);
  });

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

  it('holds changes back while the lock of git is there', async () => {
    git('init', '-q');
    await startAfresh();
    await write('.git/index.lock', '');
    await write('a.md');
    // Without the lock it would be told by then.
    await new Promise((resolve) => void setTimeout(resolve, 600));
    await write('b.md');
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

  it('tells 10,000 changes', async () => {
    await startAfresh();
    const paths = Array.from({ length: 10_000 }, (_, count) => `folder-${count % 50}/file-${count}.md`);
    for (let count = 0; count < 50; count++) await mkdir(join(root, `folder-${count}`));
    await Promise.all(paths.map((path) => writeFile(join(root, path), path)));
    await waitUntil(() => batches.flat().length >= 10_000, 25_000);
    expect(told().flat().toSorted()).toEqual(paths.toSorted());
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

  it('follows no link to a folder, and takes links to files of the tree for files', async () => {
    await write('a/file.md');
    await symlink('..', join(root, 'a', 'up'));
    await symlink('self', join(root, 'self'));
    await symlink('nowhere', join(root, 'broken'));
    await symlink(join(root, 'a', 'file.md'), join(root, 'link.md'));
    await symlink('/etc/hostname', join(root, 'outside'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    await start();
    expect(told()).toEqual([['a/file.md', 'link.md']]);
  });

  it('bears names of all kinds', async () => {
    const names = ['new\nline.md', 'ünï-漢字-🎉.md', ' spaces ', '*[a]?.md', 'back\\slash', '#hash', '!bang', '..dots'];
    for (const name of names) await write(`${name}/${name}`);
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe, 0x41])]), 'invalid');
    await start();
    expect(told().flat()).toEqual(names.map((name) => `${name}/${name}`).toSorted());
    await write('new\nline.md/new\nline.md', 'changed');
    await waitUntil(() => batches.length > 1, 10_000);
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe, 0x41])]), 'invalid again');
    await write('a.md');
    await waitForPath('a.md');
    expect(told().slice(1)).toEqual([['new\nline.md/new\nline.md'], ['a.md']]);
  });

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

  it('says what it cannot read, and does not take it for gone', async () => {
    await write('a/b.md');
    await startAfresh({ lookMs: 200 });
    if (process.getuid?.() === 0) return;
    await chmod(join(root, 'a'), 0);
    await waitUntil(() => troubles.length > 0);
    await chmod(join(root, 'a'), 0o700);
    expect(told()).toEqual([]);
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
    expect(troubles).toEqual(['Changed files were not taken, and are told again: Error: the disk is full']);
    isFailing = false;
    await waitForPath('a.md');
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
    await rm(join(root, 'folder-1'), { recursive: true });
    await waitForPath('-folder-1/a.md');
    expect(countWatches() - before).toBe(30);
    await write('folder-2/a.md', 'changed');
    watch?.close();
    await watch?.look();
    expect(countWatches() - before).toBe(0);
    expect(told().flat()).toEqual(['-folder-1/a.md']);
  });
});
