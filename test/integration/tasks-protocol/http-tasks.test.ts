import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { messagesIn, openFront, readEvents } from '../http/open-front.ts';
import { ENVELOPE, postStateless } from '../http/post-stateless.ts';
import { openTasks } from './open-tasks.ts';
import { EXTENSION } from './serve-tasks.ts';

const META = { ...ENVELOPE, 'io.modelcontextprotocol/clientCapabilities': { extensions: { [EXTENSION]: {} } } };

async function openHttp() {
  const opened = await openTasks({ servers: { a: { era: 'stateless' } } });
  const { url } = await openFront({ accept: (link, about) => void opened.gateway.accept(link, about) });
  const post = async (method: string, params: Readonly<Record<string, unknown>>, headers = {}) => {
    const named = typeof params['taskId'] === 'string' ? { 'mcp-name': params['taskId'] } : {};
    const response = await postStateless(url, method, { params, meta: META, headers: { ...named, ...headers } });
    return { status: response.status, ...JSON.parse(await response.text()) };
  };
  const made = await post('tools/call', { name: 'a__work', arguments: {} });
  return { ...opened, url, post, taskId: String(made.result.taskId) };
}

describe('a stateless client over HTTP', () => {
  it('names the task in a header too, which must be the one of the body', async () => {
    const { post, taskId, server } = await openHttp();
    expect(await post('tasks/get', { taskId })).toMatchObject({ status: 200, result: { taskId, status: 'working' } });
    for (const name of ['task-1', '']) {
      const answer = await post('tasks/cancel', { taskId }, { 'mcp-name': name });
      expect(answer).toMatchObject({ status: 400, error: { code: -32020 } });
    }
    expect(server('a').tasks.get('task-1')?.status).toBe('working');
    expect(await post('tasks/get', { taskId: 'task-1' })).toMatchObject({
      status: 200,
      error: { code: -32602, message: 'Task not found' },
    });
  });

  it('is told with a status of its own where it does not say that it knows tasks', async () => {
    const { url, taskId } = await openHttp();
    const response = await postStateless(url, 'tasks/get', { params: { taskId }, headers: { 'mcp-name': taskId } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { extensions: { [EXTENSION]: {} } } } },
    });
  });

  it('hears of a task on a stream until it closes that', async () => {
    const { url, taskId, server } = await openHttp();
    const ending = new AbortController();
    const params = { notifications: { taskIds: [taskId] } };
    const response = await postStateless(url, 'subscriptions/listen', { params, meta: META, signal: ending.signal });
    const confirmed = messagesIn(await readEvents(response, (events) => events.length > 0));
    expect(confirmed).toMatchObject([{ params: { notifications: { taskIds: [taskId] } } }]);
    server('a').tell('task-1', 'completed');
    const told = messagesIn(await readEvents(response, (events) => events.length > 0));
    expect(told).toMatchObject([{ method: 'notifications/tasks', params: { taskId, status: 'completed' } }]);
    ending.abort();
    await waitUntil(() => server('a').received.some(({ method }) => method === 'notifications/cancelled'));
  });
});
