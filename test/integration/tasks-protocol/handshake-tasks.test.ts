import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { makeTask, openTasks, resultOf } from './open-tasks.ts';
import { RELATED } from './serve-tasks.ts';

const TASKS = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
const NOT_FOUND = { code: -32602, message: 'Task not found' };
const TWO = { a: { era: 'handshake' }, b: { era: 'handshake' } } as const;
const FORM = { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } };

async function openTwo() {
  const opened = await openTasks({ servers: TWO });
  return { ...opened, one: await opened.join(), two: await opened.join() };
}

describe('a client of the handshake era', () => {
  it('is told of tasks only where a server of its era makes them', async () => {
    const { join } = await openTasks({ servers: { a: { era: 'handshake' }, b: { era: 'stateless' } } });
    const client = await join();
    expect(resultOf(await client.request('initialize', {}))['capabilities']).toMatchObject({ tasks: TASKS });
    const other = await openTasks({ servers: { a: { era: 'handshake', isPlain: true }, b: { era: 'stateless' } } });
    const capabilities = resultOf(await (await other.join()).request('initialize', {}))['capabilities'];
    expect(capabilities).not.toHaveProperty('tasks');
    expect(capabilities).not.toHaveProperty('extensions');
  });

  it('sees which tools make tasks, but those of stateless servers make none for it', async () => {
    const { join } = await openTasks({ servers: { a: { era: 'handshake' }, b: { era: 'stateless' } } });
    const client = await join();
    expect(resultOf(await client.request('tools/list'))['tools']).toMatchObject([
      { name: 'a__work', execution: { taskSupport: 'optional' } },
      { name: 'b__work', execution: {} },
    ]);
    const answer = await client.request('tools/call', { name: 'b__work', arguments: {}, task: {} });
    expect(resultOf(answer)['content']).toBeDefined();
  });

  it('has an id of ours for a task, by which it gets, awaits and cancels it', async () => {
    const { one, server } = await openTwo();
    const id = await makeTask(one, 'a__work', { text: 'x' });
    expect(id).not.toContain('task-1');
    const got = resultOf(await one.request('tasks/get', { taskId: id }));
    expect(got).toMatchObject({ taskId: id, status: 'working', ttl: 600_000 });
    const awaited = one.request('tasks/result', { taskId: id });
    await waitUntil(() => server('a').received.some(({ method }) => method === 'tasks/result'));
    expect(server('a').received.at(-1)?.param('taskId')).toBe('task-1');
    server('a').finish('task-1');
    expect(resultOf(await awaited)).toEqual({
      content: [{ type: 'text', text: '{"text":"x"}' }],
      _meta: { [RELATED]: { taskId: id } },
    });
    expect(resultOf(await one.request('tasks/cancel', { taskId: id }))).toMatchObject({
      taskId: id,
      status: 'cancelled',
    });
    expect(server('a').tasks.get('task-1')?.status).toBe('cancelled');
  });

  it('waits for a result for as long as it takes, and may give up', async () => {
    const { one, clock, server } = await openTwo();
    const id = await makeTask(one, 'a__work');
    void one.request('tasks/result', { taskId: id }, 'wait');
    await waitUntil(() => server('a').received.some(({ method }) => method === 'tasks/result'));
    clock.advance(500_000);
    expect(one.answers.some((answer) => answer.id === 'wait')).toBe(false);
    one.notify('notifications/cancelled', { requestId: 'wait' });
    await waitUntil(() => server('a').received.some(({ method }) => method === 'notifications/cancelled'));
  });

  it('does not mix tasks of two servers that have one id', async () => {
    const { one, server } = await openTwo();
    const [a, b] = [await makeTask(one, 'a__work', { at: 'a' }), await makeTask(one, 'b__work', { at: 'b' })];
    expect(a).not.toBe(b);
    await one.request('tasks/cancel', { taskId: b });
    expect([server('a').tasks.get('task-1')?.status, server('b').tasks.get('task-1')?.status]).toEqual([
      'working',
      'cancelled',
    ]);
  });

  it('lists its own tasks, whole, and no others', async () => {
    const { one, two } = await openTwo();
    const own = [await makeTask(one, 'a__work'), await makeTask(one, 'b__work')];
    const others = [await makeTask(two, 'a__work')];
    const idsOf = async (client: typeof one): Promise<unknown> =>
      Object(resultOf(await client.request('tasks/list'))['tasks']).map((task: { taskId: string }) => task.taskId);
    expect(await idsOf(one)).toEqual(own);
    expect(await idsOf(two)).toEqual(others);
    expect((await one.request('tasks/list', { cursor: 'x' })).value('error')).toMatchObject({ code: -32602 });
  });

  it('finds nothing under any other id, also not under that of the server', async () => {
    const { one, server } = await openTwo();
    await makeTask(one, 'a__work');
    const before = server('a').received.length;
    for (const taskId of ['task-1', '', '__proto__', 'constructor', 1, null, {}, ['task-1'], 'x'.repeat(100_000)]) {
      for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
        expect((await one.request(method, { taskId })).value('error')).toEqual(NOT_FOUND);
      }
    }
    expect((await one.request('tasks/update', { taskId: 'x' })).value('error')).toMatchObject({ code: -32601 });
    expect((await one.request('toolyard/tasks/watch', { taskId: 'x' })).value('error')).toMatchObject({ code: -32601 });
    expect(server('a').received.length).toBe(before);
  });

  it('gets results that speak of tasks in their own way as they are', async () => {
    const { one } = await openTwo();
    const structured = { taskId: 'task-1', task: { taskId: 'task-1' }, note: '"taskId"' };
    const answer = await one.request('tools/call', { name: 'a__work', arguments: structured });
    expect(resultOf(answer)['content']).toEqual([{ type: 'text', text: JSON.stringify(structured) }]);
  });

  it('sees its own id in what a server says that does not know the task', async () => {
    const { one, server } = await openTwo();
    const id = await makeTask(one, 'a__work');
    Object(server('a').tasks).clear();
    const error = (await one.request('tasks/get', { taskId: id })).value('error');
    expect(error).toEqual({ code: -32602, message: `Error: There is no task ${id} here` });
  });
});

describe('what a server says about a task', () => {
  it('reaches the client whose task it is alone, under its id', async () => {
    const { one, two, server } = await openTwo();
    const [first, second] = [await makeTask(one, 'a__work'), await makeTask(two, 'b__work')];
    server('a').tell('task-1', 'of a');
    server('b').tell('task-1', 'of b');
    server('b').tell('task-9', 'of nobody');
    await waitUntil(() => one.notifications.length + two.notifications.length === 2);
    expect(one.notifications[0]?.value('params')).toMatchObject({ taskId: first, status: 'of a' });
    expect(two.notifications[0]?.value('params')).toMatchObject({ taskId: second, status: 'of b' });
  });

  it('keeps the token of the call for progress after its answer', async () => {
    const { one, two, server } = await openTwo();
    const id = await makeTask(one, 'a__work', {}, { _meta: { progressToken: 'mine' } });
    const progressToken = server('a').tasks.get('task-1')?.progressToken;
    server('a').notify('notifications/progress', {
      progressToken,
      progress: 1,
      _meta: { [RELATED]: { taskId: 'task-1' } },
    });
    await waitUntil(() => one.notifications.length === 1);
    expect(one.notifications[0]?.value('params')).toEqual({
      progressToken: 'mine',
      progress: 1,
      _meta: { [RELATED]: { taskId: id } },
    });
    expect(two.notifications).toEqual([]);
  });

  it('reaches it as a log message too', async () => {
    const { one, two, server } = await openTwo();
    const id = await makeTask(one, 'a__work');
    server('a').notify('notifications/message', { level: 'info', data: 1, _meta: { [RELATED]: { taskId: 'task-1' } } });
    await waitUntil(() => one.notifications.length === 1);
    expect(one.notifications[0]?.param('_meta')).toEqual({ [RELATED]: { taskId: id } });
    expect(two.notifications).toEqual([]);
  });
});

describe('a question about a task', () => {
  it('reaches the client whose task it is, whoever else has calls in flight, and names the task to each side', async () => {
    const { one, two, server } = await openTwo();
    const id = await makeTask(one, 'a__work');
    const others = await makeTask(two, 'a__work');
    void two.request('tasks/result', { taskId: others });
    await waitUntil(() => server('a').received.some(({ method }) => method === 'tasks/result'));
    const asked = server('a').ask('elicitation/create', { ...FORM, _meta: { [RELATED]: { taskId: 'task-1' } } });
    await waitUntil(() => one.questions.length === 1);
    expect(one.questions[0]?.frame.param('_meta')).toEqual({ [RELATED]: { taskId: id } });
    one.respond(one.questions[0]?.frame, { action: 'accept', _meta: { [RELATED]: { taskId: id } } });
    expect((await asked).value('result')).toEqual({ action: 'accept', _meta: { [RELATED]: { taskId: 'task-1' } } });
    expect(two.questions).toEqual([]);
  });

  it('comes with the request that waits for the result', async () => {
    const { one, server } = await openTwo();
    const id = await makeTask(one, 'a__work');
    void one.request('tasks/result', { taskId: id }, 'wait');
    await waitUntil(() => server('a').received.some(({ method }) => method === 'tasks/result'));
    void server('a').ask('elicitation/create', { ...FORM, _meta: { [RELATED]: { taskId: 'task-1' } } });
    await waitUntil(() => one.questions.length === 1);
    expect(one.questions[0]?.relatedTo).toBe('wait');
  });

  it('is refused where the client has left or cannot be asked, and reaches the next that has the id', async () => {
    const { join, server, one } = await openTwo();
    const ask = () => server('a').ask('elicitation/create', { ...FORM, _meta: { [RELATED]: { taskId: 'task-1' } } });
    const id = await makeTask(one, 'a__work');
    await one.leave();
    expect((await ask()).value('error')).toEqual({ code: -32603, message: 'The client whose task it is has left.' });
    const mute = await join({});
    await mute.request('tasks/get', { taskId: id });
    expect((await ask()).value('error')).toEqual({ code: -32601, message: 'The client does not support elicitation.' });
    const next = await join();
    expect(resultOf(await next.request('tasks/get', { taskId: id }))).toMatchObject({ taskId: id });
    const asked = ask();
    await waitUntil(() => next.questions.length === 1);
    next.respond(next.questions[0]?.frame, { action: 'decline' });
    expect((await asked).value('result')).toEqual({ action: 'decline' });
  });
});

describe('the life of a task', () => {
  it('ends with the server that was restarted, which its client is told', async () => {
    const { one, restart } = await openTwo();
    const id = await makeTask(one, 'a__work');
    const kept = await makeTask(one, 'b__work');
    await restart('a');
    const again = await makeTask(one, 'a__work');
    expect((await one.request('tasks/get', { taskId: id })).value('error')).toEqual({
      code: -32602,
      message: 'Task not found: server "a" was restarted since, and its tasks are gone. Call the tool again.',
    });
    expect(again).not.toBe(id);
    expect(resultOf(await one.request('tasks/get', { taskId: again }))).toMatchObject({ taskId: again });
    expect(resultOf(await one.request('tasks/get', { taskId: kept }))).toMatchObject({ taskId: kept });
  });

  it('is not asked of another server that has one of the same id while its own is down', async () => {
    const { one, yard, server } = await openTwo();
    const id = await makeTask(one, 'a__work');
    await makeTask(one, 'b__work');
    await yard.disable('a');
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
      expect((await one.request(method, { taskId: id })).value('error')).toMatchObject({ code: -32602 });
    }
    expect(server('b').received.filter(({ method }) => method?.startsWith('tasks/'))).toEqual([]);
  });

  it('ends when its server does not keep it any more', async () => {
    const { join, clock } = await openTasks({ servers: { a: { era: 'handshake', ttl: 400_000 } } });
    const one = await join();
    const id = await makeTask(one, 'a__work');
    clock.advance(399_000);
    expect(resultOf(await one.request('tasks/get', { taskId: id }))).toMatchObject({ taskId: id });
    clock.advance(400_001);
    expect((await one.request('tasks/get', { taskId: id })).value('error')).toEqual(NOT_FOUND);
  });

  it('holds no slot of the call that began it', async () => {
    const { join } = await openTasks({ servers: { a: { era: 'handshake' } }, settings: { concurrentLimit: 1 } });
    const one = await join();
    const ids = [await makeTask(one, 'a__work'), await makeTask(one, 'a__work'), await makeTask(one, 'a__work')];
    expect(new Set(ids).size).toBe(3);
  });

  it('is in the copy of the server that its session has for itself', async () => {
    const definitions = { a: { sharing: 'per-session' } } as const;
    const { join, all } = await openTasks({ servers: { a: { era: 'handshake' } }, definitions });
    const [one, two] = [await join(), await join()];
    const first = await makeTask(one, 'a__work', { of: 'one' });
    const second = await makeTask(two, 'a__work', { of: 'two' });
    const copies = all('a').filter(({ tasks }) => tasks.size > 0);
    copies[1]?.tell('task-1', 'of two');
    await waitUntil(() => two.notifications.length === 1);
    expect(two.notifications[0]?.param('taskId')).toBe(second);
    expect(one.notifications).toEqual([]);
    expect((await two.request('tasks/get', { taskId: first })).value('error')).toEqual(NOT_FOUND);
    await one.request('tasks/cancel', { taskId: first });
    expect(copies.map(({ tasks }) => tasks.get('task-1')?.status)).toEqual(['cancelled', 'working']);
  });
});
