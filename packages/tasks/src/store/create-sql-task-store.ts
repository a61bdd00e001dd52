import { type Clock, ToolyardError } from '@toolyard/core';
import type { TaskStore, WriteResult } from '../domain/task-store.ts';
import { createListStatement } from './create-list-statement.ts';
import { createTaskWriter, findTask } from './create-task-writer.ts';
import { createTokenStore } from './create-token-store.ts';
import { createUserTransactions } from './create-user-transactions.ts';
import type { Database, Row } from './database.ts';
import { ownedBy, type OwnerCondition } from './owner-condition.ts';
import { readSummary, readTags } from './read-counts.ts';
import { IdempotentRequestInProgress, runIdempotent } from './run-idempotent.ts';
import { keepSweeping } from './keep-sweeping.ts';
import { watchDiskFull, type WatchedDatabase } from './watch-disk-full.ts';
import { readLatestMigration } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import type { ListQuery, TaskPage } from '../domain/list-query.ts';
import { toTask } from './to-task.ts';

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

/** Resolves where the database answers, has every migration, and has room to write. */
async function checkReady(database: WatchedDatabase): Promise<void> {
  const latest = await database.transaction({ turn: 'ready' }, readLatestMigration);
  if (latest >= MIGRATIONS.length) return database.checkRoom();
  throw new ToolyardError(
    'database-unavailable',
    `The task database has migration ${latest} of ${MIGRATIONS.length}. Run "toolyard tasks migrate".`,
  );
}

/** A page from the rows of `createListStatement`. */
function toTaskPage(rows: readonly Row[], { limit }: ListQuery): TaskPage {
  const shown = rows.slice(0, limit);
  const tasks = shown.map(toTask);
  const last = shown.at(-1);
  const lastTask = tasks.at(-1);
  if (rows.length <= limit || last === undefined || lastTask === undefined) return { tasks };
  return { tasks, next: { key: toKey(last['sort_key']), id: lastTask.id } };
}

function toKey(value: unknown): string | number | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
