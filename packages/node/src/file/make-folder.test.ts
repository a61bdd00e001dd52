import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolyard-make-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('makes all that is missing, for the user alone, and says where it began', () => {
  const deep = join(folder, 'a', 'b', 'c');
  expect(makeFolder(deep)).toBe(join(folder, 'a'));
  expect(makeFolder(deep)).toBeUndefined();
  if (process.platform !== 'win32') expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
});

it('says what is in the way', () => {
  writeFileSync(join(folder, 'a'), '');
  expect(() => makeFolder(join(folder, 'a'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(folder, 'a', 'b'))).toThrow(/ENOTDIR/);
});

it.runIf(existsSync('/proc/self'))('gives up where nothing can be made', () => {
  expect(() => makeFolder('/proc/self/toolyard/state')).toThrow(/ENOENT/);
});
