import { ToolyardError } from '@toolyard/core';
import { createFakeClock, waitUntil, type FakeClock } from '@toolyard/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { TaskStore } from '../domain/task-store.ts';
import type { RequestLogLine } from '../operations/request-log-line.ts';
import { TASK_OPERATIONS } from '../operations/operations.ts';
import { createFakeTaskStore } from '../../test/create-fake-task-store.ts';
import { openOverHttp, openOverStore, type OpenBackend } from '../../test/open-test-backends.ts';
import type { BackendReply, BackendRequest, TaskBackend } from './task-backend.ts';

const { signal } = new AbortController();

interface Setup {
  readonly backend: TaskBackend;
  readonly clock: FakeClock;
  readonly store: TaskStore;
  readonly lines: readonly RequestLogLine[];
  /** Asks as ann unless told otherwise. */
  send(method: BackendRequest['method'], path: string, more?: Partial<BackendRequest>): Promise<BackendReply>;
}

const open: TaskBackend[] = [];
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close();
});

async function setUp(openBackend: OpenBackend, changes: Partial<TaskStore> = {}): Promise<Setup> {
  const clock = createFakeClock();
  const store = { ...createFakeTaskStore(clock), ...changes };
  const lines: RequestLogLine[] = [];
  const backend = await openBackend({ store, clock, writeLog: (line) => void lines.push(line) });
  open.push(backend);
  return {
    backend,
    clock,
    store,
    lines,
    send: async (method, path, more) =>
      backend.send({ method, path, user: 'ann', requestId: 'request-1', ...more }, signal),
  };
}

const NOW = '2026-01-01T00:00:00.000Z';
const TASK = {
  id: 1,
  title: 'Buy milk',
  description: null,
  completed: false,
  priority: 'High',
  due_date: '2026-01-02',
  tags: ['home'],
  created_at: NOW,
  updated_at: NOW,
  version: 1,
  user_id: 'ann',
};
const NEW = { title: 'Buy milk', priority: 'High', due_date: '2026-01-02', tags: ['home'] };

function problem(kind: string, title: string, status: number, more: object): BackendReply {
  const body = { type: `urn:toolyard:problem:${kind}`, title, status, request_id: 'request-1', ...more };
  return { status, body };
}

// What the MCP server is promised, over HTTP and on the store alike.
describe.each([
  ['over HTTP', openOverHttp],
  ['on the store', openOverStore],
])('a task backend %s', (_name, openBackend) => {
  it('keeps, shows, changes and removes a task', async () => {
    const { send } = await setUp(openBackend);
    expect(await send('POST', '/tasks', { body: NEW })).toEqual({ status: 201, body: TASK });
    expect(await send('GET', '/tasks/1')).toEqual({ status: 200, body: TASK });
    const changed = { ...TASK, title: 'Buy oat milk', due_date: null, version: 2 };
    expect(await send('PUT', '/tasks/1', { body: { title: 'Buy oat milk', due_date: null } })).toEqual({
      status: 200,
      body: { ...changed, changed_fields: ['title', 'due_date'] },
    });
    expect(await send('PATCH', '/tasks/1', { body: { completed: true } })).toEqual({
      status: 200,
      body: { ...changed, completed: true, version: 3, changed_fields: ['completed'] },
    });
    expect(await send('DELETE', '/tasks/1')).toEqual({ status: 204 });
    expect(await send('GET', '/tasks/1')).toEqual(
      problem('not-found', 'Requested resource not found', 404, {
        detail: 'Task 1 not found. List the tasks to see which there are.',
      }),
    );
  });

  it('shows a user nothing of another', async () => {
    const { send } = await setUp(openBackend);
    await send('POST', '/tasks', { body: NEW });
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await send(method, '/tasks/1', { user: 'bob' })).toMatchObject({ status: 404 });
    }
    expect(await send('GET', '/tasks', { user: 'bob' })).toMatchObject({ body: { tasks: [] } });
  });

  it('lists page by page, with the fields that are asked for', async () => {
    const { send } = await setUp(openBackend);
    for (const title of ['one', 'two', 'three']) await send('POST', '/tasks', { body: { title } });
    const page = await send('GET', '/tasks?limit=2&fields=title&sort=title&order=asc&search=t');
    expect(page).toEqual({
      status: 200,
      body: {
        tasks: [
          { id: 3, title: 'three' },
          { id: 2, title: 'two' },
        ],
        next_cursor: null,
        has_more: false,
      },
    });
    const first = await send('GET', '/tasks?limit=2');
    const { next_cursor: cursor } = first.body as { next_cursor: string };
    expect(first).toMatchObject({ body: { tasks: [{ id: 3 }, { id: 2 }], has_more: true } });
    const rest = await send('GET', `/tasks?limit=2&cursor=${encodeURIComponent(cursor)}`);
    expect(rest).toMatchObject({ body: { tasks: [{ id: 1 }], next_cursor: null, has_more: false } });
    expect(await send('GET', '/tasks?cursor=nonsense')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'cursor' }] },
    });
  });

  it('changes many at once, and counts', async () => {
    const { send } = await setUp(openBackend);
    for (const title of ['one', 'two']) await send('POST', '/tasks', { body: { title, tags: ['home'] } });
    const updates = [
      { id: 2, completed: true },
      { id: 9, title: 'none' },
      { id: 1, title: 'eins', expected_version: 7 },
    ];
    expect(await send('POST', '/tasks/bulk-update', { body: { updates } })).toMatchObject({
      status: 200,
      body: {
        results: [{ status: 'updated' }, { status: 'not_found' }, { status: 'version_conflict' }],
        updated: 1,
        unchanged: 0,
        failed: 2,
        dry_run: false,
      },
    });
    expect(await send('GET', '/tags')).toEqual({ status: 200, body: { tags: [{ tag: 'home', tasks: 2, open: 1 }] } });
    expect(await send('GET', '/summary')).toMatchObject({ status: 200, body: { total: 2, open: 1, completed: 1 } });
  });

  it('refuses wrong input field by field', async () => {
    const { send } = await setUp(openBackend);
    expect(await send('POST', '/tasks', { body: { title: '', colour: 'red' } })).toMatchObject({
      status: 422,
      body: {
        type: 'urn:toolyard:problem:validation',
        title: 'Input validation failed',
        detail: expect.stringMatching(/, and 1 more\. See "errors" for each field\.$/),
        errors: [expect.objectContaining({ field: 'title' }), expect.objectContaining({ field: 'colour' })],
      },
    });
    expect(await send('GET', '/tasks/1e308')).toMatchObject({ status: 422, body: { errors: [{ field: 'id' }] } });
    expect(await send('POST', '/tasks')).toMatchObject({ status: 422 });
    expect(await send('DELETE', '/tasks/1', { idempotencyKey: 'two words' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'Idempotency-Key', message: 'Idempotency-Key cannot be used' }] },
    });
  });

  it('changes a task only in the version that is asked for', async () => {
    const { send } = await setUp(openBackend);
    await send('POST', '/tasks', { body: NEW });
    const conflict = problem('version-conflict', 'The task has changed since it was read', 412, {
      detail: 'Task 1 has version 1 now. Read it again, and repeat the change with its new ETag.',
      current_version: 1,
    });
    expect(await send('PUT', '/tasks/1', { body: { title: 'x' }, ifVersion: 2 })).toEqual(conflict);
    expect(await send('DELETE', '/tasks/1', { ifVersion: 2 })).toEqual(conflict);
    expect(await send('PUT', '/tasks/1', { body: { title: 'x' }, ifVersion: 1 })).toMatchObject({ status: 200 });
  });

  it('does once what has one key, and refuses that key for anything else', async () => {
    const { send } = await setUp(openBackend);
    for (let count = 0; count < 3; count += 1) {
      expect(await send('POST', '/tasks', { body: NEW, idempotencyKey: 'k' })).toEqual({ status: 201, body: TASK });
    }
    expect(await send('POST', '/tasks', { body: { ...NEW, title: 'other' }, idempotencyKey: 'k' })).toEqual(
      problem('key-reused', 'The key was used for another request', 422, {
        detail: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
      }),
    );
    expect(await send('GET', '/summary')).toMatchObject({ body: { total: 1 } });
  });

  it('says when to come back while the first request with a key is worked on', async () => {
    const { send } = await setUp(openBackend, { write: async () => ({ kind: 'in-progress' }) });
    expect(await send('POST', '/tasks', { body: NEW, idempotencyKey: 'k' })).toEqual({
      ...problem('in-progress', 'A request with this key is in progress', 409, {
        detail: 'A request with this Idempotency-Key is in progress. Try again in a moment.',
      }),
      retryAfterMs: 1000,
    });
  });

  it.each([
    ['database-unavailable', 'The database cannot be reached at the moment. Try again in a few seconds.', 5000],
    [
      'database-full',
      'The disk of the database is full, so nothing can be changed. Free disk space, then try again.',
      30_000,
    ],
  ] as const)('says what the matter is with a database: %s', async (code, detail, retryAfterMs) => {
    const failing = async (): Promise<never> => Promise.reject(new ToolyardError(code, 'host 10.0.0.1 is away'));
    const { send, lines } = await setUp(openBackend, { get: failing });
    expect(await send('GET', '/tasks/1')).toEqual({
      ...problem('unavailable', 'Backend service unavailable', 503, { detail }),
      retryAfterMs,
    });
    await waitUntil(() => lines.length === 1);
    expect(lines).toEqual([expect.objectContaining({ status_code: 503, error: 'unavailable' })]);
  });

  it('keeps its own bugs to the log, and what users wrote out of it', async () => {
    const { send, lines } = await setUp(openBackend, { get: async () => Promise.reject(new TypeError('secret')) });
    expect(await send('GET', '/tasks/1')).toEqual(
      problem('internal', 'Backend service error', 500, {
        detail: 'Internal error. The log has the details under this request id.',
      }),
    );
    await waitUntil(() => lines.length === 1);
    expect(lines[0]?.error).toMatch(/^internal: TypeError at /);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('takes no more than it can bear', async () => {
    const { send } = await setUp(openBackend);
    const updates = Array.from({ length: 50 }, (_, id) => ({ id: id + 1, description: 'x'.repeat(2000) }));
    expect(await send('POST', '/tasks/bulk-update', { body: { updates } })).toEqual(
      problem('body-too-large', 'The body is too large', 413, {
        detail: 'The body is larger than this backend takes.',
      }),
    );
    expect(await send('GET', `/tasks?search=${'x'.repeat(9000)}`)).toEqual(
      problem('uri-too-long', 'The URL is too long', 414, {
        detail: 'The URL is longer than 8192 characters.',
      }),
    );
  });

  it.each(['{"title":{"__proto__":""}}', '{"title":"x","tags":[{"constructor":{"prototype":{}}}]}'])(
    'refuses a body that would change prototypes: %s',
    async (text) => {
      const { send } = await setUp(openBackend);
      const body: Readonly<Record<string, unknown>> = JSON.parse(text);
      expect(await send('POST', '/tasks', { body })).toEqual(
        problem('malformed-request', 'The request cannot be read', 400, {
          detail: 'The body is not valid JSON, or has a key such as "__proto__".',
        }),
      );
    },
  );

  it('has nothing at other addresses, and says what is possible at its own', async () => {
    const { send } = await setUp(openBackend);
    expect(await send('GET', '/nothing')).toEqual(
      problem('not-found', 'Requested resource not found', 404, {
        detail: 'There is nothing at this path. See /docs for the available paths.',
      }),
    );
    expect(await send('DELETE', '/tags')).toEqual(
      problem('method-not-allowed', 'Method not allowed here', 405, {
        detail: 'DELETE is not allowed here. Use GET, HEAD.',
      }),
    );
  });

  it('tells what it can do', async () => {
    const { backend } = await setUp(openBackend);
    const features = await backend.features(signal);
    expect(features.isDescribed).toBe(true);
    expect(features.has('post', '/nothing')).toBe(false);
    for (const { method, path, query, access, isConditional = false } of TASK_OPERATIONS) {
      expect(features.has(method, path), path).toBe(true);
      for (const name of Object.keys(query?.properties ?? {})) expect(features.takes(method, path, name)).toBe(true);
      expect(features.takes(method, path, 'Idempotency-Key')).toBe(access === 'tasks:write');
      expect(features.takes(method, path, 'If-Match')).toBe(isConditional);
    }
  });

  it('logs each request without what a person wrote', async () => {
    const { send, lines } = await setUp(openBackend);
    await send('GET', '/tasks?search=secret', { requestId: 'r-1' });
    await send('GET', '/tasks/7', { requestId: 'r-2', user: 'bob' });
    await send('PUT', '/tasks/words', { requestId: 'r-3', body: {} });
    await waitUntil(() => lines.length === 3);
    const line = { timestamp: NOW, event: 'backend_request', duration_ms: 0 };
    expect(lines).toEqual([
      { ...line, request_id: 'r-1', user_id: 'ann', method: 'GET', endpoint: '/tasks', status_code: 200, error: null },
      {
        ...line,
        request_id: 'r-2',
        user_id: 'bob',
        method: 'GET',
        endpoint: '/tasks/7',
        status_code: 404,
        error: 'not-found',
      },
      {
        ...line,
        request_id: 'r-3',
        user_id: 'ann',
        method: 'PUT',
        endpoint: '/tasks/{id}',
        status_code: 422,
        error: 'validation',
      },
    ]);
  });

  it('is not waited for any longer by whoever cancels', async () => {
    let isAsked = false;
    const never = async (): Promise<never> => {
      isAsked = true;
      return new Promise(() => undefined);
    };
    const { backend } = await setUp(openBackend, { get: never });
    const cancel = new AbortController();
    const request: BackendRequest = { method: 'GET', path: '/tasks/1', user: 'ann', requestId: 'request-1' };
    const sent = backend.send(request, cancel.signal);
    await waitUntil(() => isAsked);
    cancel.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
    await expect(backend.send(request, cancel.signal)).rejects.toThrow('enough');
    await expect(backend.features(cancel.signal)).rejects.toThrow('enough');
  });
});
