import { describe, expect, it } from 'vitest';
import { newTask, type StoreActions } from './store-actions.ts';

const HOUR_MS = 60 * 60 * 1000;

/** What every store promises to those who write. */
export function describeWriting(actions: StoreActions): void {
  const { newUser, create, update, list, titles } = actions;

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
      const now = new Date(actions.test.clock.now()).toISOString();
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
      expect(await actions.store.get(user, task.id)).toEqual(task);
      expect((await list(user)).tasks).toEqual([task]);
    });

    it('keep a day without a time as it was given', async () => {
      const user = newUser();
      const { id } = await create(user, { due_date: '2026-02-01' });
      expect(await actions.store.get(user, id)).toMatchObject({ due_date: '2026-02-01' });
    });

    it('change in the given fields only, and say which', async () => {
      const user = newUser();
      const task = await create(user, { description: 'kept', due_date: '2026-02-01', tags: ['a'] });
      actions.test.clock.advance(1000);
      const changed = await update(user, task.id, { title: 'New', due_date: null, completed: true });
      const expected = {
        ...task,
        title: 'New',
        due_date: null,
        completed: true,
        version: 2,
        updated_at: new Date(actions.test.clock.now()).toISOString(),
      };
      expect(changed).toEqual({ kind: 'changed', task: expected, changedFields: ['title', 'completed', 'due_date'] });
      expect(await actions.store.get(user, task.id)).toEqual(expected);
    });

    it('stay as they are where a change has no effect', async () => {
      const user = newUser();
      const task = await create(user, { tags: ['a', 'b'] });
      actions.test.clock.advance(1000);
      expect(await update(user, task.id, { title: 'Buy milk', tags: ['a', 'b'] })).toEqual({
        kind: 'changed',
        task,
        changedFields: [],
      });
      expect(await actions.store.get(user, task.id)).toEqual(task);
    });

    it('are gone after their removal, which gives them a last time', async () => {
      const user = newUser();
      const task = await create(user);
      const remove = async () => actions.store.write(user, async (tasks) => tasks.remove(task.id));
      expect(await remove()).toEqual({ kind: 'done', replayed: false, value: { kind: 'removed', task } });
      expect(await remove()).toEqual({ kind: 'done', replayed: false, value: { kind: 'not-found' } });
      expect(await actions.store.get(user, task.id)).toBeUndefined();
      expect(await update(user, task.id, { title: 'x' })).toEqual({ kind: 'not-found' });
    });

    it('are not found under numbers that no task has', async () => {
      const user = newUser();
      await create(user);
      for (const id of [0, -1, 1.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER, 2 ** 60, 1e308]) {
        expect(await actions.store.get(user, id)).toBeUndefined();
        expect(await update(user, id, { title: 'x' })).toEqual({ kind: 'not-found' });
      }
    });
  });

  describe('a write', () => {
    it('is kept as a whole or not at all', async () => {
      const user = newUser();
      const { id } = await create(user);
      const failing = actions.store.write(user, async (tasks) => {
        await tasks.create(newTask({ title: 'never' }));
        await tasks.update(id, { title: 'never' });
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await titles(user)).toEqual(['Buy milk']);
    });

    it('sees what it wrote itself', async () => {
      const user = newUser();
      const result = await actions.store.write(user, async (tasks) => {
        const { id } = await tasks.create(newTask());
        await tasks.update(id, { completed: true });
        return tasks.get(id);
      });
      expect(result).toMatchObject({ kind: 'done', value: { completed: true, version: 2 } });
    });

    it('of many tasks tells for each what became of it', async () => {
      const [user, other] = [newUser(), newUser()];
      const [first, second, foreign] = [await create(user), await create(user), await create(other)];
      const result = await actions.store.write(user, async (tasks) => [
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
      expect(await actions.store.get(other, foreign.id)).toEqual(foreign);
    });

    it('that meets another one in the opposite order succeeds all the same', async () => {
      const user = newUser();
      const ids = [(await create(user)).id, (await create(user)).id];
      const touch = async (order: readonly number[], round: number) =>
        actions.store.write(user, async (tasks) => {
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
      expect(await actions.store.get(user, id)).toMatchObject({ version: 2 });
    });

    it('count every change where nobody asks for one', async () => {
      const user = newUser();
      const { id } = await create(user);
      await Promise.all(Array.from({ length: 10 }, async (_, n) => update(user, id, { title: `writer ${n}` })));
      expect(await actions.store.get(user, id)).toMatchObject({ version: 11 });
    });

    it('guard a removal', async () => {
      const user = newUser();
      const { id } = await create(user);
      const remove = async (version: number) => actions.store.write(user, async (tasks) => tasks.remove(id, version));
      expect(await remove(2)).toMatchObject({ value: { kind: 'version-conflict', version: 1 } });
      expect(await remove(1)).toMatchObject({ value: { kind: 'removed' } });
    });
  });

  describe('idempotency keys', () => {
    const createOnce = async (user: string, key: string, fingerprint = 'f') =>
      actions.store.write(user, async (tasks) => tasks.create(newTask()), { key, fingerprint });

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
      const failing = actions.store.write(user, async () => Promise.reject(new Error('failed')), {
        key: 'k',
        fingerprint: 'f',
      });
      await expect(failing).rejects.toThrow('failed');
      expect(await createOnce(user, 'k')).toMatchObject({ kind: 'done', replayed: false });
    });

    it('are kept for 24 hours', async () => {
      const user = newUser();
      await createOnce(user, 'k');
      actions.test.clock.advance(24 * HOUR_MS - 1);
      expect(await createOnce(user, 'k')).toMatchObject({ replayed: true });
      actions.test.clock.advance(1);
      expect(await createOnce(user, 'k', 'another request')).toMatchObject({ replayed: false });
    });

    it('give back nothing, a list, and text of any kind', async () => {
      const user = newUser();
      const values = [undefined, null, [1, 'a', { b: null }], 'NUL \u0000 and \ud83d\ude00', 0, false];
      for (const [index, value] of values.entries()) {
        const once = { key: `k${index}`, fingerprint: 'f' };
        await actions.store.write(user, async () => value, once);
        expect(await actions.store.write(user, async () => 'not run', once)).toEqual({
          kind: 'done',
          replayed: true,
          value: value ?? null,
        });
      }
    });
  });
}
