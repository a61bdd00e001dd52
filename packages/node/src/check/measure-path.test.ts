import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { measurePath } from './measure-path.ts';

it('adds up what lies below a folder, and follows no link', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'a', 'b'), { recursive: true });
  await writeFile(join(folder, 'one'), 'x'.repeat(10));
  await writeFile(join(folder, 'a', 'b', 'two'), 'x'.repeat(5));
  await symlink(folder, join(folder, 'a', 'around'));
  expect(await measurePath(folder)).toBe(15);
  expect(await measurePath(join(folder, 'one'))).toBe(10);
  expect(await measurePath(join(folder, 'a', 'around'))).toBe(0);
  expect(await measurePath(join(folder, 'none'))).toBeUndefined();
});
