import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stateFolderOf } from './state-folder-of.ts';

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
