import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ToolyardError } from '@toolyard/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Row } from '../database.ts';
import { locateEmbeddedFiles, type EmbeddedFiles } from './locate-embedded-files.ts';
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
  it('refuses the files of another version, and leaves them as they are', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'PG_VERSION'), '17\n');
    await expect(openEmbeddedDatabase({ folder })).rejects.toMatchObject({
      code: 'database-refused',
      message:
        `The task data in ${folder} was written by version 17 of the database, but this Toolyard has version 18. Nothing was changed. ` +
        'Use the Toolyard that wrote it, or move the folder away to start with an empty one.',
    });
    expect(readdirSync(folder)).toEqual(['PG_VERSION']);
    expect(readdirSync(join(root, 'tasks'))).toEqual(['data']);
  });

  it('refuses a folder that holds something else, and leaves it as it is', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'letters.txt'), 'dear');
    await expect(openEmbeddedDatabase({ folder, files: standIn(root) })).rejects.toMatchObject({
      code: 'database-refused',
      message:
        `The task data cannot be kept in ${folder}: it contains files that are not a database. Move them away, ` +
        'or set TOOLYARD_DATA_DIR to another folder.',
    });
    expect(readdirSync(folder)).toEqual(['letters.txt']);
    expect(readdirSync(join(root, 'tasks'))).not.toContain('data.lock');
  });

  it('says which part of the path is no folder', async () => {
    writeFileSync(join(root, 'tasks'), '');
    await expect(openEmbeddedDatabase({ folder })).rejects.toMatchObject({
      code: 'database-refused',
      message: expect.stringContaining(`The task data cannot be kept in ${folder}: `),
    });
  });

  it.each([
    { isBrief: true, shown: false },
    { isBrief: false, shown: true },
  ])('shows those who wait whether it stays open: $shown where isBrief is $isBrief', async ({ isBrief, shown }) => {
    const database = await openEmbeddedDatabase({ folder, files: standIn(root), isBrief });
    expect(JSON.parse(readFileSync(`${folder}.lock`, 'utf8'))).toMatchObject({ isOpen: shown });
    await database.close();
  });

  it('has the database make its files where there is no archive of an empty one', async () => {
    const database = await openEmbeddedDatabase({ folder, files: standIn(root) });
    expect(await ask(database, 'SELECT 1', [])).toEqual([{ text: 'SELECT 1' }]);
    await database.close();
    expect(readdirSync(join(root, 'tasks'))).toEqual(['data']);
    expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()).toBe(EMBEDDED_MAJOR);
  });

  it('begins anew where an earlier start was interrupted', async () => {
    mkdirSync(join(`${folder}.making`, 'half'), { recursive: true });
    writeFileSync(join(`${folder}.making`, 'PG_VERSION'), '18');
    const database = await openEmbeddedDatabase({ folder, files: standIn(root) });
    await database.close();
    expect(readdirSync(join(root, 'tasks'))).toEqual(['data']);
    expect(readdirSync(folder)).toEqual(['PG_VERSION']);
  });

  it('is for one user of the folder at a time', async () => {
    const files = standIn(root);
    const database = await openEmbeddedDatabase({ folder, files });
    await expect(openEmbeddedDatabase({ folder, files })).rejects.toMatchObject({
      code: 'database-refused',
      message: expect.stringContaining(`is in use by process ${process.pid} (this one)`),
    });
    await database.close();
    await (await openEmbeddedDatabase({ folder, files })).close();
  });

  it('waits for a folder that somebody has, if it is told to', async () => {
    const files = standIn(root);
    const first = await openEmbeddedDatabase({ folder, files });
    await expect(openEmbeddedDatabase({ folder, files, until: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'database-refused',
    });
    const second = openEmbeddedDatabase({ folder, files, until: new AbortController().signal });
    await first.close();
    await (await second).close();
  });

  it('finishes what was asked before it closes, and refuses what comes later', async () => {
    const closing = await openEmbeddedDatabase({ folder, files: standIn(root) });
    const asked = Array.from({ length: 5 }, async (_, n) => ask(closing, `SELECT ${n}`));
    const closed = closing.close();
    const late = ask(closing, 'SELECT 1');
    await expect(late).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(await Promise.all(asked)).toEqual([0, 1, 2, 3, 4].map((n) => [{ text: `SELECT ${n}` }]));
    await closed;
  });
});

// Opening one takes seconds on a busy machine, so these tests share it.
describe('an embedded database', () => {
  let place: string;
  let database: Database;
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'toolyard-embedded-'));
    const files = { ...locateEmbeddedFiles(), worker: dyingWorker(place) };
    database = await openEmbeddedDatabase({ folder: join(place, 'tasks', 'data'), files });
  });
  afterAll(async () => {
    await database.close();
    rmSync(place, { recursive: true, force: true });
  });

  it('keeps all of a transaction or nothing, and is not hurt by a wrong statement', async () => {
    await ask(database, 'CREATE TABLE whole (n int)');
    const failing = database.transaction({ turn: 'a' }, async ({ query }) => {
      await query('INSERT INTO whole VALUES (1)');
      await query('SELECT 1 / 0');
    });
    await expect(failing).rejects.toMatchObject({ name: 'SqlError', code: '22012', message: 'division by zero' });
    expect(await ask(database, 'SELECT count(*) AS n FROM whole')).toEqual([{ n: 0 }]);
  });

  it('never holds up this thread', async () => {
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
    expect(longest).toBeLessThan(took / 2);
  });

  it('opens again after its thread died, and says so to those who waited', async () => {
    await ask(database, 'CREATE TABLE kept (n bigint)');
    await ask(database, 'INSERT INTO kept VALUES ($1)', [42]);
    const lost = ask(database, 'SELECT die');
    await expect(lost).rejects.toSatisfy(ToolyardError.is);
    await expect(lost).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(await ask(database, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  it('is kept in a folder that only this user may enter, and gives back what was kept there', async () => {
    await ask(database, 'CREATE TABLE handed_on (n bigint)');
    await ask(database, 'INSERT INTO handed_on VALUES ($1)', [7]);
    await database.close();
    const parent = join(place, 'tasks');
    expect(readdirSync(parent)).toEqual(['data']);
    for (const path of [parent, join(parent, 'data')]) expect(statSync(path).mode & 0o777).toBe(0o700);

    database = await openEmbeddedDatabase({ folder: join(parent, 'data') });
    expect(await ask(database, 'SELECT n FROM handed_on')).toEqual([{ n: 7 }]);
  });
});

/** A worker that makes the folder and answers with what it was asked: for what is about the folder and not about the database. */
function standIn(root: string): EmbeddedFiles {
  const file = join(root, 'stand-in-worker.mjs');
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
     import { parentPort, workerData } from 'node:worker_threads';
     writeFileSync(workerData.folder + '/PG_VERSION', '${EMBEDDED_MAJOR}\\n');
     parentPort.on('message', ({ id, statements }) => {
       const isClosing = statements === 'close';
       parentPort.postMessage({ id, results: isClosing ? [] : statements.filter(({ values }) => values).map(({ text }) => [{ text }]) });
       if (isClosing) parentPort.close();
     });
     parentPort.postMessage({ ready: true });`,
  );
  return { worker: pathToFileURL(file) };
}

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
  return pathToFileURL(file);
}
