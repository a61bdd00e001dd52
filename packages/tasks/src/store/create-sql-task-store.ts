import type { Clock } from '@toolyard/core';
import type { TaskStore, WriteResult } from '../domain/task-store.ts';
import { createListStatement } from './create-list-statement.ts';
import { createTaskWriter, findTask } from './create-task-writer.ts';
import { createTokenStore } from './create-token-store.ts';
import { createUserTransactions } from './create-user-transactions.ts';
import type { Database } from './database.ts';
import { ownedBy, type OwnerCondition } from './owner-condition.ts';
import { checkReady } from './check-ready.ts';
import { readSummary, readTags } from './read-counts.ts';
import { IdempotentRequestInProgress, runIdempotent } from './run-idempotent.ts';
import { keepSweeping } from './keep-sweeping.ts';
import { toTaskPage } from './to-task-page.ts';
import { watchDiskFull } from './watch-disk-full.ts';

export interface SqlTaskStoreOptions {
  /** With every migration; closed together with the store. */
  readonly database: Database;
  readonly clock: Clock;
  /** For tests alone: what statements say about the user. */
  readonly owned?: OwnerCondition;
}

/** Tasks in PostgreSQL or in the embedded database: the same statements for both. */
export function createSqlTaskStore({ clock, owned = ownedBy, ...options }: SqlTaskStoreOptions): TaskStore {
  const database = watchDiskFull(options.database);
  const transactions = createUserTransactions(database);
  const now = (): string => new Date(clock.now()).toISOString();
  const sweeper = keepSweeping(transactions, clock);

  return {
    get: async (user, id) =>
      transactions.reading(user, async (transaction) => findTask(transaction, { user, owned }, { id, lock: '' })),
    async list(user, query) {
      const { text, values } = createListStatement(query, { user, now: now(), owned });
      const rows = await transactions.reading(user, async (transaction) => transaction.query(text, values));
      return toTaskPage(rows, query);
    },
    tags: async (user) => transactions.reading(user, async (transaction) => readTags(transaction, user, owned)),
    summary: async (user) =>
      transactions.reading(user, async (transaction) => readSummary(transaction, { user, now: now(), owned })),
    async write(user, work, once) {
      try {
        return await transactions.asUser(user, async (transaction) => {
          const run = async () => work(createTaskWriter(transaction, { user, now: now(), owned }));
          if (once === undefined) return done(await run());
          const context = { user, nowMs: clock.now(), owned };
          return runIdempotent(transaction, once, { context, work: run });
        });
      } catch (error) {
        if (error instanceof IdempotentRequestInProgress) return { kind: 'in-progress' };
        throw error;
      }
    },
    tokens: createTokenStore(transactions, owned),
    ready: async () => checkReady(database),
    async close() {
      await sweeper.stop();
      await database.close();
    },
  };
}

function done<T>(value: T): WriteResult<T> {
  return { kind: 'done', value, replayed: false };
}
