import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, open, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileMark } from '@toolyard/core';
import { WatchedFolder } from '../../test/watched-folder.ts';

let tree: WatchedFolder;
beforeEach(async () => {
  tree = await WatchedFolder.make();
});
afterEach(() => tree.remove());

async function waitForPath(path: string): Promise<void> {
  await waitUntil(() => tree.told().flat().includes(path), 20_000);
}

describe('watchTree', () => {
  it('tells at first what is there, and nothing of what is known', async () => {
    await tree.write('a.md');
    await tree.write('specs/b.md');
    const { mtimeMs, size, ino } = await lstat(join(tree.root, 'a.md'));
    await tree.start({ known: new Map([['a.md', { mtimeMs, size, ino }]]) });
    expect(tree.told()).toEqual([['specs/b.md']]);
  });

  it('tells of the first look also where nothing differs', async () => {
    await tree.start();
    expect(tree.told()).toEqual([[]]);
  });

  it('finds what changed while nothing watched', async () => {
    for (const path of ['same.md', 'saved.md', 'gone.md', 'deep/er/gone.md']) await tree.write(path);
    let known: ReadonlyMap<string, FileMark> = new Map();
    await tree.start({
      onSettled: (files) => {
        known = new Map(files.flatMap((file) => ('stamp' in file ? [[file.path, file.stamp]] : [])));
      },
    });
    tree.watch?.close();
    await tree.write('saved.md', 'another text');
    await tree.write('new.md');
    await rm(join(tree.root, 'gone.md'));
    await rm(join(tree.root, 'deep'), { recursive: true });
    await tree.start({ known });
    expect(tree.told()).toEqual([['-deep/er/gone.md', '-gone.md', 'new.md', 'saved.md']]);
  });

  it('tells a write once it is over, without holding up others', async () => {
    await tree.startAfresh({ settleMs: 300 });
    const file = await open(join(tree.root, 'slow.log'), 'w');
    await tree.write('quick.md');
    while (!tree.told().flat().includes('quick.md')) {
      await file.write('line\n');
      await new Promise((resolve) => void setTimeout(resolve, 20));
    }
    await file.close();
    expect(tree.told()).toEqual([['quick.md']]);
    await waitForPath('slow.log');
    const { size } = await lstat(join(tree.root, 'slow.log'));
    expect(tree.batches.flat().map((entry) => ('stamp' in entry ? entry.stamp.size : 0))).toEqual([4, size]);
  });

  it('tells a file that never rests after the longest time', async () => {
    await tree.startAfresh({ settleMs: 300, maxUnsettledMs: 1000 });
    const file = await open(join(tree.root, 'slow.log'), 'w');
    while (tree.batches.length === 0) {
      await file.write('line\n');
      await new Promise((resolve) => void setTimeout(resolve, 10));
    }
    await file.close();
    expect(tree.told()[0]).toEqual(['slow.log']);
  });

  it('tells a save through a temporary file as a change of the file alone', async () => {
    await tree.write('a.md');
    await tree.startAfresh();
    await tree.write('a.md.tmp', 'another');
    await rename(join(tree.root, 'a.md.tmp'), join(tree.root, 'a.md'));
    await waitForPath('a.md');
    await tree.watch?.look();
    expect(tree.told()).toEqual([['a.md']]);
  });

  it('tells both halves of a renaming together, of a file and of a folder', async () => {
    for (const path of ['a.md', 'old/b.md', 'old/deep/c.md']) await tree.write(path);
    await tree.startAfresh();
    await rename(join(tree.root, 'a.md'), join(tree.root, 'z.md'));
    await waitForPath('z.md');
    await rename(join(tree.root, 'old'), join(tree.root, 'new'));
    await waitForPath('new/b.md');
    expect(tree.told()).toEqual([
      ['-a.md', 'z.md'],
      ['new/b.md', 'new/deep/c.md', '-old/b.md', '-old/deep/c.md'],
    ]);
    await tree.write('new/deep/c.md', 'and the folder is still watched');
    await waitUntil(() => tree.batches.length === 3);
    expect(tree.told()[2]).toEqual(['new/deep/c.md']);
  });

  it('tells what is gone, with when that may have been', async () => {
    await tree.write('a.md');
    await tree.write('deep/b.md');
    await tree.startAfresh();
    const before = Date.now();
    await unlink(join(tree.root, 'a.md'));
    await rm(join(tree.root, 'deep'), { recursive: true });
    const after = Date.now();
    await waitForPath('-deep/b.md');
    const [first] = tree.batches.flat();
    const [from, to] = first && 'gone' in first ? first.gone : [Infinity, 0];
    expect(from).toBeLessThanOrEqual(after);
    expect(to).toBeGreaterThanOrEqual(before);
    expect(tree.told().flat().toSorted()).toEqual(['-a.md', '-deep/b.md']);
  });

  it('finds what was in a folder before it could be watched', async () => {
    await tree.startAfresh();
    await mkdir(join(tree.folder, 'made', 'deep', 'er'), { recursive: true });
    await writeFile(join(tree.folder, 'made', 'deep', 'er', 'a.md'), 'text');
    await rename(join(tree.folder, 'made'), join(tree.root, 'made'));
    await waitForPath('made/deep/er/a.md');
    await tree.write('made/deep/er/b.md');
    await waitForPath('made/deep/er/b.md');
  });

  it('knows a folder that took the place of another, and a file that did', async () => {
    await tree.write('a/x.md');
    await tree.write('b/x.md', 'b');
    await tree.startAfresh();
    await rename(join(tree.root, 'a'), join(tree.folder, 'a'));
    await rename(join(tree.root, 'b'), join(tree.root, 'a'));
    await waitForPath('-b/x.md');
    await tree.write('a/y.md');
    await waitForPath('a/y.md');
    await rm(join(tree.root, 'a'), { recursive: true });
    await writeFile(join(tree.root, 'a'), 'a file now');
    await waitForPath('a');
    expect(tree.told()).toEqual([['a/x.md', '-b/x.md'], ['a/y.md'], ['a', '-a/x.md', '-a/y.md']]);
  });

  it('tells nothing where only the rights or the time of reading changed', async () => {
    await tree.write('a.md');
    await tree.startAfresh();
    await chmod(join(tree.root, 'a.md'), 0o600);
    await tree.write('b.md');
    await waitForPath('b.md');
    await tree.watch?.look();
    expect(tree.told()).toEqual([['b.md']]);
  });

  it('tells 1,000 changes', async () => {
    await tree.startAfresh();
    const paths = await tree.writeMany(1000);
    await waitUntil(() => tree.batches.flat().length >= 1000, 25_000);
    expect(tree.told().flat().toSorted()).toEqual(paths.toSorted());
  });

  it('follows no link to a tree.folder, and takes links to files of the tree for files', async () => {
    await tree.write('a/file.md');
    await symlink('..', join(tree.root, 'a', 'up'));
    await symlink('a', join(tree.root, 'folder'));
    await symlink('self', join(tree.root, 'self'));
    await symlink('nowhere', join(tree.root, 'broken'));
    await symlink(join(tree.root, 'a', 'file.md'), join(tree.root, 'link.md'));
    await symlink('/etc/hostname', join(tree.root, 'outside'));
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(tree.root, 'pipe')]);
    await tree.start();
    expect(tree.told()).toEqual([['a/file.md', 'link.md']]);
  });

  it('bears names of all kinds', async () => {
    const names = ['new\nline.md', 'ünï-漢字-🎉.md', ' spaces ', '*[a]?.md', 'back\\slash', '#hash', '!bang', '..dots'];
    for (const name of names) await tree.write(`${name}/${name}`);
    await writeFile(Buffer.concat([Buffer.from(`${tree.root}/`), Buffer.from([0xff, 0xfe, 0x41])]), 'invalid');
    await tree.start();
    expect(tree.told().flat()).toEqual(names.map((name) => `${name}/${name}`).toSorted());
    await tree.write('new\nline.md/new\nline.md', 'changed');
    await waitUntil(() => tree.batches.length > 1, 10_000);
    await writeFile(Buffer.concat([Buffer.from(`${tree.root}/`), Buffer.from([0xff, 0xfe, 0x41])]), 'invalid again');
    await tree.write('a.md');
    await waitForPath('a.md');
    expect(tree.told().slice(1)).toEqual([['new\nline.md/new\nline.md'], ['a.md']]);
  });
});
