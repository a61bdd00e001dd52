import { describe, expect, it } from 'vitest';
import type { StoreActions } from './store-actions.ts';

const HOUR_MS = 60 * 60 * 1000;

/** What a store on a database promises beyond the others. */
export function describeDatabaseRules(actions: StoreActions): void {
  const { newUser, create, list } = actions;

  describe('tasks in a database', () => {
    it('never hold a NUL byte, and refusing one hurts nothing', async () => {
      const user = newUser();
      await expect(create(user, { title: 'a\0b' })).rejects.toThrow('NUL byte');
      await expect(create(user, { tags: ['a\0b'] })).rejects.toThrow('NUL byte');
      await expect(actions.store.get('a\0b', 1)).rejects.toThrow('NUL byte');
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

    it('leave their descriptions there where they are not shown', async () => {
      const user = newUser();
      await create(user, { description: 'long' });
      expect((await list(user, { fields: ['id', 'title'] })).tasks).toMatchObject([
        { title: 'Buy milk', description: null },
      ]);
      expect((await list(user, { fields: ['id', 'description'] })).tasks).toMatchObject([{ description: 'long' }]);
    });
  });

  describe('the last statement of a transaction', () => {
    const enter = (user: string) => ({
      turn: user,
      first: [{ text: `SELECT set_config('toolyard.user_id', $1, true)`, values: [user] }],
    });
    const keys = async (user: string): Promise<unknown> =>
      actions.test.database.transaction({ ...enter(user), readOnly: true }, async ({ query }) =>
        query('SELECT key FROM toolyard_tasks.once WHERE user_id = $1 ORDER BY key', [user]),
      );
    const insert =
      'INSERT INTO toolyard_tasks.once (user_id, key, fingerprint, expires_at) VALUES ($1, $2, $2, now() + $3::interval)';

    it('takes effect after all others, and with them', async () => {
      const user = newUser();
      await actions.test.database.transaction(enter(user), async ({ query, atEnd }) => {
        atEnd(`UPDATE toolyard_tasks.once SET key = key || '-end' WHERE user_id = $1`, [user]);
        await query(insert, [user, 'a', '1 day']);
      });
      expect(await keys(user)).toEqual([{ key: 'a-end' }]);
    });

    it('takes all others with it where it fails', async () => {
      const user = newUser();
      const failing = actions.test.database.transaction(enter(user), async ({ query, atEnd }) => {
        atEnd(insert, [user, 'b', 'no interval']);
        await query(insert, [user, 'a', '1 day']);
      });
      await expect(failing).rejects.toMatchObject({ name: 'SqlError', code: '22007' });
      expect(await keys(user)).toEqual([]);
    });
  });

  describe('a database without room', () => {
    const raise = (state: string): Promise<unknown> =>
      actions.test.database.transaction({ turn: 'raise' }, ({ run }) =>
        run(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`),
      );

    it('is told from one that refuses a statement, and from one that is away', async () => {
      await expect(raise('53100')).rejects.toMatchObject({
        code: 'database-full',
        message: 'The disk of the task database is full, and nothing was changed. Free disk space.',
      });
      for (const state of ['53000', '53200', '57P03', '58030']) {
        await expect(raise(state)).rejects.toMatchObject({ code: 'database-unavailable' });
      }
      await expect(raise('23514')).rejects.toMatchObject({ code: '23514' });
    });

    it('is looked for without leaving anything behind', async () => {
      const { database, store, withCondition } = actions.test;
      await Promise.all([store.ready(), withCondition(() => 'true').ready()]);
      const [row] = await database.transaction({ turn: 'look' }, ({ query }) =>
        query(`SELECT to_regclass('toolyard_tasks.room') AS room`),
      );
      expect(row).toEqual({ room: null });
    });
  });

  describe('idempotency keys in a database', () => {
    it('are swept away after 24 hours, and not before', async () => {
      const user = newUser();
      const count = async (): Promise<unknown> =>
        actions.test.database.transaction(
          { turn: user, first: [{ text: `SELECT set_config('toolyard.user_id', $1, true)`, values: [user] }] },
          async ({ query }) =>
            (await query('SELECT count(*)::int AS n FROM toolyard_tasks.once WHERE user_id = $1', [user]))[0]?.['n'],
        );
      await actions.store.write(user, async () => 1, { key: 'k', fingerprint: 'f' });
      actions.test.clock.advance(23 * HOUR_MS);
      await actions.store.ready();
      expect(await count()).toBe(1);
      actions.test.clock.advance(2 * HOUR_MS);
      await expect.poll(count, { timeout: 20_000 }).toBe(0);
    });
  });
}
