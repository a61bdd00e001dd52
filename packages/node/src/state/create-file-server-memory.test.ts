import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { SavedServer, ToolyardError } from '@toolyard/core';
import { describeServerMemory } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { inReadOnlyFolder } from '../../test/without-rights.ts';
import { createFileServerMemory, readServerMemory, type FileServerMemory } from './create-file-server-memory.ts';

let folder: string;
const opened: FileServerMemory[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-memory-'));
});
afterEach(async () => {
  for (const memory of opened.splice(0)) await memory.flush();
  await rm(folder, { recursive: true });
});

const SAVED: SavedServer = { key: 'files', definitionHash: 'hash', failures: 1 };

function fail(error: ToolyardError): never {
  throw error;
}

async function writeOne(saved: SavedServer): Promise<string> {
  const memory = await createFileServerMemory(folder, fail);
  memory.remember(saved);
  await memory.flush();
  const [name = ''] = await readdir(join(folder, 'servers'));
  return join(folder, 'servers', name);
}

function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** What another process would read. */
async function onDisk(key: string): Promise<SavedServer | undefined> {
  return (await createFileServerMemory(folder, fail)).recall(key);
}

async function untilOnDisk(saved: SavedServer): Promise<void> {
  while (JSON.stringify(await onDisk(saved.key)) !== JSON.stringify(saved)) await turn();
}

describe('createFileServerMemory', () => {
  describeServerMemory(it, async () => {
    const memory = await createFileServerMemory(folder, fail);
    opened.push(memory);
    const reopen = async () => {
      await memory.flush();
      return createFileServerMemory(folder, fail);
    };
    return { memory, reopen };
  });

  it('makes nothing by being asked', async () => {
    const memory = await createFileServerMemory(join(folder, 'not-there'), fail);
    expect(memory.recall('files')).toBeUndefined();
    await memory.flush();
    expect(await readdir(folder)).toEqual([]);
  });

  it('writes one file a server, for the user alone', async () => {
    const file = await writeOne(SAVED);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ version: 1, ...SAVED });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'servers'))).mode & 0o777).toBe(0o700);
  });

  it('ends a burst with the newest', async () => {
    const memory = await createFileServerMemory(folder, fail);
    for (let failures = 0; failures < 1000; failures++) memory.remember({ ...SAVED, failures });
    await memory.flush();
    expect((await createFileServerMemory(folder, fail)).recall('files')?.failures).toBe(999);
  });

  it('writes what a person switched at once, and what was learned a moment later', async () => {
    stopTime();
    const memory = await createFileServerMemory(folder, fail);
    const learned = { ...SAVED, key: 'learned', entryHash: 'entry', lists: { tools: ['{"name":"a"}'] } };
    memory.remember(learned);
    for (const enabled of [false, true]) {
      const switched = { ...SAVED, enabled, entryHash: 'entry' };
      memory.remember(switched);
      await untilOnDisk(switched);
    }
    const { enabled: _, ...unswitched } = { ...SAVED, enabled: true };
    memory.remember(unswitched);
    await untilOnDisk(unswitched);
    expect(await onDisk('learned')).toBeUndefined();
    vi.advanceTimersByTime(250);
    await untilOnDisk(learned);
  });

  it('writes what came while it was writing', async () => {
    stopTime();
    const memory = await createFileServerMemory(folder, fail);
    memory.remember({ ...SAVED, key: 'a' });
    memory.remember({ ...SAVED, key: 'b' });
    vi.advanceTimersByTime(250);
    await Promise.resolve();
    const newer = ['a', 'b', 'c'].map((key): SavedServer => ({ ...SAVED, key, failures: 2 }));
    for (const saved of newer) memory.remember(saved);
    for (const saved of newer) await untilOnDisk(saved);
  });

  it('takes a file it cannot understand for none, sets it aside with a word, and goes on', async () => {
    const file = await writeOne(SAVED);
    await writeFile(file, '{ "version": 1, "key": "fi');
    await writeFile(join(folder, 'servers', 'notes.txt'), 'mine');
    await mkdir(join(folder, 'servers', 'folder.json'));
    const told: ToolyardError[] = [];
    const memory = await createFileServerMemory(folder, (error) => told.push(error));
    await memory.settleUnusable('set-aside');
    expect(memory.recall('files')).toBeUndefined();
    memory.remember(SAVED);
    await memory.flush();
    expect(told.map(({ code }) => code)).toEqual(['state-not-read']);
    expect((await createFileServerMemory(folder, fail)).recall('files')).toEqual(SAVED);
    expect(await readFile(`${file}.unreadable`, 'utf8')).toBe('{ "version": 1, "key": "fi');
    expect(await readFile(join(folder, 'servers', 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('sets aside what a newer Toolyard remembered, says so once, and loses nothing of it', async () => {
    const file = await writeOne({ ...SAVED, enabled: false });
    const newer = JSON.stringify({ version: 2, ...SAVED, enabled: false, more: true });
    await writeFile(file, newer);
    const told: string[] = [];
    const memory = await createFileServerMemory(folder, ({ message }) => told.push(message));
    expect(memory.recall('files')).toBeUndefined();
    await memory.settleUnusable('set-aside');
    memory.remember(SAVED);
    await memory.flush();
    expect((await createFileServerMemory(folder, fail)).recall('files')).toEqual(SAVED);
    expect(told).toEqual([
      `${file} was written by a newer Toolyard and is not used. It is kept as ${basename(file)}.newer-2. ` +
        'Until you switch them again, these servers are on or off as the configuration says.',
    ]);
    expect(await readFile(`${file}.newer-2`, 'utf8')).toBe(newer);
  });

  it('sets a file aside once where two do it at the same time', async () => {
    const file = await writeOne(SAVED);
    const newer = JSON.stringify({ version: 2, ...SAVED });
    for (let round = 0; round < 20; round++) {
      await rm(join(folder, 'servers'), { recursive: true });
      await mkdir(join(folder, 'servers'));
      await writeFile(file, newer);
      const told: string[] = [];
      const open = (): Promise<FileServerMemory> => createFileServerMemory(folder, ({ message }) => told.push(message));
      const memories = await Promise.all([open(), open()]);
      await Promise.all(memories.map((memory) => memory.settleUnusable('set-aside')));
      expect(told).toHaveLength(1);
      const names = await readdir(join(folder, 'servers'));
      expect(names).toEqual([expect.stringContaining('.json.newer-2')]);
      expect(await readFile(join(folder, 'servers', names[0] ?? ''), 'utf8')).toBe(newer);
    }
  });

  it('leaves what the other one has written meanwhile in its place', async () => {
    const file = await writeOne(SAVED);
    await writeFile(file, JSON.stringify({ version: 2, ...SAVED }));
    const told: string[] = [];
    const slow = await createFileServerMemory(folder, ({ message }) => told.push(message));
    const fast = await createFileServerMemory(folder, () => undefined);
    await fast.settleUnusable('set-aside');
    fast.remember({ ...SAVED, failures: 7 });
    await fast.flush();
    await slow.settleUnusable('set-aside');
    expect(told).toEqual([]);
    expect((await readdir(join(folder, 'servers'))).toSorted()).toEqual([basename(file), `${basename(file)}.newer-2`]);
    expect((await onDisk('files'))?.failures).toBe(7);
  });

  it('writes nothing in the place of files that are left to another Toolyard, and says so', async () => {
    const file = await writeOne(SAVED);
    const newer = JSON.stringify({ version: 2, ...SAVED });
    await writeFile(file, newer);
    const told: string[] = [];
    const memory = await createFileServerMemory(folder, ({ message }) => told.push(message));
    const learn = async (failures: number): Promise<void> => {
      memory.remember({ ...SAVED, failures });
      memory.remember({ ...SAVED, key: 'other', failures });
      await memory.flush();
      expect(await readFile(file, 'utf8')).toBe(newer);
      expect((await readServerMemory(folder)).recall('other')?.failures).toBe(failures);
    };
    await learn(1);
    expect(told).toEqual([]);
    await memory.settleUnusable('leave');
    await learn(2);
    expect(told).toEqual([
      `${file} was written by a newer Toolyard and is not used. ` +
        'Another Toolyard may be using the same files, so none was renamed. These servers are on or off as the configuration says.',
    ]);
  });

  it.skipIf(process.platform === 'win32')('writes nothing in the place of files that it could not rename', async () => {
    const file = await writeOne(SAVED);
    const newer = JSON.stringify({ version: 2, ...SAVED });
    await writeFile(file, newer);
    const told: ToolyardError[] = [];
    const memory = await createFileServerMemory(folder, (error) => told.push(error));
    await inReadOnlyFolder(join(folder, 'servers'), () => memory.settleUnusable('set-aside'));
    for (const failures of [2, 3]) {
      memory.remember({ ...SAVED, failures });
      await memory.flush();
    }
    expect(await readFile(file, 'utf8')).toBe(newer);
    expect(told.map(({ code }) => code)).toEqual(['state-not-read', 'state-not-written']);
    expect(told[0]?.message).toMatch(/ It could not be renamed: EACCES/);
    expect(told[1]?.message).toContain(`written to ${file}: the file there could not be renamed. `);
  });

  it('changes nothing for those who only look', async () => {
    const file = await writeOne(SAVED);
    const other = join(folder, 'servers', 'other.json');
    await writeFile(other, JSON.stringify({ version: 2 }));
    await writeFile(`${file}.old.tmp`, 'x');
    await utimes(`${file}.old.tmp`, new Date(0), new Date(0));
    const before = await readdir(join(folder, 'servers'));
    const { recall, unusable } = await readServerMemory(folder);
    expect(recall('files')).toEqual(SAVED);
    expect(unusable).toEqual([{ file: other, state: { kind: 'newer', version: 2, fields: {} } }]);
    expect(await readdir(join(folder, 'servers'))).toEqual(before);
  });

  it("takes a copy under another server's name for none", async () => {
    const file = await writeOne(SAVED);
    await writeFile(file, (await readFile(file, 'utf8')).replace('"files"', '"other"'));
    const memory = await createFileServerMemory(folder, () => undefined);
    expect([memory.recall('files'), memory.recall('other')]).toEqual([undefined, undefined]);
  });

  it('removes what a killed writer left long ago, and leaves what is new', async () => {
    const file = await writeOne(SAVED);
    await writeFile(`${file}.old.tmp`, 'x');
    await writeFile(`${file}.new.tmp`, 'x');
    await utimes(`${file}.old.tmp`, new Date(0), new Date(0));
    await createFileServerMemory(folder, fail);
    expect((await readdir(join(folder, 'servers'))).filter((name) => name.endsWith('.tmp'))).toEqual([
      expect.stringMatching(/\.new\.tmp$/),
    ]);
  });

  it('says once that it cannot write, and again only after it could', async () => {
    const failures: ToolyardError[] = [];
    await writeFile(join(folder, 'servers'), 'a file where a folder must be');
    const memory = await createFileServerMemory(folder, (error) => failures.push(error));
    for (const key of ['a', 'b', 'c']) memory.remember({ ...SAVED, key });
    await memory.flush();
    expect(failures.map(({ code }) => code)).toEqual(['state-not-written']);
    expect(failures[0]?.message).toMatch(/^The state of a server could not be written to .*servers.*E(EXIST|NOTDIR)/);
    expect(memory.recall('a')?.key).toBe('a');

    await rm(join(folder, 'servers'));
    memory.remember({ ...SAVED, key: 'a' });
    await memory.flush();
    expect((await createFileServerMemory(folder, fail)).recall('a')?.key).toBe('a');

    await rm(join(folder, 'servers'), { recursive: true });
    await writeFile(join(folder, 'servers'), 'again');
    memory.remember({ ...SAVED, key: 'a', failures: 9 });
    await memory.flush();
    expect(failures).toHaveLength(2);
  });

  it('reads no file of any size', async () => {
    const file = await writeOne(SAVED);
    const { size } = await stat(file);
    expect((await createFileServerMemory(folder, fail, size)).recall('files')).toEqual(SAVED);
    expect((await createFileServerMemory(folder, fail, size - 1)).recall('files')).toBeUndefined();
  });
});
