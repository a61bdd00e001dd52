import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOSTILE_FILES, putHostileFile } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readNamedFile, readPlainFile, readPlainFileSync } from './read-plain-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-plain-'));
  file = join(folder, 'a');
});
afterEach(() => rm(folder, { recursive: true }));

const READERS = [
  ['readPlainFile', readPlainFile],
  ['readPlainFileSync', async (path: string, max?: number) => readPlainFileSync(path, max)],
] as const;

describe.each(READERS)('%s', (_name, read) => {
  it('reads a file whole, up to the very last byte that is allowed', async () => {
    for (const length of [0, 1, 4096, 100_000]) {
      const bytes = Buffer.alloc(length, 'x');
      await writeFile(file, bytes);
      expect((await read(file, length)).equals(bytes)).toBe(true);
      await writeFile(file, Buffer.alloc(length + 1));
      await expect(read(file, length)).rejects.toMatchObject({ code: 'EFBIG' });
    }
    await expect(read(file, 2048)).rejects.toThrow('it is over 2 KB');
  });

  it('says like the system that there is none', async () => {
    await expect(read(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.runIf(existsSync('/proc/self/stat'))('reads what has no size', async () => {
    expect((await read('/proc/version')).toString()).toBe(await readFile('/proc/version', 'utf8'));
  });

  it.skipIf(process.platform === 'win32').each(HOSTILE_FILES)('does not wait for %s', async (kind) => {
    putHostileFile(file, kind);
    await expect(read(file)).rejects.toMatchObject({
      code: {
        'a pipe': 'EINVAL',
        'a device': 'EINVAL',
        'a folder': 'EISDIR',
        'a link to itself': 'ELOOP',
        '3 GB of nothing': 'EFBIG',
      }[kind],
    });
  });
});

describe.skipIf(process.platform === 'win32')('readNamedFile', () => {
  it('reads a pipe that somebody writes into', async () => {
    putHostileFile(file, 'a pipe');
    spawn('sh', ['-c', 'printf "{}" > "$0"', file], { stdio: 'ignore' });
    expect((await readNamedFile(file)).toString()).toBe('{}');
  });

  it('reads no more of what has no end than it needs to refuse it', async () => {
    putHostileFile(file, 'a device');
    await expect(readNamedFile(file, 1024 * 1024)).rejects.toThrow('it is over 1 MB');
  });
});
