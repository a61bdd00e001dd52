import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOSTILE_FILES, putHostileFile } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { INBOX_LIMITS, toInboxName } from './inbox-files.ts';
import { putInInbox } from './put-in-inbox.ts';
import { cleanInbox, readInbox, removeFromInbox, type InboxItem } from './read-inbox.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-inbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state', 'inbox');
}

const put = (folder: string, at: number, ...keys: readonly string[]): void =>
  putInInbox(
    folder,
    keys.map((key) => ({ key, value: key })),
    at,
  );

async function read(folder: string, limit = 100): Promise<{ items: readonly InboxItem<string>[]; told: string[] }> {
  const told: string[] = [];
  const parse = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const items = await readInbox({ folder, limit, parse, onWarning: (message) => told.push(message) });
  return { items, told };
}

const valuesIn = async (folder: string): Promise<readonly string[]> =>
  (await read(folder)).items.map(({ value }) => value);

describe('an inbox', () => {
  it('gives values in the order in which they came, until they are removed', async () => {
    const folder = createFolder();
    expect((await read(folder)).items).toEqual([]);
    put(folder, 2000, 'c', 'd');
    put(folder, 999, 'a', 'b');
    expect(await valuesIn(folder)).toEqual(['a', 'b', 'c', 'd']);
    expect((await read(folder, 3)).items.map(({ value }) => value)).toEqual(['a', 'b', 'c']);
    await removeFromInbox((await read(folder, 3)).items);
    expect(await valuesIn(folder)).toEqual(['d']);
  });

  it('is for its user alone', () => {
    const folder = createFolder();
    put(folder, 1, 'a');
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).map((name) => lstatSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  });

  it('has a value with the same key once', async () => {
    const folder = createFolder();
    put(folder, 1, 'a', 'a');
    put(folder, 2, 'b', 'a');
    expect(await valuesIn(folder)).toEqual(['a', 'b']);
  });

  it('refuses a value that is too long, and one where no folder can be', () => {
    const folder = createFolder();
    expect(() => put(folder, 1, 'x'.repeat(INBOX_LIMITS.bytes))).toThrow('over 1 MB');
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'in its place');
    expect(() => put(folder, 1, 'a')).toThrow(expect.objectContaining({ code: 'state-not-written' }));
  });

  it('does not follow a link in its place', async () => {
    const folder = createFolder();
    const elsewhere = createFolder();
    put(elsewhere, 1, 'foreign');
    mkdirSync(join(folder, '..'), { recursive: true });
    symlinkSync(elsewhere, folder);
    expect(await valuesIn(folder)).toEqual([]);
    expect(() => put(folder, 2, 'a')).toThrow('it is not a folder');
    expect(await valuesIn(elsewhere)).toEqual(['foreign']);
  });

  it.each(['', '{', '{}', '[]', 'null', '{"version":1,"value":7}', '{"version":-1,"value":"a"}'])(
    'sets a file aside that it cannot use, and says so once: %j',
    async (text) => {
      const folder = createFolder();
      put(folder, 2, 'good');
      const name = toInboxName(1, 0, 'bad');
      writeFileSync(join(folder, name), text);
      const { items, told } = await read(folder);
      expect(items.map(({ value }) => value)).toEqual(['good']);
      expect(told).toEqual([expect.stringContaining(`It is kept as ${name}.unreadable.`)]);
      expect(await read(folder)).toMatchObject({ items: [{ value: 'good' }], told: [] });
    },
  );

  it('leaves what a newer Toolyard wrote for that', async () => {
    const folder = createFolder();
    put(folder, 1, 'good');
    writeFileSync(join(folder, toInboxName(1, 1, 'new')), '{"version":2,"value":"x"}');
    expect((await read(folder)).told).toEqual([expect.stringContaining('was written by a newer Toolyard')]);
  });

  it.each(HOSTILE_FILES)('waits for nothing that somebody put there: %s', async (kind) => {
    const folder = createFolder();
    put(folder, 2, 'good');
    putHostileFile(join(folder, toInboxName(1, 0, 'bad')), kind);
    expect(await valuesIn(folder)).toEqual(['good']);
    expect(await valuesIn(folder)).toEqual(['good']);
  });

  it('removes what a killed writer left, but not what is being written', async () => {
    const folder = createFolder();
    put(folder, 1, 'good');
    const [old, fresh] = [join(folder, '.old.tmp'), join(folder, '.fresh.tmp')];
    for (const file of [old, fresh]) writeFileSync(file, '{');
    utimesSync(old, 1000, 1000);
    await cleanInbox(folder, Date.now());
    expect(readdirSync(folder)).toContain('.fresh.tmp');
    expect(readdirSync(folder)).not.toContain('.old.tmp');
    expect(await valuesIn(folder)).toEqual(['good']);
  });
});
