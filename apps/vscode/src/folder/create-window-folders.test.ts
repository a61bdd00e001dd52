import { isAbsolute, relative } from 'node:path';
import { expect, it } from 'vitest';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import type { Folder } from './folder.ts';
import { createWindowFolders, type WindowFolder, type WindowFolders } from './create-window-folders.ts';

function openWindow(members: Partial<Folder> = {}): {
  readonly folders: WindowFolders;
  readonly opened: string[];
  readonly errors: unknown[];
} {
  const opened: string[] = [];
  const errors: unknown[] = [];
  const folders = createWindowFolders(
    ({ path, key }) => {
      opened.push(`${path} ${key}`);
      return createFakeFolder({}, { path, ...members });
    },
    {
      contains: (folder, file) => !relative(folder, file).startsWith('..') && !isAbsolute(relative(folder, file)),
      onError: (error) => errors.push(error),
    },
  );
  return { folders, opened, errors };
}

function folderAt(path: string, key = ''): WindowFolder {
  return { name: path, path, key };
}

it('puts another object in the place of a folder whose trust or settings changed, and keeps the others', () => {
  const { folders, opened } = openWindow();
  folders.set([folderAt('/a', 'untrusted'), folderAt('/b')]);
  const [first, second] = folders.list();
  folders.set([folderAt('/a', 'trusted'), folderAt('/b')]);
  expect(opened).toEqual(['/a untrusted', '/b ', '/a trusted']);
  expect(folders.list()[0]).not.toBe(first);
  expect(folders.list()[1]).toBe(second);
});

it('means the inner one of folders that lie in each other', () => {
  const { folders } = openWindow();
  folders.set([folderAt('/a'), folderAt('/a/b')]);
  expect([folders.of('/a/b/c.md')?.path, folders.of('/a/c.md')?.path, folders.of('/c.md')]).toEqual([
    '/a/b',
    '/a',
    undefined,
  ]);
});

it('waits at its end also for a folder that was replaced a moment before', async () => {
  const ends: (() => void)[] = [];
  const { folders } = openWindow({ close: () => new Promise((resolve) => void ends.push(resolve)) });
  folders.set([folderAt('/a', '1')]);
  folders.set([folderAt('/a', '2')]);
  let isClosed = false;
  const closing = folders.close().then(() => void (isClosed = true));
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  ends[0]?.();
  await closing;
});

it('opens nothing while or after it is closed', async () => {
  const { folders, opened } = openWindow();
  folders.set([folderAt('/a')]);
  const closing = folders.close();
  folders.set([folderAt('/a', 'other settings'), folderAt('/b')]);
  await closing;
  expect(opened).toEqual(['/a ']);
  expect(folders.list()).toEqual([]);
});

it('tells a failure of a folder that ends, and ends all the same', async () => {
  const { folders, errors } = openWindow({ close: () => Promise.reject(new Error('stuck')) });
  folders.set([folderAt('/a')]);
  await folders.close();
  expect(errors).toEqual([new Error('stuck')]);
});
