import type { Task } from '@toolyard/tasks';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StoreActions } from './store-actions.ts';

const HOUR_MS = 60 * 60 * 1000;
const SORTS = ['created_at', 'updated_at', 'due_date', 'priority', 'title'] as const;

/** What every store promises to those who read. */
export function describeReading(actions: StoreActions): void {
  const { newUser, create, update, list, titles } = actions;

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
        if (n % 4 === 0) actions.test.clock.advance(1);
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

    // Pages are only read, so all of these tests share one user's tasks.
    const reader = newUser();
    beforeAll(async () => fill(reader));

    it.each(SORTS.flatMap((sort) => [1, 2, 5, 23, 200].map((limit) => ({ sort, limit }))))(
      'of $limit by $sort hold every task once, in both orders, also where many are equal',
      async ({ sort, limit }) => {
        for (const order of ['asc', 'desc'] as const) {
          const tasks: Task[] = [];
          let page = await list(reader, { sort, order, limit });
          tasks.push(...page.tasks);
          while (page.next !== undefined) {
            expect(page.tasks).toHaveLength(limit);
            page = await list(reader, { sort, order, limit, after: page.next });
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
      await actions.store.write(user, async (tasks) => tasks.remove(gone?.id ?? 0));
      actions.test.clock.advance(1);
      await create(user, { title: 'later' });
      const rest = await list(user, first.next === undefined ? {} : { after: first.next });
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
      const now = actions.test.clock.now();
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
  });

  describe('counts', () => {
    it('tell how often each tag is used, the most used first', async () => {
      const user = newUser();
      expect(await actions.store.tags(user)).toEqual([]);
      const { id } = await create(user, { tags: ['b', 'a'] });
      await create(user, { tags: ['b', 'Z'] });
      await update(user, id, { completed: true });
      expect(await actions.store.tags(user)).toEqual([
        { tag: 'b', tasks: 2, open: 1 },
        { tag: 'Z', tasks: 1, open: 1 },
        { tag: 'a', tasks: 1, open: 0 },
      ]);
    });

    it('sum a user up', async () => {
      const user = newUser();
      const at = (ms: number): string => new Date(actions.test.clock.now() + ms).toISOString();
      const week = 7 * 24 * HOUR_MS;
      const { id } = await create(user, { due_date: at(-1) });
      await update(user, id, { completed: true });
      for (const ms of [-1, 0, week, week + 1]) await create(user, { due_date: at(ms), priority: 'High' });
      await create(user, { priority: 'Urgent' });
      expect(await actions.store.summary(user)).toEqual({
        total: 6,
        open: 5,
        completed: 1,
        overdue: 1,
        due_soon: 2,
        open_by_priority: { Low: 0, Medium: 0, High: 4, Urgent: 1 },
      });
      expect(await actions.store.summary(newUser())).toMatchObject({ total: 0, open_by_priority: { Urgent: 0 } });
    });
  });
}
