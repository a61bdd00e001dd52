import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createSqlTaskStore, migrate, openEmbeddedDatabase, type TaskStore } from '@toolyard/tasks';
import { createFakeClock, runs } from '@toolyard/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';

const WRITER = fileURLToPath(new URL('writes-tasks.mjs', import.meta.url));
const KILLS = runs(20, 3);
const USERS = ['a', 'b', 'c', 'd'];

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolyard-tasks-'));
  folder = join(root, 'data');
});
afterEach(async () => rm(root, { recursive: true, force: true }));

// Most of the time would go into code that is made faster and killed before it is of use.
const startWriter = (round: number): ChildProcess =>
  spawn(process.execPath, ['--liftoff-only', WRITER, folder, String(round)], { stdio: ['ignore', 'pipe', 'pipe'] });

it('keeps every acknowledged task through many kills', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const told = await writeUntilKilled(startWriter(round), 3 + round);
    expect(told.length).toBeGreaterThanOrEqual(3 + round);
    acknowledged.push(...told);
  }
  const kept = await readTitles();
  const missing = acknowledged.filter((title) => !kept.includes(title));
  expect(missing).toEqual([]);
  expect(new Set(kept).size).toBe(kept.length);
  // Whoever was killed between writing and telling had one task for each user under way.
  expect(kept.length - acknowledged.length).toBeLessThanOrEqual(KILLS * USERS.length);
}, 600_000);

it('lets no second process in, which says who holds the folder', async () => {
  const first = startWriter(1);
  await once(createInterface({ input: first.stdout! }), 'line');
  const second = startWriter(2);
  let said = '';
  second.stderr!.setEncoding('utf8').on('data', (text: string) => void (said += text));
  const [code] = await once(second, 'exit');
  expect(code).toBe(1);
  expect(said).toContain(`The task data in ${folder} is in use by process ${first.pid} on `);
  first.kill('SIGKILL');
  await once(first, 'exit');
}, 120_000);

/** The tasks that a writer acknowledged up to the moment at which it was killed, which is soon after `count` of them. */
async function writeUntilKilled(writer: ChildProcess, count: number): Promise<readonly string[]> {
  const titles: string[] = [];
  const ended = once(writer, 'exit');
  let errors = '';
  writer.stderr!.setEncoding('utf8').on('data', (text: string) => void (errors += text));
  for await (const line of createInterface({ input: writer.stdout! })) {
    if (line !== 'open') titles.push(line);
    if (titles.length === count) writer.kill('SIGKILL');
  }
  await ended;
  if (titles.length < count) throw new Error(`The writer ended by itself: ${errors}`);
  return titles;
}

async function readTitles(): Promise<readonly string[]> {
  const database = await openEmbeddedDatabase({ folder });
  await migrate(database);
  const store = createSqlTaskStore({ database, clock: createFakeClock() });
  const titles = await Promise.all(USERS.map(async (user) => readTitlesOf(store, user)));
  await store.close();
  return titles.flat();
}

async function readTitlesOf(store: TaskStore, user: string): Promise<readonly string[]> {
  const query = { status: 'all', tagsMatch: 'any', sort: 'created_at', order: 'asc', limit: 200 } as const;
  const titles: string[] = [];
  for (let page = await store.list(user, query); ; page = await store.list(user, { ...query, after: page.next })) {
    titles.push(...page.tasks.map(({ title }) => title));
    if (page.next === undefined) return titles;
  }
}
