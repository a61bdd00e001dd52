import type { ServerResponse } from 'node:http';
import { createLinkPair, type Clock } from '@toolyard/core';
import {
  createTestClient,
  startHttpServer,
  waitUntil,
  type ArrivedRequest,
  type TestClient,
  type TestHttpServer,
} from '@toolyard/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createBackendClient } from '../backend-client/create-backend-client.ts';
import { createHttpExchange } from '../backend-client/create-http-exchange.ts';
import type { RequestLogLine } from '../operations/request-log-line.ts';
import type { McpCaller } from './mcp-caller.ts';
import { createTaskMcpServer } from './create-task-mcp-server.ts';

const TOKEN = 'a-service-token-of-more-than-32-characters';
const NOW = Date.UTC(2026, 10, 15, 12);
const TASK = {
  id: 123,
  title: 'buy milk',
  description: null,
  completed: false,
  priority: 'Medium',
  due_date: null,
  created_at: '2026-11-15T12:00:00.000Z',
  updated_at: '2026-11-15T12:00:00.000Z',
  user_id: 'alice',
};

/** Real time for waiting, one moment for dates. */
const clock: Clock = {
  now: () => NOW,
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

interface Given {
  readonly caller?: McpCaller;
  readonly timeoutMs?: number;
  readonly answer?: (request: ArrivedRequest, response: ServerResponse) => void;
}

interface Setup {
  readonly client: TestClient;
  readonly backend: TestHttpServer;
  readonly lines: RequestLogLine[];
  /** All but the description of the backend. */
  requests(): readonly ArrivedRequest[];
  end(): void;
}

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function setUp({ caller, timeoutMs = 20_000, answer = notFound }: Given = {}): Promise<Setup> {
  const backend = await startHttpServer((request, response) => {
    if (request.path === '/openapi.json') notFound(request, response);
    else answer(request, response);
  });
  const lines: RequestLogLine[] = [];
  const client = createBackendClient({
    exchange: createHttpExchange({
      baseUrl: new URL(`http://127.0.0.1:${backend.port}`),
      serviceToken: TOKEN,
      clock,
    }),
    clock,
    random: () => 0,
    timeoutMs,
    maxRetries: 0,
    writeLog: (line) => lines.push(line),
  });
  const bugs: unknown[] = [];
  const server = createTaskMcpServer({
    backend: client,
    clock,
    newId: () => crypto.randomUUID(),
    timeoutMs,
    serverInfo: { name: 'tasks', version: '1' },
    onBug: (error) => bugs.push(error),
  });
  const pair = createLinkPair();
  void server.accept(pair.near, { callerOf: () => caller ?? { kind: 'trusted', defaultUser: 'alice' } });
  open.push(async () => {
    await client.close();
    await backend.stop();
    expect(bugs).toEqual([]);
  });
  return {
    client: createTestClient(pair.far),
    backend,
    lines,
    requests: () => backend.requests.filter(({ path }) => path !== '/openapi.json'),
    end: () => pair.breakOff('is gone'),
  };
}

function notFound(_request: ArrivedRequest, response: ServerResponse): void {
  send(response, 404, { detail: 'Not Found' });
}

function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

interface Result {
  readonly isError: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

async function call({ client }: Setup, name: string, args: unknown = {}, meta?: object): Promise<Result> {
  const answer = await client.request('tools/call', { name, arguments: args, ...(meta && { _meta: meta }) });
  const result = answer.value('result') as Result;
  // The second text says the same as the structured content.
  expect(JSON.parse(result.content[1]?.text ?? '')).toEqual(result.structuredContent);
  return result;
}

describe('the life of a call', () => {
  it('refuses wrong arguments with all their fields, before anybody is asked', async () => {
    const setup = await setUp();
    const result = await call(setup, 'create_task', { title: '', due_date: 'tomorrow', colour: 'red' });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toEqual({
      error_type: 'validation_error',
      message: 'Task creation failed due to invalid input',
      details: {
        fields: [
          {
            field: 'title',
            message: 'Title cannot be empty',
            received_value: '',
            suggestion: 'Provide a task title (1-200 characters)',
          },
          {
            field: 'due_date',
            message: 'Invalid datetime format',
            received_value: 'tomorrow',
            suggestion: 'Use ISO 8601 format: 2026-11-16T10:00:00Z, or a day: 2026-11-16. Today is 2026-11-15',
          },
          expect.objectContaining({ field: 'colour', message: 'Unknown field "colour"' }),
        ],
      },
      suggestions: expect.arrayContaining(['Provide a task title (1-200 characters)']),
    });
    expect(setup.backend.requests).toEqual([]);
  });

  it('refuses wrong arguments of every tool before anybody is asked', async () => {
    const setup = await setUp();
    const wrong: [string, unknown][] = [
      ['list_tasks', { limit: 201 }],
      ['list_tasks', { due_before: '2026-02-30' }],
      ['create_task', {}],
      ['create_task', { title: '   ' }],
      ['create_task', { title: 'x', idempotency_key: 'with space' }],
      ['update_task', { task_id: 1 }],
      ['update_task', { task_id: 1, title: null }],
      ['update_task', { task_id: 1, completed: true }],
      ['update_task', { task_id: 1, due_date: '2026-01-01', clear: ['due_date'] }],
      ['update_task', { task_id: 1, clear: ['title'] }],
      ['delete_task', { task_id: 0 }],
      ['mark_task_completed', { task_id: '1' }],
      ['get_task', {}],
      ['reopen_task', { task_id: 1.5 }],
      ['bulk_update_tasks', { updates: [] }],
      [
        'bulk_update_tasks',
        {
          updates: [
            { id: 1, title: 'a' },
            { id: 1, title: 'b' },
          ],
        },
      ],
      ['list_tags', { all: true }],
      ['task_summary', { user_id: 'bob' }],
    ];
    for (const [tool, args] of wrong) {
      const { structuredContent } = await call(setup, tool, args);
      expect(structuredContent, `${tool} ${JSON.stringify(args)}`).toMatchObject({
        error_type: 'validation_error',
        details: { fields: [expect.objectContaining({ message: expect.any(String) })] },
      });
    }
    expect(setup.backend.requests).toEqual([]);
  });

  it('refuses a call without a user before anybody is asked', async () => {
    const setup = await setUp({ caller: { kind: 'trusted' } });
    const result = await call(setup, 'list_tasks');
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      error_type: 'authentication_error',
      message: 'Missing user context in MCP request',
    });
    expect(setup.backend.requests).toEqual([]);
  });

  it('keeps a token to its user and to what it allows before anybody is asked', async () => {
    const setup = await setUp({ caller: { kind: 'bound', user: 'alice', scopes: ['tasks:read'] } });
    const forbidden = { error_type: 'authorization_error', message: 'User not authorized to access this resource' };
    expect((await call(setup, 'list_tasks', {}, { user_id: 'bob' })).structuredContent).toMatchObject(forbidden);
    expect((await call(setup, 'create_task', { title: 'x' })).structuredContent).toMatchObject(forbidden);
    expect(setup.backend.requests).toEqual([]);
  });

  it('creates a task in the name of the user of the call', async () => {
    const setup = await setUp({ answer: (_request, response) => send(response, 201, TASK) });
    const result = await call(setup, 'create_task', { title: ' buy milk ' }, { user_id: 'bob', request_id: 'trace-1' });
    expect(result).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: 'Created [ ] #123 buy milk (Medium)' }, { type: 'text' }],
      structuredContent: { ...TASK, tags: [] },
      _meta: { 'dev.toolyard/request-id': 'trace-1' },
    });
    const [request] = setup.requests();
    expect(request).toMatchObject({ method: 'POST', path: '/tasks' });
    expect(JSON.parse(request?.body ?? '')).toEqual({ title: 'buy milk', priority: 'Medium' });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'x-user-id': 'bob',
      'x-request-id': 'trace-1',
      'idempotency-key': expect.stringMatching(/^[\w-]{36}$/),
    });
  });

  it('lists tasks', async () => {
    const setup = await setUp({ answer: (_request, response) => send(response, 200, [TASK]) });
    const result = await call(setup, 'list_tasks');
    expect(result.structuredContent).toEqual({ tasks: [{ ...TASK, tags: [] }], next_cursor: null, has_more: false });
    expect(result.content[0]?.text).toBe('1 task.\n[ ] #123 buy milk (Medium)');
  });

  it('tells each answer of the backend apart', async () => {
    const cases: [number, string, string][] = [
      [400, 'validation_error', 'Input validation failed'],
      [401, 'authentication_error', 'Service authentication failed'],
      [403, 'authorization_error', 'User not authorized to access this resource'],
      [404, 'not_found_error', 'Requested resource not found'],
      [409, 'conflict_error', 'Conflict with the current state of the resource'],
      [412, 'conflict_error', 'Conflict with the current state of the resource'],
      [422, 'validation_error', 'Input validation failed'],
      [429, 'rate_limit_error', 'Too many requests'],
      [500, 'backend_error', 'Backend service error'],
      [503, 'backend_error', 'Backend service error'],
      [302, 'backend_error', 'Backend service error'],
    ];
    let status = 0;
    const detail = 'because of this';
    const setup = await setUp({
      answer: (_request, response) => send(response, status, { detail }, { 'retry-after': '20' }),
    });
    for (const [given, errorType, message] of cases) {
      status = given;
      const result = await call(setup, 'update_task', { task_id: 7, title: 'x' }, { request_id: 'r-1' });
      expect(result.isError).toBe(true);
      expect(result.structuredContent, String(given)).toMatchObject({
        error_type: errorType,
        message,
        details: { status: given, request_id: 'r-1' },
      });
      expect('reason' in Object(result.structuredContent['details'])).toBe(given < 500);
    }
    const { structuredContent } = await call(setup, 'update_task', { task_id: 7, title: 'x' });
    expect(structuredContent['error_type']).toBe('backend_error');
    expect(setup.requests()).toHaveLength(cases.length + 1);
  });

  it('says when to come back', async () => {
    const setup = await setUp({
      answer: (_request, response) => send(response, 429, {}, { 'retry-after': '20' }),
    });
    const { structuredContent } = await call(setup, 'get_task', { task_id: 1 });
    expect(structuredContent).toMatchObject({
      error_type: 'rate_limit_error',
      details: { retry_after_seconds: 20 },
      suggestions: ['Try again in 20 seconds'],
    });
  });

  it("keeps the backend's words about fields, in its own form and in that of FastAPI", async () => {
    const own = { field: 'title', message: 'Too rude', received_value: 'damn', suggestion: 'Be kind' };
    const bodies = [
      { errors: [own] },
      { detail: [{ loc: ['body', 'title'], msg: 'Too rude', type: 'value_error', input: 'damn' }] },
    ];
    const setup = await setUp({ answer: (_request, response) => send(response, 422, bodies.shift()) });
    const first = await call(setup, 'create_task', { title: 'damn' });
    expect(first.structuredContent).toMatchObject({ error_type: 'validation_error', details: { fields: [own] } });
    expect(first.structuredContent['suggestions']).toEqual(['Be kind']);
    const second = await call(setup, 'create_task', { title: 'damn' });
    expect(second.structuredContent['details']).toEqual({ fields: [{ ...own, suggestion: null }] });
  });

  it('gives up in time', async () => {
    const setup = await setUp({ timeoutMs: 300, answer: () => undefined });
    const { structuredContent } = await call(setup, 'update_task', { task_id: 1, title: 'x' });
    expect(structuredContent).toMatchObject({ error_type: 'timeout_error', message: 'Request timed out' });
  });

  it('says that nobody listens, or that the connection broke', async () => {
    const setup = await setUp({ answer: (_request, response) => response.destroy() });
    const broken = await call(setup, 'create_task', { title: 'x' });
    const unreachable = { error_type: 'connection_error', message: 'Unable to connect to backend service' };
    expect(broken.structuredContent).toMatchObject(unreachable);
    expect(setup.requests()).toHaveLength(1);
    await setup.backend.stop();
    const refused = await call(setup, 'create_task', { title: 'x' });
    expect(refused.structuredContent).toMatchObject({ ...unreachable, details: { reason: 'ECONNREFUSED' } });
  });

  it('says so where the answer makes no sense', async () => {
    const bodies: unknown[] = [{ id: 'x' }, [], 'no', { ...TASK, priority: 'Extreme' }];
    const setup = await setUp({ answer: (_request, response) => send(response, 200, bodies.shift()) });
    while (bodies.length > 0) {
      const { structuredContent } = await call(setup, 'update_task', { task_id: 1, title: 'x' });
      expect(structuredContent).toMatchObject({ error_type: 'backend_error', message: 'Backend service error' });
    }
  });

  it('works on several calls at once, and answers each when it is done', async () => {
    const held: ServerResponse[] = [];
    const setup = await setUp({
      answer(request, response) {
        if (request.path === '/tasks/1') held.push(response);
        else send(response, 200, { ...TASK, id: 2 });
      },
    });
    const slow = call(setup, 'get_task', { task_id: 1 });
    const fast = await call(setup, 'get_task', { task_id: 2 });
    expect(fast.structuredContent['id']).toBe(2);
    const [response] = held;
    if (response !== undefined) send(response, 200, { ...TASK, id: 1 });
    expect((await slow).structuredContent['id']).toBe(1);
  });

  it('ends the request to the backend when the call is cancelled, and gives no answer', async () => {
    let isGone = false;
    const setup = await setUp({
      answer: (_request, response) => response.once('close', () => (isGone = true)),
    });
    void setup.client.request('tools/call', { name: 'create_task', arguments: { title: 'x' } }, 'c1');
    await waitUntil(() => setup.requests().length === 1);
    setup.client.notify('notifications/cancelled', { requestId: 'c1' });
    await waitUntil(() => isGone);
    await setup.client.request('ping');
    expect(setup.client.answers.map(({ id }) => id)).not.toContain('c1');
    expect(setup.lines.at(-1)).toMatchObject({ status_code: null, error: 'cancelled' });
  });

  it('ends its requests when the client is gone', async () => {
    let isGone = false;
    const setup = await setUp({
      answer: (_request, response) => response.once('close', () => (isGone = true)),
    });
    void setup.client.request('tools/call', { name: 'list_tasks' });
    await waitUntil(() => setup.requests().length === 1);
    setup.end();
    await waitUntil(() => isGone);
  });

  it('writes down each request to the backend, without a token and without words of a person', async () => {
    const setup = await setUp({ answer: (_request, response) => send(response, 201, TASK) });
    await call(setup, 'create_task', { title: 'top secret' }, { request_id: 'trace-2' });
    expect(setup.lines.at(-1)).toEqual({
      timestamp: '2026-11-15T12:00:00.000Z',
      event: 'backend_request',
      request_id: 'trace-2',
      user_id: 'alice',
      method: 'POST',
      endpoint: '/tasks',
      status_code: 201,
      duration_ms: 0,
      error: null,
    });
    expect(JSON.stringify(setup.lines)).not.toMatch(/secret|service-token/);
  });

  it('writes down the session that a call names, where it can stand in a log', async () => {
    const setup = await setUp({ answer: (_request, response) => send(response, 200, []) });
    for (const id of ['chat-42/a=', 'x'.repeat(201), 'two words', 7, undefined]) {
      await call(setup, 'list_tasks', {}, { session_id: id });
    }
    const asked = setup.lines.filter(({ endpoint }) => endpoint === '/tasks');
    expect(asked.map((line) => line.session_id)).toEqual(['chat-42/a=', undefined, undefined, undefined, undefined]);
    expect(setup.requests()).toHaveLength(5);
    expect(JSON.stringify(setup.requests())).not.toContain('chat-42');
  });
});
