import { migrate, migrateTasks, openTaskStore } from '@toolyard/tasks';
import { createFakeClock } from '@toolyard/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedStore, type TestStore } from './test-stores.ts';

describe('migrations', () => {
  let test: TestStore;
  beforeAll(async () => void (test = await openEmbeddedStore()), 120_000);
  afterAll(async () => test.remove(), 120_000);

  const run = async (script: string): Promise<void> =>
    test.database.transaction({ turn: 'test' }, async (transaction) => transaction.run(script));

  it('are applied once', async () => {
    expect(await migrate(test.database)).toEqual([]);
    await test.store.ready();
  });

  it('are applied in order, and all or none of those that are missing', async () => {
    const history = [{ number: 1, name: 'tasks', sql: '' }];
    const good = { number: 2, name: 'good', sql: 'CREATE TABLE good (n int)' };
    const bad = { number: 3, name: 'bad', sql: 'CREATE TABLE bad (n nonsense)' };
    await expect(migrate(test.database, [...history, good, bad])).rejects.toMatchObject({ code: '42704' });
    await expect(run('SELECT * FROM good')).rejects.toMatchObject({ code: '42P01' });
    expect(await migrate(test.database, [...history, good])).toEqual([good]);
    expect(await migrate(test.database, [...history, good])).toEqual([]);
  });

  it('of a newer program are not touched', async () => {
    await expect(migrate(test.database)).rejects.toMatchObject({
      code: 'database-refused',
      message:
        'The task database has migration 2, and this Toolyard knows 1: a newer Toolyard has used it. Update this one.',
    });
    await run('DELETE FROM toolyard_tasks.migration WHERE number = 2');
    expect(await migrate(test.database)).toEqual([]);
  });

  it('are missed by readiness', async () => {
    await run('UPDATE toolyard_tasks.migration SET number = 0 WHERE number = 1');
    await expect(test.store.ready()).rejects.toMatchObject({
      code: 'database-unavailable',
      message: 'The task database has migration 0 of 1. Run "toolyard tasks migrate".',
    });
    await run('UPDATE toolyard_tasks.migration SET number = 1 WHERE number = 0');
  });

  it('refuse a role that bypasses row-level security', async () => {
    await run('ALTER ROLE toolyard_tasks_user BYPASSRLS');
    await expect(migrate(test.database)).rejects.toMatchObject({
      code: 'database-refused',
      message: expect.stringContaining('"ALTER ROLE toolyard_tasks_user NOSUPERUSER NOBYPASSRLS"'),
    });
    await run('ALTER ROLE toolyard_tasks_user NOBYPASSRLS');
  });

  it('run alone, and at the start of a store, which finds its tasks again', async () => {
    const root = await mkdtemp(join(tmpdir(), 'toolyard-tasks-'));
    const place = { folder: join(root, 'tasks', 'data') };
    expect(await migrateTasks(place)).toEqual(['0001-tasks']);
    expect(await migrateTasks(place)).toEqual([]);
    const content = { title: 'Buy milk', description: null, priority: 'Low', due_date: null, tags: [] } as const;
    const first = await openTaskStore(place, createFakeClock());
    await first.write('local', async (tasks) => tasks.create(content));
    await first.close();
    const second = await openTaskStore(place, createFakeClock());
    expect(await second.summary('local')).toMatchObject({ total: 1 });
    await second.close();
    await rm(root, { recursive: true });
  }, 120_000);
});
