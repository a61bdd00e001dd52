import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Row } from '../database.ts';
import { locateEmbeddedFiles } from './locate-embedded-files.ts';
import { openEmbeddedDatabase } from './open-embedded-database.ts';
import { EMBEDDED_MAJOR } from './prepare-folder.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toolyard-embedded-'));
  folder = join(root, 'tasks', 'data');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ask = async (database: Database, text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
  database.transaction({ turn: 'test' }, async ({ query }) => query(text, values));

describe('openEmbeddedDatabase', () => {
  it('makes a folder that only this user may enter, and gives back what was kept there', async () => {
    const first = await openEmbeddedDatabase({ folder });
    await ask(first, 'CREATE TABLE kept (n bigint)');
    await ask(first, 'INSERT INTO kept VALUES ($1)', [42]);
    await first.close();
    expect(readdirSync(join(root, 'tasks'))).toEqual(['data']);
    for (const path of [folder, join(root, 'tasks')]) expect(statSync(path).mode & 0o777).toBe(0o700);

    const second = await openEmbeddedDatabase({ folder });
    expect(await ask(second, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    await second.close();
  }, 120_000);

  it('starts without the archive of an empty database too', async () => {
    const { worker } = locateEmbeddedFiles();
    const database = await openEmbeddedDatabase({ folder, files: { worker } });
    expect(await ask(database, `SELECT current_setting('shared_buffers') AS buffers`)).toEqual([{ buffers: '16MB' }]);
    await database.close();
    expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()).toBe(EMBEDDED_MAJOR);
  }, 120_000);

  it('begins anew where an earlier start was interrupted', async () => {
    mkdirSync(join(`${folder}.making`, 'base'), { recursive: true });
    writeFileSync(join(`${folder}.making`, 'PG_VERSION'), '18');
    const database = await openEmbeddedDatabase({ folder });
    expect(await ask(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.close();
    expect(readdirSync(join(root, 'tasks'))).toEqual(['data']);
  }, 120_000);

  it('refuses the files of another version, and leaves them as they are', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'PG_VERSION'), '17\n');
    await expect(openEmbeddedDatabase({ folder })).rejects.toMatchObject({
      code: 'database-refused',
      message:
        `The task data in ${folder} was written by version 17 of the database, and this Toolyard has version 18. Nothing was changed. ` +
        'Use the Toolyard that wrote it, or move the folder away to begin with an empty one.',
    });
    expect(readdirSync(folder)).toEqual(['PG_VERSION']);
    expect(readdirSync(join(root, 'tasks'))).toEqual(['data']);
  });

  it('refuses a folder that holds something else, and leaves it as it is', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'letters.txt'), 'dear');
    await expect(openEmbeddedDatabase({ folder })).rejects.toMatchObject({
      code: 'database-refused',
      message:
        `The task data cannot be kept in ${folder}: it holds files that are no database. Move them away, ` +
        'or set TOOLYARD_DATA_DIR to another folder.',
    });
    expect(readdirSync(folder)).toEqual(['letters.txt']);
    expect(readdirSync(join(root, 'tasks'))).not.toContain('data.lock');
  }, 120_000);

  it('says which part of the path is no folder', async () => {
    writeFileSync(join(root, 'tasks'), '');
    await expect(openEmbeddedDatabase({ folder })).rejects.toMatchObject({
      code: 'database-refused',
      message: expect.stringContaining(`The task data cannot be kept in ${folder}: `),
    });
  });

  it('is for one user of the folder at a time', async () => {
    const database = await openEmbeddedDatabase({ folder });
    await expect(openEmbeddedDatabase({ folder })).rejects.toMatchObject({
      code: 'database-refused',
      message: expect.stringContaining(`is in use by process ${process.pid} (this one)`),
    });
    await database.close();
    await (await openEmbeddedDatabase({ folder })).close();
  }, 120_000);

  it('waits for a folder that somebody has, if it is told to', async () => {
    const first = await openEmbeddedDatabase({ folder });
    await expect(openEmbeddedDatabase({ folder, until: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'database-refused',
    });
    const second = openEmbeddedDatabase({ folder, until: new AbortController().signal });
    await first.close();
    await (await second).close();
  }, 120_000);

  it('keeps all of a transaction or nothing, and is not hurt by a wrong statement', async () => {
    const database = await openEmbeddedDatabase({ folder });
    await ask(database, 'CREATE TABLE kept (n int)');
    const failing = database.transaction({ turn: 'a' }, async ({ query }) => {
      await query('INSERT INTO kept VALUES (1)');
      await query('SELECT 1 / 0');
    });
    await expect(failing).rejects.toMatchObject({ name: 'SqlError', code: '22012', message: 'division by zero' });
    expect(await ask(database, 'SELECT count(*) AS n FROM kept')).toEqual([{ n: 0 }]);
    await database.close();
  }, 120_000);

  it('finishes what was asked before it closes, and refuses what comes later', async () => {
    const database = await openEmbeddedDatabase({ folder });
    const asked = Array.from({ length: 5 }, async (_, n) => ask(database, 'SELECT $1::int AS n', [n]));
    const closed = database.close();
    const late = ask(database, 'SELECT 1');
    await expect(late).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(await Promise.all(asked)).toEqual([0, 1, 2, 3, 4].map((n) => [{ n }]));
    await closed;
  }, 120_000);

  it('opens again after its thread died, and says so to those who waited', async () => {
    const database = await openEmbeddedDatabase({
      folder,
      files: { ...locateEmbeddedFiles(), worker: dyingWorker(root) },
    });
    await ask(database, 'CREATE TABLE kept (n int)');
    await ask(database, 'INSERT INTO kept VALUES (7)');
    const lost = ask(database, 'SELECT die');
    await expect(lost).rejects.toSatisfy(ToolyardError.is);
    await expect(lost).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(await ask(database, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await database.close();
  }, 120_000);

  it('never holds up this thread', async () => {
    const database = await openEmbeddedDatabase({ folder });
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 5);
    const slow = performance.now();
    await ask(database, 'SELECT count(*) FROM generate_series(1, 3000000)');
    const took = performance.now() - slow;
    clearInterval(timer);
    await database.close();
    expect(longest).toBeLessThan(took / 2);
  }, 120_000);
});

/** The real worker, which also ends when it is asked to. */
function dyingWorker(root: string): URL {
  const { worker } = locateEmbeddedFiles();
  const file = join(root, 'dying-worker.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ statements }) => { if (statements.at?.(-1)?.text === 'SELECT die') process.exit(1); });
     await import(${JSON.stringify(worker.href)});`,
  );
  return new URL(`file://${file}`);
}
