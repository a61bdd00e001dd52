import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inReadOnlyFolder } from '../../test/without-rights.ts';
import { makeRoom, setAside, type SetAsideResult, type UnusableFile } from './set-aside.ts';
import type { StateForm } from './versioned-state.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-aside-'));
});
afterEach(() => rm(folder, { recursive: true }));

const NEWER: UnusableFile['state'] = { kind: 'newer', version: 2, fields: {} };
const BROKEN: UnusableFile['state'] = { kind: 'unreadable' };
const FORM: StateForm<object> = { version: 1, read: (fields) => fields };

async function write(name: string, text = name): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

const aside = (...files: readonly UnusableFile[]): Promise<SetAsideResult> =>
  setAside(files, { loss: 'Nothing is lost.' });

describe('setAside', () => {
  it('keeps a file under another name, and says so', async () => {
    const file = await write('a.json');
    expect(await aside({ file, state: NEWER })).toEqual({
      message: `${file} was written by a newer Toolyard and is not used. It is kept as a.json.newer-2. Nothing is lost.`,
      left: [],
    });
    expect(await readFile(`${file}.newer-2`, 'utf8')).toBe('a.json');
    const broken = await write('b.json');
    expect(await aside({ file: broken, state: BROKEN })).toEqual({
      message: `${broken} is broken and is not used. It is kept as b.json.unreadable. Nothing is lost.`,
      left: [],
    });
    expect((await readdir(folder)).toSorted()).toEqual(['a.json.newer-2', 'b.json.unreadable']);
  });

  it('never replaces what was set aside before', async () => {
    for (const text of ['one', 'two', 'three']) {
      await aside({ file: await write('a.json', text), state: NEWER });
    }
    const names = ['a.json.newer-2', 'a.json.newer-2-2', 'a.json.newer-2-3'];
    expect((await readdir(folder)).toSorted()).toEqual(names);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts).toEqual(['one', 'two', 'three']);
  });

  it('says of many files in one line what became of them', async () => {
    const newer = await Promise.all(['a', 'b'].map(async (name) => ({ file: await write(name), state: NEWER })));
    const broken = { file: await write('c'), state: BROKEN };
    expect((await aside(...newer, broken)).message).toBe(
      `2 files in ${folder} were written by a newer Toolyard and are not used. They are kept under names with ".newer-2". ` +
        `${broken.file} is broken and is not used. It is kept as c.unreadable. Nothing is lost.`,
    );
  });

  it('says nothing where another process was faster', async () => {
    expect(await aside({ file: join(folder, 'gone.json'), state: NEWER })).toEqual({ left: [] });
    expect(await readdir(folder)).toEqual([]);
  });

  it('gives a file its name back that turns out to be good', async () => {
    const good = { file: await write('a.json', 'good'), state: NEWER };
    const isUsable = async (moved: string): Promise<boolean> => (await readFile(moved, 'utf8')) === 'good';
    expect(await setAside([good], { loss: '', isUsable })).toEqual({ left: [] });
    expect(await readdir(folder)).toEqual(['a.json']);
    expect(await readFile(good.file, 'utf8')).toBe('good');
    const overtaken = async (moved: string): Promise<boolean> => {
      await write('a.json', 'better');
      return isUsable(moved);
    };
    expect(await setAside([good], { loss: '', isUsable: overtaken })).toEqual({ left: [] });
    expect(await readdir(folder)).toEqual(['a.json']);
    expect(await readFile(good.file, 'utf8')).toBe('better');
  });

  it.skipIf(process.platform === 'win32')('leaves what it cannot rename, and says which', async () => {
    const file = await write('a.json');
    const { message, left } = await inReadOnlyFolder(folder, () => aside({ file, state: NEWER }));
    expect(message).toMatch(/ It could not be renamed: EACCES.*\. Nothing is lost\.$/);
    expect(left).toEqual([file]);
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('says how many of several it could not rename', async () => {
    // A name as long as names can be: there is no longer one.
    const long = await write('n'.repeat(255));
    const files = [await write('a.json'), await write('b.json'), long].map((file) => ({ file, state: NEWER }));
    const { message, left } = await aside(...files);
    expect(message).toMatch(
      / 1 of 3 could not be renamed: ENAMETOOLONG.*\. The others are kept under names with "\.newer-2"\. Nothing is lost\.$/,
    );
    expect(left).toEqual([long]);
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

  it.skipIf(process.platform === 'win32')('lets nothing be written where it cannot rename', async () => {
    const file = await write('a.json', '{ "version": 2 }');
    await expect(inReadOnlyFolder(folder, () => makeRoom(file, FORM, 'Nothing is lost.'))).rejects.toMatchObject({
      code: 'state-not-written',
      message: expect.stringMatching(
        / It could not be renamed: EACCES.*\. Nothing is lost\. Make the folder writable\.$/,
      ),
    });
    expect(await readFile(file, 'utf8')).toBe('{ "version": 2 }');
  });
});
