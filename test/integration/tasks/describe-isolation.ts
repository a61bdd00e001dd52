import { ownedByAnyone, type NewTask, type Task, type TaskStore } from '@toolyard/tasks';
import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTask } from './store-actions.ts';
import type { TestStore } from './test-stores.ts';

const EVERYTHING = { status: 'all', tagsMatch: 'any', sort: 'created_at', order: 'asc', limit: 200 } as const;

/** One operation: who does what, on a task of anybody's or on a number that is nobody's. */
type Operation = {
  readonly user: number;
  readonly action: 'create' | 'get' | 'update' | 'remove' | 'list' | 'tags' | 'summary' | 'once';
  readonly target: number | { readonly hostile: number };
  readonly text: string;
};

const HOSTILE = [0, -1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e308, Number.NaN, Infinity, 0.5];
const operation: fc.Arbitrary<Operation> = fc.record({
  user: fc.nat(2),
  action: fc.constantFrom('create', 'create', 'get', 'update', 'remove', 'list', 'tags', 'summary', 'once'),
  target: fc.oneof({ weight: 6, arbitrary: fc.nat(11) }, fc.record({ hostile: fc.constantFrom(...HOSTILE) })),
  text: fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes('\0')),
    fc.constantFrom(`' OR '1'='1`, `'; SET ROLE postgres; --`, `' OR user_id <> '`, '%', '\\'),
  ),
});

/** That no user ever meets another one's tasks, whatever all of them do. Users' names are as hostile as their numbers. */
export function describeIsolation(open: () => Promise<TestStore>): void {
  let test: TestStore;
  beforeAll(async () => void (test = await open()), 120_000);
  afterAll(async () => test.remove(), 120_000);

  it('keeps three users apart in whatever they do', async () => holdApart(test.store), 120_000);

  it('keeps them apart by row-level security alone', async () => holdApart(test.withCondition(ownedByAnyone)), 120_000);

  describe('row-level security', () => {
    const as = async (user: string | undefined, text: string, values: readonly unknown[] = []) =>
      test.database.transaction(
        {
          turn: 'test',
          first: [
            {
              text: `SELECT set_config('role', 'toolyard_tasks_user', true), set_config('toolyard.user_id', coalesce($1, ''), true)`,
              values: [user ?? null],
            },
          ],
        },
        async ({ query }) => query(text, values),
      );

    it('shows nothing where no user is set, and nothing of others', async () => {
      await test.store.write('alice', async (tasks) => tasks.create(newTask()));
      const count = 'SELECT count(*)::int AS n FROM toolyard_tasks.task';
      expect(await as('alice', count)).toEqual([{ n: 1 }]);
      expect(await as('bob', count)).toEqual([{ n: 0 }]);
      expect(await as('', count)).toEqual([{ n: 0 }]);
      expect(await as(undefined, count)).toEqual([{ n: 0 }]);
    });

    it('refuses rows in the name of another, and changes none of theirs', async () => {
      await test.store.write('carol', async (tasks) => tasks.create(newTask()));
      const forged =
        `INSERT INTO toolyard_tasks.task (user_id, title, title_key, priority, search_key, created_at, updated_at) ` +
        `VALUES ('carol', 'x', 'x', 1, 'x', now(), now())`;
      await expect(as('mallory', forged)).rejects.toMatchObject({ code: '42501' });
      expect(await as('mallory', `UPDATE toolyard_tasks.task SET title = 'x' RETURNING id`)).toEqual([]);
      expect(await as('mallory', `DELETE FROM toolyard_tasks.task RETURNING id`)).toEqual([]);
      await expect(as('carol', `UPDATE toolyard_tasks.task SET user_id = 'mallory'`)).rejects.toMatchObject({
        code: '42501',
      });
      await expect(as('mallory', `ALTER TABLE toolyard_tasks.task DISABLE ROW LEVEL SECURITY`)).rejects.toMatchObject({
        code: '42501',
      });
      expect((await test.store.list('carol', EVERYTHING)).tasks).toMatchObject([{ title: 'Buy milk' }]);
    });

    it('is forced on every table that holds what is a user’s', async () => {
      const rows = await test.database.transaction({ turn: 'test' }, async ({ query }) =>
        query(
          `SELECT relname AS name FROM pg_class WHERE relnamespace = 'toolyard_tasks'::regnamespace AND relkind = 'r'
           AND NOT (relrowsecurity AND relforcerowsecurity)`,
        ),
      );
      expect(rows).toEqual([{ name: 'migration' }]);
    });

    it('ends with its transaction', async () => {
      await test.store.list('alice', EVERYTHING);
      const [row] = await test.database.transaction({ turn: 'test' }, async ({ query }) =>
        query(
          `SELECT current_user <> 'toolyard_tasks_user' AS other, coalesce(current_setting('toolyard.user_id', true), '') AS user`,
        ),
      );
      expect(row).toEqual({ other: true, user: '' });
    });
  });
}

let histories = 0;

async function holdApart(store: TaskStore): Promise<void> {
  const property = fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 40 }), async (operations) => {
    histories += 1;
    const users = [`user ${histories}`, `user ${histories}' OR '1'='1`, `USER ${histories}`];
    await new Model(store, users).run(operations);
  });
  await fc.assert(property, { numRuns: runs(60, 20) });
}

/** What each user's tasks must be, kept apart in the simplest way. */
class Model {
  readonly #store: TaskStore;
  readonly #users: readonly string[];
  readonly #tasks: readonly Map<number, Task>[] = [new Map(), new Map(), new Map()];
  readonly #ids: number[] = [];

  constructor(store: TaskStore, users: readonly string[]) {
    this.#store = store;
    this.#users = users;
  }

  async run(operations: readonly Operation[]): Promise<void> {
    for (const operation of operations) await this.#step(operation);
    for (const [index, user] of this.#users.entries()) {
      const { tasks } = await this.#store.list(user, EVERYTHING);
      expect(tasks).toEqual([...(this.#tasks[index]?.values() ?? [])]);
    }
  }

  async #step({ user: index, action, target, text }: Operation): Promise<void> {
    const user = this.#users[index] ?? '';
    const own = this.#tasks[index] ?? new Map<number, Task>();
    const id = typeof target === 'number' ? (this.#ids[target] ?? -7) : target.hostile;
    const expected = own.get(id);
    if (action === 'create' || action === 'once') await this.#create(user, own, action === 'once', text);
    else if (action === 'get') expect(await this.#store.get(user, id)).toEqual(expected);
    else if (action === 'list') expect((await this.#store.list(user, EVERYTHING)).tasks).toEqual([...own.values()]);
    else if (action === 'summary') expect(await this.#store.summary(user)).toMatchObject({ total: own.size });
    else if (action === 'tags')
      expect(new Set((await this.#store.tags(user)).map(({ tag }) => tag))).toEqual(tagsOf(own));
    else if (action === 'update') await this.#update(user, own, id, text);
    else await this.#remove(user, own, id);
  }

  async #create(user: string, own: Map<number, Task>, isOnce: boolean, text: string): Promise<void> {
    const content: NewTask = newTask({ title: text, tags: [text] });
    const once = isOnce ? { key: text.replaceAll(/[^ -~]/g, '?'), fingerprint: text } : undefined;
    const result = await this.#store.write(user, async (tasks) => tasks.create(content), once);
    if (result.kind !== 'done') return;
    expect(result.value.user_id).toBe(user);
    if (result.replayed) return;
    own.set(result.value.id, result.value);
    this.#ids.push(result.value.id);
  }

  async #update(user: string, own: Map<number, Task>, id: number, text: string): Promise<void> {
    const result = await this.#store.write(user, async (tasks) => tasks.update(id, { title: text }));
    const value = result.kind === 'done' ? result.value : undefined;
    expect(value?.kind).toBe(own.has(id) ? 'changed' : 'not-found');
    if (value?.kind === 'changed') own.set(id, value.task);
  }

  async #remove(user: string, own: Map<number, Task>, id: number): Promise<void> {
    const result = await this.#store.write(user, async (tasks) => tasks.remove(id));
    expect(result.kind === 'done' ? result.value.kind : '').toBe(own.has(id) ? 'removed' : 'not-found');
    own.delete(id);
  }
}

function tagsOf(own: ReadonlyMap<number, Task>): Set<string> {
  return new Set([...own.values()].flatMap(({ tags }) => tags));
}
