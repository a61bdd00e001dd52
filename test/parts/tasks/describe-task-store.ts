import type { ListQuery, NewTask, Task, TaskChanges, TaskPage, TaskStore } from '@toolyard/tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestStore } from './test-stores.ts';

const EVERYTHING: ListQuery = { status: 'all', tagsMatch: 'any', sort: 'created_at', order: 'asc', limit: 200 };
const HOUR_MS = 60 * 60 * 1000;
const SORTS = ['created_at', 'updated_at', 'due_date', 'priority', 'title'] as const;

const newTask = (changes: Partial<NewTask> = {}): NewTask => ({
  title: 'Buy milk',
  description: null,
  priority: 'Medium',
  due_date: null,
  tags: [],
  ...changes,
});

/** What every `TaskStore` promises. Each test has users of its own, since opening a database takes its time. */
export function describeTaskStore(open: () => Promise<TestStore>): void {
  let test: TestStore;
  let store: TaskStore;
  let users = 0;
  beforeAll(async () => {
    test = await open();
    ({ store } = test);
  }, 120_000);
  afterAll(async () => test.remove(), 120_000);

  const newUser = (): string => `user-${(users += 1)}`;

  async function create(user: string, changes: Partial<NewTask> = {}): Promise<Task> {
    const result = await store.write(user, async (tasks) => tasks.create(newTask(changes)));
    if (result.kind !== 'done') throw new Error(`The task was not created: ${result.kind}`);
    return result.value;
  }

  async function update(user: string, id: number, changes: TaskChanges, version?: number) {
    const result = await store.write(user, async (tasks) => tasks.update(id, changes, version));
    if (result.kind !== 'done') throw new Error(`The task was not updated: ${result.kind}`);
    return result.value;
  }

  async function list(user: string, changes: Partial<ListQuery> = {}): Promise<TaskPage> {
    return store.list(user, { ...EVERYTHING, ...changes });
  }

  async function titles(user: string, changes: Partial<ListQuery> = {}): Promise<readonly string[]> {
    return (await list(user, changes)).tasks.map(({ title }) => title);
  }

  describe('single tasks', () => {
    it('are created with all they were given, and read back the same', async () => {
      const user = newUser();
      const content = newTask({
        title: `Ünïcode 😀 "quotes" 'and' \\back\\slashes`,
        description: 'one\ntwo\ttabs {} [] $1 % _',
        priority: 'Urgent',
        due_date: '2026-02-01T10:30:00.123Z',
        tags: ['zeta', 'alpha', 'with space', 'a,b', '{c}', '"d"', 'e\\f', 'NULL', ''],
      });
      const task = await create(user, content);
      const now = new Date(test.clock.now()).toISOString();
      expect(task).toEqual({
        id: task.id,
        ...content,
        completed: false,
        created_at: now,
        updated_at: now,
        version: 1,
        user_id: user,
      });
      expect(task.id).toBeGreaterThan(0);
      expect(await store.get(user, task.id)).toEqual(task);
      expect((await list(user)).tasks).toEqual([task]);
    });

    it('keep a day without a time as it was given', async () => {
      const user = newUser();
      const { id } = await create(user, { due_date: '2026-02-01' });
      expect(await store.get(user, id)).toMatchObject({ due_date: '2026-02-01' });
    });

    it('change in the given fields only, and say which', async () => {
      const user = newUser();
      const task = await create(user, { description: 'kept', due_date: '2026-02-01', tags: ['a'] });
      test.clock.advance(1000);
      const changed = await update(user, task.id, { title: 'New', due_date: null, completed: true });
      const expected = {
        ...task,
        title: 'New',
        due_date: null,
        completed: true,
        version: 2,
        updated_at: new Date(test.clock.now()).toISOString(),
      };
      expect(changed).toEqual({ kind: 'changed', task: expected, changedFields: ['title', 'completed', 'due_date'] });
      expect(await store.get(user, task.id)).toEqual(expected);
    });

    it('stay as they are where a change has no effect', async () => {
      const user = newUser();
      const task = await create(user, { tags: ['a', 'b'] });
      test.clock.advance(1000);
      expect(await update(user, task.id, { title: 'Buy milk', tags: ['a', 'b'] })).toEqual({
        kind: 'changed',
        task,
        changedFields: [],
      });
      expect(await store.get(user, task.id)).toEqual(task);
    });

    it('are gone after their removal, which gives them a last time', async () => {
      const user = newUser();
      const task = await create(user);
      const remove = async () => store.write(user, async (tasks) => tasks.remove(task.id));
      expect(await remove()).toEqual({ kind: 'done', replayed: false, value: { kind: 'removed', task } });
      expect(await remove()).toEqual({ kind: 'done', replayed: false, value: { kind: 'not-found' } });
      expect(await store.get(user, task.id)).toBeUndefined();
      expect(await update(user, task.id, { title: 'x' })).toEqual({ kind: 'not-found' });
    });

    it('are not found under numbers that no task has', async () => {
      const user = newUser();
      await create(user);
      for (const id of [0, -1, 1.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER, 2 ** 60, 1e308]) {
        expect(await store.get(user, id)).toBeUndefined();
        expect(await update(user, id, { title: 'x' })).toEqual({ kind: 'not-found' });
      }
    });

    it('never hold a NUL byte, and refusing one hurts nothing', async () => {
      const user = newUser();
      await expect(create(user, { title: 'a\0b' })).rejects.toThrow('NUL byte');
      await expect(create(user, { tags: ['a\0b'] })).rejects.toThrow('NUL byte');
      await expect(store.get('a\0b', 1)).rejects.toThrow('NUL byte');
      await create(user);
      expect((await list(user)).tasks).toHaveLength(1);
    });

    it('are held to the limits of a task by the database too', async () => {
      const user = newUser();
      const longest = await create(user, { title: '😀'.repeat(200), description: 'x'.repeat(10_000) });
      expect(longest.title).toHaveLength(400);
      for (const wrong of [
        { title: 'x'.repeat(201) },
        { title: '' },
        { description: 'x'.repeat(10_001) },
        { tags: Array.from({ length: 21 }, (_, n) => `${n}`) },
      ]) {
        await expect(create(user, wrong)).rejects.toMatchObject({ code: '23514' });
      }
      expect((await list(user)).tasks).toHaveLength(1);
    });
  });

  describe('a write', () => {
    it('is kept as a whole or not at all', async () => {
      const user = newUser();
      const { id } = await create(user);
      const failing = store.write(user, async (tasks) => {
        await tasks.create(newTask({ title: 'never' }));
        await tasks.update(id, { title: 'never' });
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await titles(user)).toEqual(['Buy milk']);
    });

    it('sees what it wrote itself', async () => {
      const user = newUser();
      const result = await store.write(user, async (tasks) => {
        const { id } = await tasks.create(newTask());
        await tasks.update(id, { completed: true });
        return tasks.get(id);
      });
      expect(result).toMatchObject({ kind: 'done', value: { completed: true, version: 2 } });
    });

    it('of many tasks tells for each what became of it', async () => {
      const [user, other] = [newUser(), newUser()];
      const [first, second, foreign] = [await create(user), await create(user), await create(other)];
      const result = await store.write(user, async (tasks) => [
        await tasks.update(second.id, { priority: 'High' }),
        await tasks.update(foreign.id, { priority: 'High' }),
        await tasks.update(first.id, { priority: 'High' }, 7),
      ]);
      expect(result).toMatchObject({
        value: [
          { kind: 'changed', task: { id: second.id } },
          { kind: 'not-found' },
          { kind: 'version-conflict', version: 1 },
        ],
      });
      expect(await store.get(other, foreign.id)).toEqual(foreign);
    });

    it('that meets another one in the opposite order succeeds all the same', async () => {
      const user = newUser();
      const ids = [(await create(user)).id, (await create(user)).id];
      const touch = async (order: readonly number[], round: number) =>
        store.write(user, async (tasks) => {
          for (const id of order) await tasks.update(id, { title: `round ${round} ${order[0]}` });
        });
      for (let round = 0; round < 5; round += 1) {
        const both = await Promise.all([touch(ids, round), touch(ids.toReversed(), round)]);
        expect(both.map(({ kind }) => kind)).toEqual(['done', 'done']);
      }
    });
  });

  describe('versions', () => {
    it('let one of ten racers win', async () => {
      const user = newUser();
      const { id } = await create(user);
      const results = await Promise.all(
        Array.from({ length: 10 }, async (_, n) => update(user, id, { title: `racer ${n}` }, 1)),
      );
      expect(results.filter(({ kind }) => kind === 'changed')).toHaveLength(1);
      expect(results.filter((result) => result.kind === 'version-conflict' && result.version === 2)).toHaveLength(9);
      expect(await store.get(user, id)).toMatchObject({ version: 2 });
    });

    it('count every change where nobody asks for one', async () => {
      const user = newUser();
      const { id } = await create(user);
      await Promise.all(Array.from({ length: 10 }, async (_, n) => update(user, id, { title: `writer ${n}` })));
      expect(await store.get(user, id)).toMatchObject({ version: 11 });
    });

    it('guard a removal', async () => {
      const user = newUser();
      const { id } = await create(user);
      const remove = async (version: number) => store.write(user, async (tasks) => tasks.remove(id, version));
      expect(await remove(2)).toMatchObject({ value: { kind: 'version-conflict', version: 1 } });
      expect(await remove(1)).toMatchObject({ value: { kind: 'removed' } });
    });
  });

  describe('idempotency keys', () => {
    const createOnce = async (user: string, key: string, fingerprint = 'f') =>
      store.write(user, async (tasks) => tasks.create(newTask()), { key, fingerprint });

    it('give one task to fifty requests at once', async () => {
      const user = newUser();
      const results = await Promise.all(Array.from({ length: 50 }, async () => createOnce(user, 'k')));
      const done = results.flatMap((result) => (result.kind === 'done' ? [result] : []));
      expect(done).toHaveLength(50);
      expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(new Set(done.map(({ value }) => JSON.stringify(value))).size).toBe(1);
      expect((await list(user)).tasks).toHaveLength(1);
    });

    it('are refused to another request', async () => {
      const user = newUser();
      await createOnce(user, 'k', 'one');
      expect(await createOnce(user, 'k', 'two')).toEqual({ kind: 'key-reused' });
      expect((await list(user)).tasks).toHaveLength(1);
    });

    it('belong to their user', async () => {
      const [user, other] = [newUser(), newUser()];
      await createOnce(user, 'k', 'one');
      expect(await createOnce(other, 'k', 'two')).toMatchObject({ kind: 'done', replayed: false });
    });

    it('are free again where the request failed', async () => {
      const user = newUser();
      const failing = store.write(user, async () => Promise.reject(new Error('failed')), {
        key: 'k',
        fingerprint: 'f',
      });
      await expect(failing).rejects.toThrow('failed');
      expect(await createOnce(user, 'k')).toMatchObject({ kind: 'done', replayed: false });
    });

    it('are kept for 24 hours', async () => {
      const user = newUser();
      await createOnce(user, 'k');
      test.clock.advance(24 * HOUR_MS - 1);
      expect(await createOnce(user, 'k')).toMatchObject({ replayed: true });
      test.clock.advance(1);
      expect(await createOnce(user, 'k', 'another request')).toMatchObject({ replayed: false });
    });

    it('are swept away after that, and not before', async () => {
      const user = newUser();
      const count = async (): Promise<unknown> =>
        test.database.transaction(
          { turn: user, first: [{ text: `SELECT set_config('toolyard.user_id', $1, true)`, values: [user] }] },
          async ({ query }) =>
            (await query('SELECT count(*)::int AS n FROM toolyard_tasks.once WHERE user_id = $1', [user]))[0]?.['n'],
        );
      await createOnce(user, 'k');
      test.clock.advance(23 * HOUR_MS);
      await store.ready();
      expect(await count()).toBe(1);
      test.clock.advance(2 * HOUR_MS);
      await expect.poll(count, { timeout: 20_000 }).toBe(0);
    });

    it('give back nothing, a list, and text of any kind', async () => {
      const user = newUser();
      const values = [undefined, null, [1, 'a', { b: null }], 'NUL \u0000 and \ud83d\ude00', 0, false];
      for (const [index, value] of values.entries()) {
        const once = { key: `k${index}`, fingerprint: 'f' };
        await store.write(user, async () => value, once);
        expect(await store.write(user, async () => 'not run', once)).toEqual({
          kind: 'done',
          replayed: true,
          value: value ?? null,
        });
      }
    });
  });

  describe('pages', () => {
    const due = [
      '2026-03-01',
      null,
      '2026-03-01T12:00:00.000Z',
      '2026-02-28T23:59:59.999Z',
      null,
      '2026-03-01',
    ] as const;
    const names = ['b', 'B', 'a', 'Ä', 'ä', '_', 'a'] as const;
    const priorities = ['Low', 'Urgent', 'Medium', 'High', 'Low'] as const;

    async function fill(user: string): Promise<void> {
      for (let n = 0; n < 23; n += 1) {
        await create(user, {
          title: names[n % names.length] ?? '',
          due_date: due[n % due.length] ?? null,
          priority: priorities[n % priorities.length] ?? 'Low',
        });
        if (n % 4 === 0) test.clock.advance(1);
      }
    }

    const isSorted = (keys: readonly (string | number)[], order: 'asc' | 'desc'): boolean =>
      keys.every((key, index) => index === 0 || (order === 'asc' ? keys[index - 1]! <= key : keys[index - 1]! >= key));

    function keyOf(task: Task, sort: (typeof SORTS)[number]): string | number {
      if (sort === 'priority') return ['Low', 'Medium', 'High', 'Urgent'].indexOf(task.priority);
      if (sort === 'title') return Buffer.from(task.title.toLowerCase()).toString('hex');
      if (sort !== 'due_date') return task[sort];
      return (task.due_date ?? '').length === 10 ? `${task.due_date}T23:59:59.999Z` : (task.due_date ?? '');
    }

    it.each(SORTS.flatMap((sort) => [1, 2, 5, 23, 200].map((limit) => ({ sort, limit }))))(
      'of $limit by $sort hold every task once, in both orders, also where many are equal',
      async ({ sort, limit }) => {
        const user = newUser();
        await fill(user);
        for (const order of ['asc', 'desc'] as const) {
          const tasks: Task[] = [];
          let page = await list(user, { sort, order, limit });
          tasks.push(...page.tasks);
          while (page.next !== undefined) {
            expect(page.tasks).toHaveLength(limit);
            page = await list(user, { sort, order, limit, after: page.next });
            tasks.push(...page.tasks);
          }
          expect(new Set(tasks.map(({ id }) => id)).size).toBe(23);
          expect(tasks).toHaveLength(23);
          const dated = sort === 'due_date' ? tasks.filter(({ due_date }) => due_date !== null) : tasks;
          expect(
            isSorted(
              dated.map((task) => keyOf(task, sort)),
              order,
            ),
          ).toBe(true);
          // Without a due date: last, in both orders.
          if (sort === 'due_date') expect(tasks.slice(0, dated.length)).toEqual(dated);
          expect(
            hasOrderedTies(
              tasks,
              (task) => (sort === 'due_date' && task.due_date === null ? '' : keyOf(task, sort)),
              order,
            ),
          ).toBe(true);
        }
      },
    );

    const hasOrderedTies = (tasks: readonly Task[], key: (task: Task) => unknown, order: 'asc' | 'desc'): boolean =>
      tasks.every((task, index) => {
        const before = tasks[index - 1];
        if (before === undefined || key(before) !== key(task)) return true;
        return order === 'asc' ? before.id < task.id : before.id > task.id;
      });

    it('miss and repeat nothing while tasks come and go', async () => {
      const user = newUser();
      await fill(user);
      const first = await list(user, { limit: 10 });
      const [gone] = first.tasks;
      await store.write(user, async (tasks) => tasks.remove(gone?.id ?? 0));
      test.clock.advance(1);
      await create(user, { title: 'later' });
      const rest = await list(user, { ...(first.next === undefined ? {} : { after: first.next }) });
      expect(rest.tasks).toHaveLength(14);
      expect(rest.tasks.at(-1)?.title).toBe('later');
    });

    it('have no next one where the last task was shown', async () => {
      const user = newUser();
      expect(await list(user)).toEqual({ tasks: [] });
      await create(user);
      expect((await list(user, { limit: 1 })).next).toBeUndefined();
    });
  });

  describe('filters', () => {
    it('choose by status, priority and due moment', async () => {
      const user = newUser();
      const { id } = await create(user, { title: 'done', priority: 'Low', due_date: '2026-03-01' });
      await update(user, id, { completed: true });
      await create(user, { title: 'day', priority: 'High', due_date: '2026-03-02' });
      await create(user, { title: 'moment', priority: 'Urgent', due_date: '2026-03-02T10:00:00.000Z' });
      await create(user, { title: 'never' });
      expect(await titles(user, { status: 'open' })).toEqual(['day', 'moment', 'never']);
      expect(await titles(user, { status: 'completed' })).toEqual(['done']);
      expect(await titles(user, { priorities: ['Low', 'Urgent'] })).toEqual(['done', 'moment']);
      expect(await titles(user, { dueBefore: '2026-03-02T23:59:59.999Z' })).toEqual(['done', 'moment']);
      expect(await titles(user, { dueAfter: '2026-03-02T10:00:00.000Z' })).toEqual(['day']);
    });

    it('tell what is overdue by the clock, and a day is over at its end', async () => {
      const user = newUser();
      const now = test.clock.now();
      const today = new Date(now).toISOString().slice(0, 10);
      const { id } = await create(user, { title: 'late but done', due_date: '2025-01-01' });
      await update(user, id, { completed: true });
      await create(user, { title: 'late', due_date: new Date(now - 1).toISOString() });
      await create(user, { title: 'right now', due_date: new Date(now).toISOString() });
      await create(user, { title: 'today', due_date: today });
      await create(user, { title: 'never' });
      expect(await titles(user, { overdue: true })).toEqual(['late']);
      expect(await titles(user, { overdue: false })).toEqual(['late but done', 'right now', 'today', 'never']);
    });

    it('choose by any and by all tags, to the letter', async () => {
      const user = newUser();
      await create(user, { title: 'both', tags: ['home', 'work'] });
      await create(user, { title: 'home', tags: ['home'] });
      await create(user, { title: 'Home', tags: ['Home'] });
      await create(user, { title: 'none' });
      expect(await titles(user, { tags: ['home', 'work'] })).toEqual(['both', 'home']);
      expect(await titles(user, { tags: ['home', 'work'], tagsMatch: 'all' })).toEqual(['both']);
      expect(await titles(user, { tags: ['hom'] })).toEqual([]);
    });

    it.each([
      ['100%', ['100% sure']],
      ['%', ['100% sure']],
      ['snake_case', ['snake_case']],
      ['_', ['snake_case']],
      ['\\', ['C:\\path']],
      ['\\p', ['C:\\path']],
      [`'`, [`it's`]],
      [`'; DROP TABLE task; --`, []],
      ['"', ['say "hi"']],
      ['MILK', ['Milk and bread']],
      ['bread milk', ['Milk and bread']],
      ['bread  \n wine', []],
      ['ÄPFEL', ['äpfel']],
      ['hidden', ['described']],
      ['tagg', ['tagged']],
      ['brea', ['Milk and bread']],
      ['.*', []],
      ['$1', []],
      [
        '   ',
        ['100% sure', 'snake_case', 'C:\\path', `it's`, 'say "hi"', 'Milk and bread', 'äpfel', 'described', 'tagged'],
      ],
    ])('find %s in title, description and tags', async (search, expected) => {
      const user = newUser();
      for (const title of ['100% sure', 'snake_case', 'C:\\path', `it's`, 'say "hi"', 'Milk and bread', 'äpfel']) {
        await create(user, { title });
      }
      await create(user, { title: 'described', description: 'a hidden word' });
      await create(user, { title: 'tagged', tags: ['x', 'tagging'] });
      expect(await titles(user, { search })).toEqual(expected);
    });

    it('search what a task holds now, and no longer what it held', async () => {
      const user = newUser();
      const { id } = await create(user, { title: 'before' });
      await update(user, id, { title: 'after' });
      expect(await titles(user, { search: 'before' })).toEqual([]);
      expect(await titles(user, { search: 'after' })).toEqual(['after']);
    });

    it('leave descriptions out where they are not shown', async () => {
      const user = newUser();
      await create(user, { description: 'long' });
      expect((await list(user, { fields: ['id', 'title'] })).tasks).toMatchObject([
        { title: 'Buy milk', description: null },
      ]);
      expect((await list(user, { fields: ['id', 'description'] })).tasks).toMatchObject([{ description: 'long' }]);
    });
  });

  describe('counts', () => {
    it('tell how often each tag is used, the most used first', async () => {
      const user = newUser();
      expect(await store.tags(user)).toEqual([]);
      const { id } = await create(user, { tags: ['b', 'a'] });
      await create(user, { tags: ['b', 'Z'] });
      await update(user, id, { completed: true });
      expect(await store.tags(user)).toEqual([
        { tag: 'b', tasks: 2, open: 1 },
        { tag: 'Z', tasks: 1, open: 1 },
        { tag: 'a', tasks: 1, open: 0 },
      ]);
    });

    it('sum a user up', async () => {
      const user = newUser();
      const at = (ms: number): string => new Date(test.clock.now() + ms).toISOString();
      const week = 7 * 24 * HOUR_MS;
      const { id } = await create(user, { due_date: at(-1) });
      await update(user, id, { completed: true });
      for (const ms of [-1, 0, week, week + 1]) await create(user, { due_date: at(ms), priority: 'High' });
      await create(user, { priority: 'Urgent' });
      expect(await store.summary(user)).toEqual({
        total: 6,
        open: 5,
        completed: 1,
        overdue: 1,
        due_soon: 2,
        open_by_priority: { Low: 0, Medium: 0, High: 4, Urgent: 1 },
      });
      expect(await store.summary(newUser())).toMatchObject({ total: 0, open_by_priority: { Urgent: 0 } });
    });
  });

  describe('personal tokens', () => {
    const token = (user: string, digit: string) => ({
      hash: digit.repeat(64),
      user,
      scopes: ['tasks:read', 'tasks:write'] as const,
      name: 'laptop',
      createdAt: '2026-01-01T00:00:00.000Z',
    });

    it('are found by their hash, listed for their user, and removed by nobody else', async () => {
      const [user, other] = [newUser(), newUser()];
      await store.tokens.add(token(user, 'a'));
      await store.tokens.add(token(other, 'b'));
      expect(await store.tokens.find('a'.repeat(64))).toEqual(token(user, 'a'));
      expect(await store.tokens.find('c'.repeat(64))).toBeUndefined();
      expect(await store.tokens.list(user)).toEqual([token(user, 'a')]);
      expect(await store.tokens.remove(user, 'b'.repeat(64))).toBe(false);
      expect(await store.tokens.remove(user, 'a'.repeat(64))).toBe(true);
      expect(await store.tokens.find('a'.repeat(64))).toBeUndefined();
      expect(await store.tokens.list(other)).toHaveLength(1);
    });
  });

  describe('users', () => {
    it('see nothing of each other', async () => {
      const [user, other] = [newUser(), newUser()];
      const task = await create(user, { tags: ['secret'] });
      expect(await store.get(other, task.id)).toBeUndefined();
      expect(await list(other)).toEqual({ tasks: [] });
      expect(await store.tags(other)).toEqual([]);
      expect(await store.summary(other)).toMatchObject({ total: 0 });
      expect(await update(other, task.id, { title: 'mine' })).toEqual({ kind: 'not-found' });
      const removed = await store.write(other, async (tasks) => tasks.remove(task.id));
      expect(removed).toMatchObject({ value: { kind: 'not-found' } });
      expect(await store.get(user, task.id)).toEqual(task);
    });

    it.each([`o'brien`, '"; --', '\\', '%', 'user_1', 'ü', 'a b', '1 OR true', 'x'.repeat(255)])(
      'may be called %s',
      async (user) => {
        const task = await create(user);
        expect(task.user_id).toBe(user);
        expect((await list(user)).tasks).toEqual([task]);
      },
    );
  });

  it('is ready', async () => {
    await store.ready();
  });
}
