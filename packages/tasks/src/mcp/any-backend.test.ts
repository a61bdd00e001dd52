import { createLinkPair, type Clock } from '@toolyard/core';
import { createFakeClock, createTestClient, startPlainTaskBackend } from '@toolyard/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createBackendClient } from '../backend-client/create-backend-client.ts';
import { createHttpExchange } from '../backend-client/create-http-exchange.ts';
import { openOverHttp, openOverStore } from '../../test/open-test-backends.ts';
import type { TaskBackend } from '../backend-client/task-backend.ts';
import { checkValue } from '../domain/check-value.ts';
import { createFakeTaskStore } from '../../test/create-fake-task-store.ts';
import { TEST_TOKENS } from '../../test/open-test-backend.ts';
import { createTaskMcpServer } from './create-task-mcp-server.ts';
import { TASK_TOOLS } from './tools/task-tools.ts';

const [TOKEN] = TEST_TOKENS;

const schemas = new Map(TASK_TOOLS.map(({ definition }) => [definition.name, definition.outputSchema]));

/** What the schema that a tool shows has against its answer. */
function checkOutput(tool: string, answer: Readonly<Record<string, unknown>>): unknown[] {
  const { properties = {}, anyOf = [] } = schemas.get(tool) ?? {};
  const isOneOf = anyOf.some(({ required }) => required.every((name) => Object.hasOwn(answer, name)));
  const wrong = Object.entries(properties).flatMap(([name, schema]) =>
    Object.hasOwn(answer, name) ? checkValue(schema, answer[name], 0, name) : [],
  );
  // What the schemas show is not all there is.
  const known = wrong.filter(({ message }) => !message.startsWith('Unknown field'));
  return isOneOf ? known : ['something is missing', ...known];
}

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const writeLog = (): void => undefined;

async function openPlain(clock: Clock): Promise<TaskBackend> {
  const plain = await startPlainTaskBackend({ token: TOKEN });
  open.push(() => plain.stop());
  const baseUrl = new URL(`http://127.0.0.1:${plain.port}`);
  const exchange = createHttpExchange({ baseUrl, serviceToken: TOKEN, clock });
  return createBackendClient({ exchange, clock, random: () => 0, timeoutMs: 30_000, maxRetries: 2, writeLog });
}

const openOwnHttp = async (clock: Clock): Promise<TaskBackend> =>
  openOverHttp({ store: createFakeTaskStore(clock), clock, writeLog });

const openOwn = async (clock: Clock): Promise<TaskBackend> =>
  openOverStore({ store: createFakeTaskStore(clock), clock, writeLog });

/** What a tool gave; its structured content fits the schema that the tool shows, for errors too. */
type Call = (tool: string, args?: object) => Promise<Readonly<Record<string, unknown>>>;

async function setUp(openBackend: (clock: Clock) => Promise<TaskBackend>): Promise<Call> {
  const clock = createFakeClock();
  clock.advance(Date.UTC(2026, 10, 15, 12) - clock.now());
  const backend = await openBackend(clock);
  let ids = 0;
  const server = createTaskMcpServer({
    backend,
    clock,
    newId: () => `id-${(ids += 1)}`,
    timeoutMs: 30_000,
    serverInfo: { name: 'tasks', version: '1' },
    onBug: (error) => {
      throw error;
    },
  });
  const pair = createLinkPair();
  void server.accept(pair.near, { callerOf: () => ({ kind: 'trusted', defaultUser: 'alice' }) });
  open.push(() => backend.close());
  const client = createTestClient(pair.far);
  return async (name, args = {}) => {
    // Times differ, so that lists have an order.
    clock.advance(1000);
    const answer = await client.request('tools/call', { name, arguments: args });
    const { structuredContent } = answer.value('result') as { structuredContent: Record<string, unknown> };
    expect(checkOutput(name, structuredContent), JSON.stringify(structuredContent)).toEqual([]);
    return structuredContent;
  };
}

function idsOf(page: Readonly<Record<string, unknown>>): unknown[] {
  const { tasks } = page as { tasks: { id: number }[] };
  return tasks.map(({ id }) => id);
}

describe.each([
  ['a backend with five endpoints and no more', openPlain],
  ['our own backend over HTTP', openOwnHttp],
  ['our own backend, in this process', openOwn],
])('the tools at %s', (_name, openBackend) => {
  it('create, get, update, complete, reopen and delete a task', async () => {
    const call = await setUp(openBackend);
    const created = await call('create_task', {
      title: 'Buy milk',
      priority: 'High',
      due_date: '2026-11-20T10:00:00Z',
    });
    expect(created).toMatchObject({
      id: 1,
      title: 'Buy milk',
      description: null,
      completed: false,
      priority: 'High',
      due_date: '2026-11-20T10:00:00.000Z',
      tags: [],
      user_id: 'alice',
    });
    expect(await call('get_task', { task_id: 1 })).toEqual(created);
    const updated = await call('update_task', { task_id: 1, title: 'Buy oat milk', clear: ['due_date'] });
    expect(updated).toMatchObject({
      title: 'Buy oat milk',
      due_date: null,
      priority: 'High',
      changed_fields: ['title', 'due_date'],
    });
    expect(await call('update_task', { task_id: 1, description: 'two litres' })).toMatchObject({
      description: 'two litres',
    });
    expect(await call('update_task', { task_id: 1, description: null })).toMatchObject({
      description: null,
      title: 'Buy oat milk',
    });
    expect(await call('mark_task_completed', { task_id: 1 })).toMatchObject({
      completed: true,
      changed_fields: ['completed'],
    });
    expect(await call('mark_task_completed', { task_id: 1 })).toMatchObject({ completed: true });
    expect(await call('reopen_task', { task_id: 1 })).toMatchObject({ completed: false });
    expect(await call('delete_task', { task_id: 1 })).toMatchObject({ id: 1, title: 'Buy oat milk', deleted: true });
    for (const tool of ['get_task', 'delete_task', 'mark_task_completed', 'reopen_task']) {
      expect(await call(tool, { task_id: 1 })).toMatchObject({ error_type: 'not_found_error' });
    }
    expect(await call('update_task', { task_id: 1, title: 'x' })).toMatchObject({ error_type: 'not_found_error' });
  });

  it('list tasks by what is asked for, page by page', async () => {
    const call = await setUp(openBackend);
    for (const [title, priority] of [
      ['one', 'Low'],
      ['two', 'High'],
      ['three', 'Urgent'],
      ['four', 'High'],
    ]) {
      await call('create_task', { title, priority });
    }
    await call('create_task', { title: 'late', due_date: '2026-11-14' });
    await call('mark_task_completed', { task_id: 1 });
    expect(idsOf(await call('list_tasks'))).toEqual([5, 4, 3, 2, 1]);
    expect(idsOf(await call('list_tasks', { status: 'completed' }))).toEqual([1]);
    expect(idsOf(await call('list_tasks', { priority: ['High'] }))).toEqual([4, 2]);
    expect(idsOf(await call('list_tasks', { search: 'THREE' }))).toEqual([3]);
    expect(idsOf(await call('list_tasks', { overdue: true }))).toEqual([5]);
    expect(idsOf(await call('list_tasks', { sort: 'title', order: 'asc' }))).toEqual([4, 5, 1, 3, 2]);
    expect(await call('list_tasks', { search: 'two', fields: ['title'] })).toEqual({
      tasks: [{ id: 2, title: 'two' }],
      next_cursor: null,
      has_more: false,
    });
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await call('list_tasks', { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...idsOf(page));
      cursor = page['next_cursor'] ?? undefined;
      expect(page['has_more']).toBe(cursor !== undefined);
    } while (cursor !== undefined);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
    expect(await call('list_tasks', { cursor: 'nonsense' })).toMatchObject({ error_type: 'validation_error' });
  });

  it('update several tasks, and tell of those that cannot be', async () => {
    const call = await setUp(openBackend);
    for (const title of ['one', 'two', 'three']) await call('create_task', { title });
    const updates = [
      { id: 3, title: 'drei', completed: true },
      { id: 99, title: 'none' },
      { id: 1, priority: 'Urgent' },
    ];
    const tried = await call('bulk_update_tasks', { updates, dry_run: true });
    expect(tried).toMatchObject({ updated: 2, failed: 1, dry_run: true });
    const before = await call('get_task', { task_id: 3 });
    expect('version' in before).toBe(JSON.stringify(tried).includes('"version"'));
    expect(await call('get_task', { task_id: 3 })).toMatchObject({ title: 'three', completed: false });
    const result = await call('bulk_update_tasks', { updates });
    expect(result).toMatchObject({
      results: [
        { id: 3, status: 'updated', changed_fields: ['title', 'completed'], task: { title: 'drei', completed: true } },
        { id: 99, status: 'not_found', changed_fields: [] },
        { id: 1, status: 'updated', changed_fields: ['priority'] },
      ],
      updated: 2,
      unchanged: 0,
      failed: 1,
      dry_run: false,
    });
    expect(await call('get_task', { task_id: 1 })).toMatchObject({ priority: 'Urgent', title: 'one' });
  });

  it('count tasks and tags', async () => {
    const call = await setUp(openBackend);
    await call('create_task', { title: 'late', due_date: '2026-11-14' });
    await call('create_task', { title: 'soon', due_date: '2026-11-18', priority: 'High' });
    await call('create_task', { title: 'done' });
    await call('mark_task_completed', { task_id: 3 });
    expect(await call('task_summary')).toEqual({
      total: 3,
      open: 2,
      completed: 1,
      overdue: 1,
      due_soon: 1,
      open_by_priority: { Low: 0, Medium: 1, High: 1, Urgent: 0 },
    });
    expect(await call('list_tags')).toEqual({ tags: [] });
  });
});

describe('the tools at our own backend', () => {
  it('know tags, versions and keys', async () => {
    const call = await setUp(openOwn);
    const args = { title: 'x', tags: ['home', 'shop'], idempotency_key: 'k-1' };
    const created = await call('create_task', args);
    expect(created).toMatchObject({ tags: ['home', 'shop'], version: 1 });
    expect(created).not.toHaveProperty('warnings');
    expect(await call('create_task', args)).toEqual(created);
    expect(await call('create_task', { ...args, title: 'y' })).toMatchObject({ error_type: 'validation_error' });
    expect(await call('list_tags')).toEqual({
      tags: [expect.objectContaining({ tag: 'home', tasks: 1 }), expect.anything()],
    });
    expect(idsOf(await call('list_tasks', { tags: ['home', 'none'], tags_match: 'any' }))).toEqual([1]);
    const conflict = { error_type: 'conflict_error', details: { current_version: 1 } };
    for (const tool of ['delete_task', 'mark_task_completed']) {
      expect(await call(tool, { task_id: 1, expected_version: 7 })).toMatchObject(conflict);
    }
    expect(await call('update_task', { task_id: 1, title: 'z', expected_version: 2 })).toMatchObject(conflict);
    const updated = await call('update_task', { task_id: 1, title: 'z', expected_version: 1 });
    expect(updated).toMatchObject({ version: 2, changed_fields: ['title'] });
    expect(await call('update_task', { task_id: 1, title: 'z' })).toMatchObject({ version: 2, changed_fields: [] });
  });

  it('leave descriptions out of a list that would be too long', async () => {
    const call = await setUp(openOwn);
    for (let count = 0; count < 8; count += 1) {
      await call('create_task', { title: `task ${count}`, description: 'x'.repeat(9000) });
    }
    const page = await call('list_tasks');
    expect(idsOf(page)).toHaveLength(8);
    expect(page['warnings']).toHaveLength(1);
    expect(JSON.stringify(page).length).toBeLessThan(10_000);
  });
});

describe('the tools at a backend with five endpoints and no more', () => {
  it('do not promise what the backend does not keep', async () => {
    const call = await setUp(openPlain);
    const created = await call('create_task', { title: 'x', tags: ['home'] });
    expect(created['warnings']).toEqual(['The backend did not keep: tags.']);
    const keyed = await call('create_task', { title: 'with a key', idempotency_key: 'k-1' });
    expect(keyed['warnings']).toEqual(['The backend did not keep: idempotency_key.']);
    const updated = await call('update_task', { task_id: 1, title: 'y', tags: ['home'] });
    expect(updated).toMatchObject({ changed_fields: ['title'], warnings: ['The backend did not keep: tags.'] });
    expect(await call('update_task', { task_id: 1, title: 'z', expected_version: 1 })).toMatchObject({
      error_type: 'validation_error',
      details: { fields: [{ field: 'expected_version', message: 'This backend does not support versions' }] },
    });
    expect(await call('get_task', { task_id: 1 })).toMatchObject({ title: 'y' });
  });
});
