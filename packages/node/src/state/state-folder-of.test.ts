import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stateFolderOf, toRealPath } from './state-folder-of.ts';

it('gives each configuration one folder, whatever links lead to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.json'), '{}');
  await symlink(join(folder, 'a.json'), join(folder, 'b.json'));
  const first = await stateFolderOf('/state', join(folder, 'a.json'));
  expect(dirname(first)).toBe('/state');
  expect(basename(first)).toMatch(/^[0-9a-f]{16}$/);
  expect(await stateFolderOf('/state', join(folder, 'b.json'))).toBe(first);
  expect(await stateFolderOf('/state', join(folder, 'c.json'))).not.toBe(first);
  expect(await stateFolderOf('/state')).toBe(join('/state', 'default'));
});

it('has one path for what is there and what is yet to be made', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-folder-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(folder, join(folder, 'link'));
  const before = await toRealPath(join(folder, 'link', 'data', 'tasks'));
  await mkdir(join(folder, 'data', 'tasks'), { recursive: true });
  expect(await toRealPath(join(folder, 'link', 'data', 'tasks'))).toBe(before);
  expect(before).toBe(join(folder, 'data', 'tasks'));
});
