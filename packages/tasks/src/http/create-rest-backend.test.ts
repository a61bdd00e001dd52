import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestBackend } from '../../test/open-test-backend.ts';

const MILK = {
  id: 1,
  title: 'Buy milk',
  description: null,
  completed: false,
  priority: 'Medium',
  due_date: null,
  tags: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  user_id: 'ann',
};

describe('the life of a task', () => {
  it('begins with POST, which tells where it is', async () => {
    const { send } = openTestBackend(createFakeClock());
    const reply = await send('POST', '/tasks', { body: { title: ' Buy milk ' } });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual(MILK);
    expect(reply.headers).toMatchObject({ location: '/tasks/1', etag: '"1"' });
    expect((await send('GET', '/tasks/1')).json).toEqual(MILK);
  });

  it('goes on with PUT, which changes what is given, clears with null, and tells what changed', async () => {
    const clock = createFakeClock();
    const { send } = openTestBackend(clock);
    await send('POST', '/tasks', { body: { title: 'Buy milk', description: 'two', due_date: '2026-11-20' } });
    clock.advance(1000);
    const reply = await send('PUT', '/tasks/1', { body: { title: 'Buy milk', due_date: null, priority: 'High' } });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({
      ...MILK,
      description: 'two',
      priority: 'High',
      updated_at: '2026-01-01T00:00:01.000Z',
      version: 2,
      changed_fields: ['priority', 'due_date'],
    });
    expect(reply.headers.etag).toBe('"2"');
  });

  it('is done with PATCH, as often as one likes', async () => {
    const { send } = openTestBackend(createFakeClock());
    await send('POST', '/tasks', { body: { title: 'Buy milk' } });
    const first = await send('PATCH', '/tasks/1', { body: { completed: true } });
    const second = await send('PATCH', '/tasks/1', { body: { completed: true } });
    expect(first.json).toMatchObject({ completed: true, version: 2, changed_fields: ['completed'] });
    expect(second.json).toMatchObject({ completed: true, version: 2, changed_fields: [] });
    expect((await send('PATCH', '/tasks/1', { body: { completed: true, title: 'x' } })).status).toBe(422);
  });

  it('ends with DELETE', async () => {
    const { send } = openTestBackend(createFakeClock());
    await send('POST', '/tasks', { body: { title: 'Buy milk' } });
    const reply = await send('DELETE', '/tasks/1');
    expect(reply).toMatchObject({ status: 204, body: '' });
    for (const again of [await send('GET', '/tasks/1'), await send('DELETE', '/tasks/1')]) {
      expect(again.status).toBe(404);
    }
  });

  it('is nobody else’s business: another user is told that there is no such task', async () => {
    const { send } = openTestBackend(createFakeClock());
    await send('POST', '/tasks', { body: { title: 'Buy milk' } });
    const missing = await send('GET', '/tasks/2');
    for (const reply of [
      await send('GET', '/tasks/1', { user: 'bob' }),
      await send('PUT', '/tasks/1', { user: 'bob', body: { title: 'x' } }),
      await send('PATCH', '/tasks/1', { user: 'bob', body: { completed: true } }),
      await send('DELETE', '/tasks/1', { user: 'bob' }),
    ]) {
      expect(reply.status).toBe(404);
      expect(reply.json).toMatchObject({ type: 'urn:toolyard:problem:not-found' });
      expect(reply.body.replace('Task 1', 'Task 2').replace(/request-\d+/, '')).toBe(
        missing.body.replace(/request-\d+/, ''),
      );
    }
    expect((await send('GET', '/tasks', { user: 'bob' })).json).toMatchObject({ tasks: [] });
    expect((await send('GET', '/tasks/1')).json).toEqual(MILK);
  });

  it('may have a slash at the end of its address', async () => {
    const { send } = openTestBackend(createFakeClock());
    expect((await send('POST', '/tasks/', { body: { title: 'Buy milk' } })).status).toBe(201);
    expect((await send('GET', '/tasks/1/')).status).toBe(200);
    expect((await send('GET', '/tasks/?limit=1')).status).toBe(200);
  });
});

describe('a list', () => {
  it('comes in pages', async () => {
    const clock = createFakeClock();
    const { send } = openTestBackend(clock);
    for (const title of ['a', 'b', 'c']) await send('POST', '/tasks', { body: { title } });
    const first = await send('GET', '/tasks?limit=2&sort=title&fields=title');
    expect(first.json).toEqual({
      tasks: [
        { id: 1, title: 'a' },
        { id: 2, title: 'b' },
      ],
      next_cursor: expect.any(String),
      has_more: true,
    });
    const { next_cursor: cursor } = first.json as { next_cursor: string };
    const last = await send('GET', `/tasks?limit=2&sort=title&fields=title&cursor=${cursor}`);
    expect(last.json).toEqual({ tasks: [{ id: 3, title: 'c' }], next_cursor: null, has_more: false });
  });

  it('refuses a cursor of another list, as a wrong field', async () => {
    const { send } = openTestBackend(createFakeClock());
    const reply = await send('GET', '/tasks?cursor=abc');
    expect(reply.status).toBe(422);
    expect(reply.json).toMatchObject({ errors: [{ field: 'cursor', received_value: 'abc' }] });
  });
});

describe('tags and numbers', () => {
  it('are those of one user', async () => {
    const { send } = openTestBackend(createFakeClock());
    await send('POST', '/tasks', { body: { title: 'a', tags: ['home', 'shop'], due_date: '2025-12-31' } });
    await send('POST', '/tasks', { body: { title: 'b', tags: ['home'], due_date: '2026-01-02', priority: 'Urgent' } });
    await send('POST', '/tasks', { body: { title: 'c', tags: ['secret'] }, user: 'bob' });
    await send('PATCH', '/tasks/1', { body: { completed: true } });
    expect((await send('GET', '/tags')).json).toEqual({
      tags: [
        { tag: 'home', tasks: 2, open: 1 },
        { tag: 'shop', tasks: 1, open: 0 },
      ],
    });
    expect((await send('GET', '/summary')).json).toEqual({
      total: 2,
      open: 1,
      completed: 1,
      overdue: 0,
      due_soon: 1,
      open_by_priority: { Low: 0, Medium: 0, High: 0, Urgent: 1 },
    });
  });
});

describe('a bulk update', () => {
  it('changes what it can, and a dry run nothing', async () => {
    const { send } = openTestBackend(createFakeClock());
    await send('POST', '/tasks', { body: { title: 'a' } });
    const updates = [
      { id: 1, completed: true },
      { id: 9, completed: true },
    ];
    const dry = await send('POST', '/tasks/bulk-update', { body: { updates, dry_run: true } });
    expect(dry.json).toMatchObject({ updated: 1, failed: 1, dry_run: true });
    expect((await send('GET', '/tasks/1')).json).toMatchObject({ completed: false, version: 1 });
    const real = await send('POST', '/tasks/bulk-update', { body: { updates } });
    expect(real.status).toBe(200);
    expect(real.json).toMatchObject({
      results: [
        { id: 1, status: 'updated', changed_fields: ['completed'], task: { completed: true } },
        { id: 9, status: 'not_found', changed_fields: [], message: 'Task 9 not found' },
      ],
    });
    expect((await send('GET', '/tasks/1')).json).toMatchObject({ completed: true, version: 2 });
  });
});

describe('If-Match', () => {
  it('lets a change happen to the version it names, and to no other', async () => {
    const { send } = openTestBackend(createFakeClock());
    await send('POST', '/tasks', { body: { title: 'a' } });
    const put = (etag: string): ReturnType<typeof send> =>
      send('PUT', '/tasks/1', { headers: { 'if-match': etag }, body: { title: `after ${etag}` } });
    expect((await put('"1"')).status).toBe(200);
    const late = await put('"1"');
    expect(late.status).toBe(412);
    expect(late.json).toMatchObject({ type: 'urn:toolyard:problem:version-conflict', current_version: 2 });
    expect((await send('DELETE', '/tasks/1', { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await put('*')).status).toBe(200);
    expect((await put('W/"3"')).status).toBe(422);
    expect((await send('DELETE', '/tasks/1', { headers: { 'if-match': '"3"' } })).status).toBe(204);
  });
});

describe('Idempotency-Key', () => {
  it('makes a request happen once, and gives the first answer again', async () => {
    const clock = createFakeClock();
    const { send } = openTestBackend(clock);
    const headers = { 'idempotency-key': 'k-1' };
    const create = (): ReturnType<typeof send> => send('POST', '/tasks', { headers, body: { title: 'a' } });
    const first = await create();
    await send('PUT', '/tasks/1', { body: { title: 'b' } });
    clock.advance(5000);
    const again = await create();
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', etag: '"1"', location: '/tasks/1' });
    expect((await send('GET', '/tasks')).json).toMatchObject({ tasks: [{ id: 1, title: 'b' }] });
  });

  it('is refused for another request, and free for another user', async () => {
    const { send } = openTestBackend(createFakeClock());
    const headers = { 'idempotency-key': 'k-1' };
    await send('POST', '/tasks', { headers, body: { title: 'a' } });
    const other = await send('POST', '/tasks', { headers, body: { title: 'b' } });
    expect(other.status).toBe(422);
    expect(other.json).toMatchObject({ type: 'urn:toolyard:problem:key-reused' });
    expect((await send('PUT', '/tasks/1', { headers, body: { title: 'a' } })).status).toBe(422);
    expect((await send('POST', '/tasks', { headers, body: { title: 'b' }, user: 'bob' })).status).toBe(201);
  });

  it('is told when its first request is not done yet', async () => {
    const clock = createFakeClock();
    const { store } = openTestBackend(clock);
    const { send } = openTestBackend(clock, { store: { ...store, write: async () => ({ kind: 'in-progress' }) } });
    const reply = await send('POST', '/tasks', { headers: { 'idempotency-key': 'k-1' }, body: { title: 'a' } });
    expect(reply.status).toBe(409);
    expect(reply.json).toMatchObject({ type: 'urn:toolyard:problem:in-progress' });
    expect(reply.headers['retry-after']).toBe('1');
  });

  it('makes a change and a removal safe to repeat too', async () => {
    const { send } = openTestBackend(createFakeClock());
    await send('POST', '/tasks', { body: { title: 'a' } });
    const put = { headers: { 'idempotency-key': 'put', 'if-match': '"1"' }, body: { title: 'b' } };
    expect((await send('PUT', '/tasks/1', put)).body).toBe((await send('PUT', '/tasks/1', put)).body);
    const remove = { headers: { 'idempotency-key': 'delete' } };
    expect((await send('DELETE', '/tasks/1', remove)).status).toBe(204);
    expect((await send('DELETE', '/tasks/1', remove)).status).toBe(204);
  });

  it.each(['', 'a b', 'x'.repeat(256), 'ключ'])('cannot be %j', async (key) => {
    const { send } = openTestBackend(createFakeClock());
    const reply = await send('POST', '/tasks', { headers: { 'idempotency-key': key }, body: { title: 'a' } });
    expect(reply.status).toBe(422);
    expect(reply.json).toMatchObject({ errors: [{ field: 'Idempotency-Key' }] });
  });
});
