import { execFileSync } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTextFile } from './read-text-file.ts';
import { replaceTextFile } from './replace-text-file.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-'));
  file = join(folder, 'a.json');
});
afterEach(() => rm(folder, { recursive: true }));

describe('a file of text', () => {
  it('is read with its mark of the byte order', async () => {
    await writeFile(file, '\uFEFF{}\r\n');
    expect(await readTextFile(file)).toEqual({ kind: 'text', text: '\uFEFF{}\r\n' });
  });

  it('may be missing', async () => {
    expect(await readTextFile(file)).toEqual({ kind: 'missing' });
    await writeFile(file, '');
    expect(await readTextFile(join(file, 'b.json'))).toEqual({ kind: 'missing' });
  });

  it('is not read where it is a folder, huge, or no text', async () => {
    await mkdir(file);
    expect(await readTextFile(file)).toEqual({ kind: 'refused', reason: 'it is a folder' });
    const other = join(folder, 'b.json');
    await writeFile(other, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    expect(await readTextFile(other)).toEqual({ kind: 'refused', reason: 'it is not UTF-8 text' });
    await truncate(other, 10 * 1024 * 1024 + 1);
    expect(await readTextFile(other)).toEqual({ kind: 'refused', reason: 'it is over 10 MB' });
  });

  it.skipIf(process.platform === 'win32')('is not waited for where it is a pipe', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
    expect(await readTextFile(file)).toEqual({ kind: 'refused', reason: 'it is not a plain file' });
  });
});

describe('a file that is written anew', () => {
  it('keeps its rights and leaves nothing beside it', async () => {
    await writeFile(file, 'old');
    await chmod(file, 0o640);
    await replaceTextFile({ file, before: 'old', after: 'new' });
    expect(await readFile(file, 'utf8')).toBe('new');
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('is for the user alone where there was none', async () => {
    const deep = join(folder, 'b', 'c.json');
    await replaceTextFile({ file: deep, before: undefined, after: 'new' });
    expect((await stat(deep)).mode & 0o777).toBe(0o600);
  });

  it('stays a link where it is one', async () => {
    const link = join(folder, 'link.json');
    await writeFile(file, 'old');
    await symlink(file, link);
    await replaceTextFile({ file: link, before: 'old', after: 'new' });
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('new');
  });

  it.each([
    ['other', 'old'],
    ['other', undefined],
  ])('stays as it is where it holds %j and not %j', async (text, before) => {
    await writeFile(file, text);
    await expect(replaceTextFile({ file, before, after: 'new' })).rejects.toMatchObject({
      code: 'file-not-written',
      message: `${file} was not written: another program has just changed it. Try again.`,
    });
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});
