import { describe, expect, it } from 'vitest';
import type { StoreActions } from './store-actions.ts';

/** What every store promises about whose things are whose. */
export function describeUsers(actions: StoreActions): void {
  const { newUser, create, update, list } = actions;

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
      await actions.store.tokens.add(token(user, 'a'));
      await actions.store.tokens.add(token(other, 'b'));
      expect(await actions.store.tokens.find('a'.repeat(64))).toEqual(token(user, 'a'));
      expect(await actions.store.tokens.find('c'.repeat(64))).toBeUndefined();
      expect(await actions.store.tokens.list(user)).toEqual([token(user, 'a')]);
      expect(await actions.store.tokens.remove(user, 'b'.repeat(64))).toBe(false);
      expect(await actions.store.tokens.remove(user, 'a'.repeat(64))).toBe(true);
      expect(await actions.store.tokens.find('a'.repeat(64))).toBeUndefined();
      expect(await actions.store.tokens.list(other)).toHaveLength(1);
    });
  });

  describe('users', () => {
    it('see nothing of each other', async () => {
      const [user, other] = [newUser(), newUser()];
      const task = await create(user, { tags: ['secret'] });
      expect(await actions.store.get(other, task.id)).toBeUndefined();
      expect(await list(other)).toEqual({ tasks: [] });
      expect(await actions.store.tags(other)).toEqual([]);
      expect(await actions.store.summary(other)).toMatchObject({ total: 0 });
      expect(await update(other, task.id, { title: 'mine' })).toEqual({ kind: 'not-found' });
      const removed = await actions.store.write(other, async (tasks) => tasks.remove(task.id));
      expect(removed).toMatchObject({ value: { kind: 'not-found' } });
      expect(await actions.store.get(user, task.id)).toEqual(task);
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
}
