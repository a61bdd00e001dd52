import { createLinkPair, createRequest } from '@toolyard/core';
import { createFakeClock, createTestClient, waitUntil, type TestClient } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { TaskBackend } from '../backend-client/task-backend.ts';
import type { CallIdentity } from './mcp-caller.ts';
import { createTaskMcpServer } from './create-task-mcp-server.ts';

const UNDESCRIBED = { isDescribed: false, has: () => false, takes: () => false };

const OWNER: CallIdentity = { callerOf: () => ({ kind: 'trusted', defaultUser: 'alice' }) };

function setUp(
  send: TaskBackend['send'] = () => Promise.resolve({ status: 200, body: [] }),
  timeoutMs = 30_000,
  identity: CallIdentity = OWNER,
) {
  const clock = createFakeClock();
  const bugs: unknown[] = [];
  const server = createTaskMcpServer({
    backend: { send, features: () => Promise.resolve(UNDESCRIBED), close: () => Promise.resolve() },
    clock,
    newId: () => 'id',
    timeoutMs,
    serverInfo: { name: 'tasks', version: '1.2.3' },
    onBug: (error) => bugs.push(error),
  });
  const pair = createLinkPair();
  void server.accept(pair.near, identity);
  return { client: createTestClient(pair.far), clock, bugs };
}

async function errorOf(client: TestClient, method: string, params?: object): Promise<unknown> {
  return (await client.request(method, params)).value('error');
}

describe('McpSession', () => {
  it('shakes hands in the revision asked for, else in the newest it knows', async () => {
    const { client } = setUp();
    expect((await client.initialize('2025-06-18')).value('result')).toEqual({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'tasks', version: '1.2.3' },
      instructions: expect.any(String),
    });
    expect((await client.initialize('1999-01-01')).value('result')).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  it('offers ten tools in less than 4,000 tokens', async () => {
    const { client } = setUp();
    const answer = await client.request('tools/list');
    const { tools } = answer.value('result') as { tools: { name: string; inputSchema: object; annotations: object }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      'list_tasks',
      'create_task',
      'update_task',
      'delete_task',
      'mark_task_completed',
      'get_task',
      'reopen_task',
      'bulk_update_tasks',
      'list_tags',
      'task_summary',
    ]);
    // About four characters a token, with room for those who count otherwise.
    expect(answer.text('result')?.length).toBeLessThan(4000 * 3.3);
    for (const tool of tools) expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    const readOnly = tools.filter(({ annotations }) => 'readOnlyHint' in annotations && annotations.readOnlyHint);
    expect(readOnly.map(({ name }) => name)).toEqual(['list_tasks', 'get_task', 'list_tags', 'task_summary']);
  });

  it('shows a token that only reads no tool that writes, and all to those it does not know yet', async () => {
    const list = async (callerOf: CallIdentity['callerOf']): Promise<readonly string[]> => {
      const { client } = setUp(undefined, undefined, { callerOf });
      const { tools } = (await client.request('tools/list')).value('result') as { tools: { name: string }[] };
      return tools.map(({ name }) => name);
    };
    const reader = { kind: 'bound', user: 'alice', scopes: ['tasks:read'] } as const;
    expect(await list(() => reader)).toEqual(['list_tasks', 'get_task', 'list_tags', 'task_summary']);
    expect(await list(async () => ({ ...reader, scopes: ['tasks:read', 'tasks:write'] }))).toHaveLength(10);
    expect(await list(() => ({ kind: 'unknown' }))).toHaveLength(10);
    expect(await list(() => Promise.reject(new Error('the backend is away')))).toHaveLength(10);
  });

  it('answers a ping, and refuses what it does not have', async () => {
    const { client } = setUp();
    expect((await client.request('ping')).value('result')).toEqual({});
    const unknown = { code: -32602, message: 'Tool not found: drop_tasks' };
    expect(await errorOf(client, 'tools/call', { name: 'drop_tasks' })).toEqual(unknown);
    expect(await errorOf(client, 'tools/list', { cursor: 'x' })).toEqual({ code: -32602, message: 'Invalid cursor' });
    for (const method of ['resources/list', 'prompts/list', 'logging/setLevel', 'toolyard/status']) {
      expect(await errorOf(client, method)).toEqual({ code: -32601, message: `Method not found: ${method}` });
    }
  });

  it('takes no second request with an id that is open', async () => {
    const { client } = setUp(() => new Promise(() => undefined));
    client.send(createRequest('same', 'tools/call', { name: 'list_tasks' }));
    client.send(createRequest('same', 'ping'));
    await waitUntil(() => client.answers.length === 1);
    expect(client.answers[0]?.value('error')).toMatchObject({ code: -32600 });
  });

  it('ends a call that takes several requests when its time is over', async () => {
    const { client, clock } = setUp((_request, signal) => {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }, 5000);
    const answer = client.request('tools/call', { name: 'task_summary' });
    await waitUntil(() => clock.pending === 1);
    clock.advance(5000);
    expect((await answer).value('result')).toMatchObject({
      isError: true,
      structuredContent: { error_type: 'timeout_error' },
    });
    expect(clock.pending).toBe(0);
  });

  it('tells a bug to its host, and nothing of it to the client', async () => {
    const { client, bugs } = setUp(() => Promise.reject(new TypeError('secret is undefined')));
    const answer = await client.request('tools/call', { name: 'list_tasks' });
    expect(answer.value('result')).toMatchObject({ isError: true, structuredContent: { error_type: 'backend_error' } });
    expect(answer.text('result')).not.toContain('secret');
    expect(bugs).toHaveLength(1);
  });
});
