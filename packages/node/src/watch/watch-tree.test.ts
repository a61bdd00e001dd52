import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, open, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileMark, SettledFile } from '@toolyard/core';
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
    await start({
      onSettled: (files) => {
        known = new Map(files.flatMap((file) => ('stamp' in file ? [[file.path, file.stamp]] : [])));
      },
    });
    watch?.close();
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
    await write('quick.md');
    while (!told().flat().includes('quick.md')) {
      await file.write('line\n');
      await new Promise((resolve) => void setTimeout(resolve, 20));
    }
    await file.close();
    expect(told()).toEqual([['quick.md']]);
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

  it('tells 10,000 changes', async () => {
    await startAfresh();
    const paths = Array.from({ length: 10_000 }, (_, count) => `folder-${count % 50}/file-${count}.md`);
    for (let count = 0; count < 50; count++) await mkdir(join(root, `folder-${count}`));
    await Promise.all(paths.map((path) => writeFile(join(root, path), path)));
    await waitUntil(() => batches.flat().length >= 10_000, 25_000);
    expect(told().flat().toSorted()).toEqual(paths.toSorted());
  });

  it('follows no link to a folder, and takes links to files of the tree for files', async () => {
    await write('a/file.md');
    await symlink('..', join(root, 'a', 'up'));
    await symlink('a', join(root, 'folder'));
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
});
