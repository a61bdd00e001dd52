import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRoom, setAside, type UnusableFile } from './set-aside.ts';
import type { StateForm } from './versioned-state.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-aside-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

const NEWER: UnusableFile['state'] = { kind: 'newer', version: 2, fields: {} };
const BROKEN: UnusableFile['state'] = { kind: 'unreadable' };
const FORM: StateForm<object> = { version: 1, read: (fields) => fields };

async function write(name: string, text = name): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

describe('setAside', () => {
  it('keeps a file under another name, and says so', async () => {
    const file = await write('a.json');
    expect(await setAside([{ file, state: NEWER }], 'Nothing is lost.')).toBe(
      `${file} was written by a newer Toolyard and is not used. It is kept as a.json.newer-2. Nothing is lost.`,
    );
    expect(await readFile(`${file}.newer-2`, 'utf8')).toBe('a.json');
    const broken = await write('b.json');
    expect(await setAside([{ file: broken, state: BROKEN }], 'Nothing is lost.')).toBe(
      `${broken} is broken and is not used. It is kept as b.json.unreadable. Nothing is lost.`,
    );
    expect((await readdir(folder)).toSorted()).toEqual(['a.json.newer-2', 'b.json.unreadable']);
  });

  it('never replaces what was set aside before', async () => {
    for (const text of ['one', 'two', 'three']) {
      await setAside([{ file: await write('a.json', text), state: NEWER }], '');
    }
    const names = ['a.json.newer-2', 'a.json.newer-2-2', 'a.json.newer-2-3'];
    expect((await readdir(folder)).toSorted()).toEqual(names);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts).toEqual(['one', 'two', 'three']);
  });

  it('says of many files in one line what became of them', async () => {
    const newer = await Promise.all(['a', 'b'].map(async (name) => ({ file: await write(name), state: NEWER })));
    const broken = { file: await write('c'), state: BROKEN };
    expect(await setAside([...newer, broken], 'Nothing is lost.')).toBe(
      `2 files in ${folder} were written by a newer Toolyard and are not used. They are kept under names that end in ".newer-2". ` +
        `${broken.file} is broken and is not used. It is kept as c.unreadable. Nothing is lost.`,
    );
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('leaves what it cannot rename', async () => {
    const file = await write('a.json');
    await chmod(folder, 0o500);
    expect(await setAside([{ file, state: NEWER }], 'Nothing is lost.')).toMatch(
      / It could not be renamed: EACCES.*\. /,
    );
    expect(await readdir(folder)).toEqual(['a.json']);
  });
});

describe('makeRoom', () => {
  it('leaves what this version can read, and what is not there', async () => {
    const file = await write('a.json', '{ "version": 1 }');
    expect(await makeRoom(file, FORM, '')).toBeUndefined();
    expect(await makeRoom(join(folder, 'none.json'), FORM, '')).toBeUndefined();
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it.each([
    ['{ "version": 2 }', 'a.json.newer-2'],
    ['{ "vers', 'a.json.unreadable'],
  ])('sets %s aside', async (text, name) => {
    const file = await write('a.json', text);
    expect(await makeRoom(file, FORM, 'Nothing is lost.')).toMatch(/ Nothing is lost\.$/);
    expect(await readFile(join(folder, name), 'utf8')).toBe(text);
  });
});
