import { waitUntil, type TestClient } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { makeTask, openTasks, resultOf } from './open-tasks.ts';
import { EXTENSION } from './serve-tasks.ts';

const TWO = { a: { era: 'stateless' }, b: { era: 'stateless' } } as const;
const NOT_FOUND = { code: -32602, message: 'Task not found' };
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

async function openTwo() {
  const opened = await openTasks({ servers: TWO });
  return { ...opened, one: opened.joinStateless(), two: opened.joinStateless() };
}

/** Listens for tasks, and waits until that is confirmed; gives what was confirmed. */
async function listenFor(client: TestClient, taskIds: readonly string[]): Promise<unknown> {
  const before = client.notifications.length;
  void client.request('subscriptions/listen', { notifications: { taskIds } }, 'stream');
  await waitUntil(() => client.notifications.length > before);
  return client.notifications[before]?.param('notifications');
}

describe('a stateless client', () => {
  it('discovers the extension only where a stateless server has it, and never the tasks of the handshake era', async () => {
    const mixed = await openTasks({ servers: { a: { era: 'stateless' }, b: { era: 'handshake' } } });
    const there = resultOf(await mixed.joinStateless().request('server/discover'))['capabilities'];
    expect(there).toMatchObject({ extensions: { [EXTENSION]: {} } });
    expect(there).not.toHaveProperty('tasks');
    const none = await openTasks({ servers: { a: { era: 'stateless', isPlain: true }, b: { era: 'handshake' } } });
    const capabilities = resultOf(await none.joinStateless().request('server/discover'))['capabilities'];
    expect(capabilities).not.toHaveProperty('extensions');
    expect(capabilities).not.toHaveProperty('tasks');
  });

  it('has an id of ours for a task, by which it gets, answers and cancels it', async () => {
    const { one, server } = await openTwo();
    const answer = await one.request('tools/call', { name: 'a__work', arguments: { x: 1 } });
    const { taskId, ...made } = resultOf(answer);
    expect(taskId).not.toContain('task-1');
    expect(made).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 600_000 });
    expect(resultOf(await one.request('tasks/get', { taskId }))).toMatchObject({
      resultType: 'complete',
      taskId,
      result: { content: [{ text: '{"x":1}' }] },
    });
    const inputResponses = { name: { action: 'accept' } };
    expect(resultOf(await one.request('tasks/update', { taskId, inputResponses }))).toEqual({ resultType: 'complete' });
    expect(server('a').tasks.get('task-1')?.status).toBe(JSON.stringify(inputResponses));
    await one.request('tasks/cancel', { taskId });
    expect(server('a').tasks.get('task-1')?.status).toBe('cancelled');
  });

  it('does not mix tasks of two servers that have one id', async () => {
    const { one, server } = await openTwo();
    await makeTask(one, 'a__work');
    await one.request('tasks/cancel', { taskId: await makeTask(one, 'b__work') });
    expect(server('a').tasks.get('task-1')?.status).toBe('working');
    expect(server('b').tasks.get('task-1')?.status).toBe('cancelled');
  });

  it('finds nothing under any other id, and not the methods of the other era', async () => {
    const { one, server } = await openTwo();
    const id = await makeTask(one, 'a__work');
    for (const taskId of ['task-1', '', '__proto__', 1, null, {}]) {
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        expect((await one.request(method, { taskId })).value('error')).toEqual(NOT_FOUND);
      }
    }
    for (const method of ['tasks/list', 'tasks/result']) {
      expect((await one.request(method, { taskId: id })).value('error')).toMatchObject({ code: -32601 });
    }
    expect(server('a').received.some(({ method }) => method?.startsWith('tasks/') === true)).toBe(false);
  });

  it('must say that it knows tasks, and has none made otherwise', async () => {
    const { joinStateless, one } = await openTwo();
    const plain = joinStateless({});
    const answer = await plain.request('tools/call', { name: 'a__work', arguments: {} });
    expect(resultOf(answer)).toMatchObject({ resultType: 'complete', content: [{ text: '{}' }] });
    const required = { code: -32021, data: { requiredCapabilities: { extensions: { [EXTENSION]: {} } } } };
    const taskId = await makeTask(one, 'a__work');
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect((await plain.request(method, { taskId })).value('error')).toMatchObject(required);
    }
    const listening = await plain.request('subscriptions/listen', { notifications: { taskIds: [taskId] } });
    expect(listening.value('error')).toMatchObject(required);
  });

  it('calls tools of the handshake era plainly, which do not offer it tasks', async () => {
    const { joinStateless, server, join } = await openTasks({ servers: { a: { era: 'handshake' } } });
    const client = joinStateless();
    expect(resultOf(await client.request('tools/list'))['tools']).toMatchObject([{ name: 'a__work', execution: {} }]);
    await client.request('tools/call', { name: 'a__work', arguments: {} });
    expect(server('a').tasks.size).toBe(0);
    const taskId = await makeTask(await join(), 'a__work');
    expect((await client.request('tasks/get', { taskId })).value('error')).toEqual(NOT_FOUND);
  });
});

describe('a stateless client that listens for tasks', () => {
  it('hears of those alone, under its ids', async () => {
    const { one, two, server } = await openTwo();
    const [first, other] = [await makeTask(one, 'a__work'), await makeTask(two, 'b__work')];
    await makeTask(two, 'a__work');
    expect(await listenFor(one, [first, 'unknown'])).toEqual({ taskIds: [first] });
    expect(await listenFor(two, [other])).toEqual({ taskIds: [other] });
    server('a').tell('task-2', 'not wanted');
    server('a').tell('task-1', 'of a');
    server('b').tell('task-1', 'of b');
    await waitUntil(() => one.notifications.length === 2 && two.notifications.length === 2);
    expect(one.notifications[1]?.value('params')).toMatchObject({
      taskId: first,
      status: 'of a',
      _meta: { [SUBSCRIPTION_ID]: 'stream' },
    });
    expect(two.notifications[1]?.value('params')).toMatchObject({ taskId: other, status: 'of b' });
  });

  it('has its server told that it wants to hear, by a client that knows tasks, and that it does no more', async () => {
    const { one, server } = await openTwo();
    await listenFor(one, [await makeTask(one, 'a__work')]);
    const listening = server('a').received.find(({ method }) => method === 'subscriptions/listen');
    expect(listening?.param('notifications')).toEqual({ taskIds: ['task-1'] });
    expect(listening?.param('_meta')).toMatchObject({
      'io.modelcontextprotocol/clientCapabilities': { extensions: { [EXTENSION]: {} } },
    });
    one.notify('notifications/cancelled', { requestId: 'stream' });
    await waitUntil(() => server('a').received.some(({ method }) => method === 'notifications/cancelled'));
  });
});
