import { ToolyardError } from '@toolyard/core';
import { expect, it } from 'vitest';
import type { Database, Transaction } from './database.ts';
import { SqlError } from './sql-error.ts';
import { watchDiskFull } from './watch-disk-full.ts';

const FULL = new ToolyardError('database-full', 'full');

/** A database that counts what is tried, and fails with `failure` while there is one. */
function createDatabase(): { readonly database: Database; failure?: Error; tries: number } {
  const state: { database: Database; failure?: Error; tries: number } = {
    tries: 0,
    database: {
      async transaction(_, work) {
        const run = async (): Promise<void> => {
          state.tries += 1;
          if (state.failure !== undefined) throw state.failure;
        };
        const transaction: Transaction = { run, query: async () => [], atEnd: () => undefined };
        return work(transaction);
      },
      close: async () => undefined,
    },
  };
  return state;
}

it('tries to write at first, and not again while all goes well', async () => {
  const fake = createDatabase();
  const watched = watchDiskFull(fake.database);
  await watched.checkRoom();
  await watched.checkRoom();
  expect(fake.tries).toBe(1);
});

it('tries again after a write found no room, until one finds some', async () => {
  const fake = createDatabase();
  const watched = watchDiskFull(fake.database);
  const write = (): Promise<void> => watched.transaction({ turn: 'a' }, ({ run }) => run(''));
  await watched.checkRoom();
  fake.failure = FULL;
  await expect(write()).rejects.toBe(FULL);
  await expect(watched.checkRoom()).rejects.toBe(FULL);
  await expect(watched.checkRoom()).rejects.toBe(FULL);
  delete fake.failure;
  await watched.checkRoom();
  const { tries } = fake;
  await watched.checkRoom();
  expect(fake.tries).toBe(tries);
});

it('is not misled by a statement that is wrong, nor by a user who may make no table', async () => {
  const fake = createDatabase();
  const watched = watchDiskFull(fake.database);
  fake.failure = new SqlError('42501', 'permission denied');
  await watched.checkRoom();
  fake.failure = new SqlError('23514', 'wrong');
  await expect(watched.transaction({ turn: 'a' }, ({ run }) => run(''))).rejects.toBe(fake.failure);
  await watched.checkRoom();
  expect(fake.tries).toBe(2);
});

it('says where nothing can be written for another reason', async () => {
  const fake = createDatabase();
  fake.failure = new SqlError('25006', 'cannot execute CREATE TABLE AS in a read-only transaction');
  await expect(watchDiskFull(fake.database).checkRoom()).rejects.toBe(fake.failure);
});
