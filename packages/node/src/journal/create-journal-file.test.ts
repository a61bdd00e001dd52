import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalFile, type JournalFile } from './create-journal-file.ts';

let folder: string;
let file: string;
let warnings: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-journal-'));
  file = join(folder, 'hooks', 'a1', 'journal.jsonl');
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true }));

function create(): JournalFile {
  return createJournalFile(file, { onWarning: (message) => warnings.push(message) });
}

function numbers(from: number, to: number): { readonly n: number }[] {
  return Array.from({ length: to - from }, (_, index) => ({ n: from + index }));
}

describe('createJournalFile', () => {
  it('is empty at first, and makes nothing by being read', async () => {
    expect(await create().read()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('gives back what was appended, in order, also to the next process', async () => {
    const journal = create();
    await journal.append([{ n: 1 }, { text: 'ü\n\u2028"\ud800' }]);
    await journal.append([]);
    await journal.append([{ n: 2 }]);
    expect(await create().read()).toEqual([{ n: 1 }, { text: 'ü\n\u2028"\ud800' }, { n: 2 }]);
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(4);
    expect(warnings).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is for the user alone, also after it was replaced', async () => {
    const journal = create();
    await journal.append([{ n: 1 }]);
    for (const folderOfIt of ['hooks', 'hooks/a1']) {
      expect((await stat(join(folder, folderOfIt))).mode & 0o777).toBe(0o700);
    }
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await journal.replace([{ n: 2 }]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('keeps the order of many calls at the same time', async () => {
    const journal = create();
    await Promise.all(numbers(0, 2000).map((value) => journal.append([value, value])));
    expect(await journal.read()).toEqual(numbers(0, 2000).flatMap((value) => [value, value]));
  });

  it('takes values as they are when they are given', async () => {
    const journal = create();
    const value = { n: 1 };
    const done = journal.append([value]);
    value.n = 2;
    await done;
    expect(await journal.read()).toEqual([{ n: 1 }]);
  });

  it('lets nothing that is appended while it is replaced fall between the two', async () => {
    const journal = create();
    const before = journal.append([{ n: 1 }]);
    const replaced = journal.replace([{ n: 10 }]);
    const after = [journal.append([{ n: 11 }]), journal.append([{ n: 12 }])];
    await Promise.all([before, replaced, ...after]);
    expect(await journal.read()).toEqual([{ n: 10 }, { n: 11 }, { n: 12 }]);
    expect(await readdir(join(folder, 'hooks', 'a1'))).toEqual(['journal.jsonl']);
  });

  it.each(['{"n":', '{"n":3}', '{"n":"\u00e4'.slice(0, -1), '\0\0\0', 'x'.repeat(200_000)])(
    'leaves out a last line without an end, and cuts it off before it goes on (%#)',
    async (torn) => {
      await create().append(numbers(1, 3));
      await appendFile(file, torn);
      const journal = create();
      expect(await journal.read()).toEqual(numbers(1, 3));
      await journal.append([{ n: 4 }]);
      expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n{"n":4}\n');
      expect(warnings).toEqual([]);
    },
  );

  it('cuts off half a line also where it is all that there is', async () => {
    await create().append([]);
    await mkdir(join(folder, 'hooks', 'a1'), { recursive: true });
    await writeFile(file, '{"n":');
    await create().append([{ n: 1 }]);
    expect(await readFile(file, 'utf8')).toBe('{"n":1}\n');
  });

  it('tells of lines in the middle that are no JSON, and gives the others', async () => {
    await create().append([{ n: 1 }]);
    await appendFile(file, '{"n":\n\n');
    await create().append([{ n: 2 }]);
    expect(await create().read()).toEqual([{ n: 1 }, { n: 2 }]);
    expect(warnings).toEqual([
      `The journal ${file} is damaged: 2 lines (2, 3) cannot be read and will be skipped. The events there are lost.`,
    ]);
  });

  it('makes its folder again where somebody removed it', async () => {
    const journal = create();
    await journal.append([{ n: 1 }]);
    await rm(join(folder, 'hooks'), { recursive: true });
    await journal.append([{ n: 2 }]);
    expect(await journal.read()).toEqual([{ n: 2 }]);
  });

  it('says which file it could not write and why, and goes on when it can', async () => {
    await mkdir(file, { recursive: true });
    const journal = create();
    const first = journal.append([{ n: 1 }]);
    const second = journal.append([{ n: 2 }]);
    const failure = {
      code: 'state-not-written',
      message: expect.stringMatching(/^The journal .*journal\.jsonl could not be written: EISDIR.* Free disk space/),
    };
    await expect(first).rejects.toMatchObject(failure);
    await expect(second).rejects.toMatchObject(failure);
    await expect(journal.replace([{ n: 3 }])).rejects.toMatchObject({ code: 'state-not-written' });
    await rm(file, { recursive: true });
    await journal.append([{ n: 4 }]);
    expect(await journal.read()).toEqual([{ n: 4 }]);
  });

  it.runIf(process.platform === 'linux')('rejects on a full disk', async () => {
    await mkdir(join(folder, 'hooks', 'a1'), { recursive: true });
    await symlink('/dev/full', file);
    const journal = create();
    await expect(journal.append([{ n: 1 }])).rejects.toMatchObject({
      code: 'state-not-written',
      message: expect.stringContaining('ENOSPC'),
    });
    await rm(file);
    await journal.append([{ n: 2 }]);
    expect(await journal.read()).toEqual([{ n: 2 }]);
  });

  it('does not take a journal that cannot be read for an empty one', async () => {
    await mkdir(file, { recursive: true });
    await expect(create().read()).rejects.toMatchObject({
      code: 'state-not-read',
      message: expect.stringMatching(/^The journal .*journal\.jsonl could not be read: it is a folder\. Make it/),
    });
  });

  it('says in its first line which form its values have, also after it was replaced', async () => {
    const journal = createJournalFile(file, { version: 1 });
    await journal.append([{ n: 1 }]);
    await journal.append([{ n: 2 }]);
    const head = '{"type":"journal","version":1}\n';
    expect(await readFile(file, 'utf8')).toBe(`${head}{"n":1}\n{"n":2}\n`);
    expect(await createJournalFile(file, { version: 1 }).read()).toEqual([{ n: 1 }, { n: 2 }]);
    await journal.replace([{ n: 3 }]);
    expect(await readFile(file, 'utf8')).toBe(`${head}{"n":3}\n`);
  });

  it('reads a journal from before forms were written, and one of an earlier form', async () => {
    await create().append(numbers(1, 3));
    const journal = createJournalFile(file, { version: 2 });
    expect(await journal.read()).toEqual(numbers(1, 3));
    await createJournalFile(file, { version: 1 }).replace(numbers(1, 4));
    expect(await journal.read()).toEqual(numbers(1, 4));
  });

  it.each(['', '{"type":"journal","version":1}\n'])(
    'writes a journal that begins %j anew when it is read, so that no older Toolyard misreads what follows',
    async (head) => {
      await mkdir(join(folder, 'hooks', 'a1'), { recursive: true });
      await writeFile(file, `${head}{"n":1}\n{"n":2}\n`);
      const found = head === '' ? 0 : 1;
      const migrate = (value: unknown, version: number): unknown => ({ was: value, version });
      const journal = createJournalFile(file, { version: 2, migrate });
      const migrated = [1, 2].map((n) => ({ was: { n }, version: found }));
      expect(await journal.read()).toEqual(migrated);
      await journal.append([{ n: 3 }]);
      expect(await journal.read()).toEqual([...migrated, { n: 3 }]);
      const older = createJournalFile(file, { version: 1, onWarning: (message) => warnings.push(message) });
      expect(await older.read()).toEqual([]);
      expect(warnings).toEqual([expect.stringContaining('was written by a newer Toolyard')]);
      expect(await readFile(`${file}.newer-2`, 'utf8')).toMatch(/^\{"type":"journal","version":2\}\n/);
    },
  );

  it('says where a journal of an earlier form cannot be written anew', async () => {
    // A name as long as names can be: there is none for the file that is to take its place.
    file = join(folder, 'n'.repeat(255));
    await writeFile(file, '{"n":1}\n');
    await expect(createJournalFile(file, { version: 1 }).read()).rejects.toMatchObject({ code: 'state-not-written' });
    expect(await readFile(file, 'utf8')).toBe('{"n":1}\n');
  });

  it('sets a journal aside whose first line is damaged: nobody knows its form', async () => {
    await createJournalFile(file, { version: 2 }).append([{ n: 1 }]);
    const damaged = (await readFile(file, 'utf8')).replace('2}', '');
    await writeFile(file, damaged);
    const journal = createJournalFile(file, { version: 1, onWarning: (message) => warnings.push(message) });
    expect(await journal.read()).toEqual([]);
    expect(await readFile(`${file}.unreadable`, 'utf8')).toBe(damaged);
    expect(warnings).toEqual([
      expect.stringMatching(/^.* is broken and is not used\. It is kept as journal\.jsonl\.unr/),
    ]);
  });

  it('sets a journal of a newer form aside with a word, and begins anew', async () => {
    await createJournalFile(file, { version: 2 }).append([{ n: 1 }]);
    const newer = await readFile(file, 'utf8');
    const journal = createJournalFile(file, { version: 1, onWarning: (message) => warnings.push(message) });
    expect(await journal.read()).toEqual([]);
    await journal.append([{ n: 2 }]);
    expect(await journal.read()).toEqual([{ n: 2 }]);
    expect(await readFile(`${file}.newer-2`, 'utf8')).toBe(newer);
    expect(warnings).toEqual([
      `${file} was written by a newer Toolyard and is not used. It is kept as journal.jsonl.newer-2. ` +
        'Events that were waiting in it are not run, and changes made since then are not noticed.',
    ]);
  });
});
