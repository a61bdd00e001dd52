import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileAtomically } from './write-file-atomically.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-state-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('writeFileAtomically', () => {
  it('writes a file and the folders it needs, for the user alone', async () => {
    const file = join(folder, 'a', 'b', 'state.json');
    await writeFileAtomically(file, 'text ü');
    expect(await readFile(file, 'utf8')).toBe('text ü');
    if (process.platform === 'win32') return;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'a', 'b'))).mode & 0o777).toBe(0o700);
  });

  it('never shows a part of a text while others write', async () => {
    const file = join(folder, 'state.json');
    await writeFileAtomically(file, 'x'.repeat(100_000));
    const writers = Array.from({ length: 20 }, (_, index) =>
      writeFileAtomically(file, `${index % 10}`.repeat(100_000)),
    );
    const readers = Array.from({ length: 20 }, () => readFile(file, 'utf8'));
    await Promise.all(writers);
    for (const text of await Promise.all(readers)) expect(text).toMatch(/^(.)\1{99999}$/);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('leaves nothing behind where it fails', async () => {
    await mkdir(join(folder, 'taken', 'inside'), { recursive: true });
    await expect(writeFileAtomically(join(folder, 'taken'), 'text')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['taken']);
  });
});
