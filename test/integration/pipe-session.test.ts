import {
  CONTROL_ENDING,
  createLinkPair,
  createNotification,
  createResponse,
  type Frame,
  type Link,
} from '@toolyard/core';
import { pipeSession } from '@toolyard/gateway';
import {
  createMemoryLog,
  createTestClient,
  waitUntil,
  type FakeServer,
  type FakeServerOptions,
  type MemoryLog,
  type TestClient,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import { openTestGateway } from './open-test-gateway.ts';

const servers: Record<string, FakeServerOptions> = {
  a: {
    tools: ['quick', 'slow'],
    capabilities: { tools: {}, resources: { subscribe: true } },
    call: (name) => (name === 'slow' ? undefined : '{"content":[]}'),
    answer: (request) =>
      request.method === 'resources/list' ? '{"resources":[{"uri":"a://1"},{"uri":"a://2"},{"uri":"a://3"}]}' : '{}',
  },
};

function openPipe(open: (link: Link) => Promise<Link> = async (link) => link): {
  client: TestClient;
  leave: () => Promise<void>;
  kill: () => void;
  /** As a yard that a person ends. */
  end: () => void;
  ended: Promise<void>;
  opened: () => number;
  log: MemoryLog;
  /** What the last gateway's server received. */
  received: () => readonly Frame[];
  server: () => FakeServer;
} {
  const toClient = createLinkPair();
  let kill: () => void = () => undefined;
  let end: () => void = () => undefined;
  let current: (() => FakeServer) | undefined;
  const server = (): FakeServer => {
    if (current === undefined) throw new Error('no gateway');
    return current();
  };
  let count = 0;
  const openGateway = (): Link => {
    count++;
    const { gateway, server: serverOf } = openTestGateway(servers);
    current = () => serverOf('a');
    const pair = createLinkPair();
    gateway.accept(pair.near);
    kill = () => pair.breakOff('was killed');
    end = () => {
      void pair.near.send(createNotification(CONTROL_ENDING));
      kill();
    };
    return pair.far;
  };
  const log = createMemoryLog();
  const ended = pipeSession({
    client: toClient.near,
    gateway: openGateway(),
    reopen: () => open(openGateway()),
    log,
  });
  return {
    log,
    client: createTestClient(toClient.far),
    leave: () => toClient.far.close(),
    kill: () => kill(),
    end: () => end(),
    ended,
    opened: () => count,
    received: () => server().received,
    server,
  };
}

it('keeps a session alive when its gateway is killed', async () => {
  const { client, kill, opened } = openPipe();
  await client.initialize();
  await client.request('tools/list');
  const lost = client.request('tools/call', { name: 'a__slow' });
  await client.request('ping');
  kill();
  expect((await lost).value('error')).toEqual({
    code: -32000,
    message: 'The running Toolyard ended before it answered. Try again.',
  });
  await waitUntil(() => client.notifications.some((frame) => frame.method === 'notifications/tools/list_changed'));
  expect((await client.request('tools/call', { name: 'a__quick' })).text('result')).toBe('{"content":[]}');
  expect(opened()).toBe(2);
  expect(client.answers.filter((frame) => String(frame.id).startsWith('toolyard'))).toEqual([]);
});

it('opens no other gateway for one that a person ended, until the client asks for something', async () => {
  const { client, end, leave, ended, opened, log } = openPipe();
  await client.initialize();
  end();
  await waitUntil(() => log.at('warning').some((line) => line.includes('the next request looks for another')));
  // It is nothing that anybody waits for.
  client.notify('notifications/roots/list_changed');
  await new Promise((resolve) => void setImmediate(resolve));
  expect(opened()).toBe(1);
  const answer = await client.request('tools/list');
  expect(answer.value('result')).toMatchObject({ tools: [{ name: 'a__quick' }, { name: 'a__slow' }] });
  expect(opened()).toBe(2);
  expect(client.notifications.map(({ method }) => method)).not.toContain(CONTROL_ENDING);

  end();
  await leave();
  await ended;
  expect(opened()).toBe(2);
});

it('answers a ping itself while no gateway is wanted', async () => {
  const { client, end, opened, log } = openPipe();
  await client.initialize();
  end();
  await waitUntil(() => log.at('warning').length === 1);
  expect((await client.request('ping')).text('result')).toBe('{}');
  expect((await client.request('ping', {}, 'again')).id).toBe('again');
  expect(opened()).toBe(1);
  const [tools, ping] = await Promise.all([client.request('tools/list'), client.request('ping')]);
  expect([tools, ping].map((answer) => answer.text('error'))).toEqual([undefined, undefined]);
  expect(opened()).toBe(2);
});

it('looks for another gateway where a person ended one that had not answered the handshake', async () => {
  const [toClient, first, second] = [createLinkPair(), createLinkPair(), createLinkPair()];
  const log = createMemoryLog();
  void pipeSession({ client: toClient.near, gateway: first.near, reopen: async () => second.near, log });
  first.far.receive((frame) => {
    if (frame.method !== 'initialize') return undefined;
    void first.far.send(createNotification(CONTROL_ENDING));
    first.breakOff('was ended');
    return undefined;
  });
  second.far.receive(({ id }) => (id === undefined ? undefined : second.far.send(createResponse(id, '{}'))));
  const client = createTestClient(toClient.far);
  void client.initialize();
  await waitUntil(() => client.answers.length === 1);
  expect(client.answers.map((answer) => answer.text('result'))).toEqual(['{}']);
  expect(log.at('warning')).toEqual(['The running Toolyard is gone (was ended); looking for another.']);
});

it('makes the handshake again where it was not answered yet', async () => {
  const { client, kill } = openPipe();
  kill();
  expect((await client.initialize()).value('result')).toMatchObject({ serverInfo: { name: 'toolyard' } });
});

it('ends with the client', async () => {
  const { client, leave, ended } = openPipe();
  await client.initialize();
  await leave();
  await ended;
});

it('ends with the client also while another gateway is looked for, and closes the one that is found', async () => {
  let find: () => void = () => undefined;
  let found: Link | undefined;
  const { client, kill, leave, ended } = openPipe(
    (link) =>
      new Promise((resolve) => {
        found = link;
        find = () => resolve(link);
      }),
  );
  await client.initialize();
  kill();
  await waitUntil(() => found !== undefined);
  await leave();
  await ended;
  find();
  expect(await found?.closed).toMatchObject({ expected: true });
});

it('subscribes again at the next gateway', async () => {
  const { client, kill, received } = openPipe();
  await client.initialize();
  for (const uri of ['a://1', 'a://2', 'a://3']) await client.request('resources/subscribe', { uri });
  await client.request('resources/unsubscribe', { uri: 'a://2' });
  const before = client.answers.length;
  kill();
  await waitUntil(() => client.notifications.length > 0);
  const asked = (): unknown[] =>
    received()
      .filter((frame) => frame.method === 'resources/subscribe')
      .map((frame) => frame.param('uri'));
  await waitUntil(() => asked().length === 2);
  expect(asked()).toEqual(['a://1', 'a://3']);
  await client.request('ping');
  expect(client.answers).toHaveLength(before + 1);
});

it('answers no request that the client took back before its gateway was killed', async () => {
  const { client, kill } = openPipe();
  await client.initialize();
  await client.request('tools/list');
  void client.request('tools/call', { name: 'a__slow' }, 'mine');
  client.notify('notifications/cancelled', { requestId: 'mine' });
  await client.request('ping');
  kill();
  await waitUntil(() => client.notifications.length > 0);
  await client.request('ping');
  expect(client.answers.filter((frame) => frame.id === 'mine')).toEqual([]);
});

it('passes questions and answers on, and takes back those of a gateway that is gone', async () => {
  const { client, kill, server, opened } = openPipe();
  await client.initialize('2025-11-25', { elicitation: {} });
  const ask = async (index: number): Promise<{ answer: Promise<Frame>; question: Frame }> => {
    void client.request('tools/call', { name: 'a__slow' });
    await waitUntil(() => server().received.some((frame) => frame.method === 'tools/call'));
    const answer = server().ask('elicitation/create', { message: `question ${index}` });
    await waitUntil(() => client.questions.length > index);
    const question = client.questions[index]?.frame;
    if (question === undefined) throw new Error('no question');
    return { answer, question };
  };
  const first = await ask(0);
  expect(client.questions[0]?.relatedTo).toBe(2);
  client.respond(first.question, { n: 0 });
  expect((await first.answer).value('result')).toEqual({ n: 0 });
  void server().ask('elicitation/create', { message: 'question 1' });
  await waitUntil(() => client.questions.length === 2);
  const old = client.questions[1]?.frame;
  kill();
  await waitUntil(() => client.notifications.some((frame) => frame.method === 'notifications/cancelled'));
  expect(client.notifications[0]?.value('params')).toEqual({
    requestId: old?.id,
    reason: 'the running Toolyard ended',
  });
  await waitUntil(() => opened() === 2);
  const next = await ask(2);
  expect(next.question.id).not.toBe(first.question.id);
  client.respond(old, { n: 1 });
  client.respond(next.question, { n: 2 });
  expect((await next.answer).value('result')).toEqual({ n: 2 });
});

it('names the session to the gateway, and lets no client do so', async () => {
  const [toClient, toGateway] = [createLinkPair(), createLinkPair()];
  const received: Frame[] = [];
  toGateway.far.receive((frame) => void received.push(frame));
  void pipeSession({
    client: toClient.near,
    gateway: toGateway.near,
    reopen: () => Promise.reject(new Error('no other')),
    log: { write: () => undefined },
    session: 'stateless',
  });
  const client = createTestClient(toClient.far);
  client.notify('notifications/toolyard/session', { session: 'of somebody else' });
  client.notify('notifications/initialized');
  await waitUntil(() => received.length === 2);
  expect(received.map((frame) => [frame.method, frame.param('session')])).toEqual([
    ['notifications/toolyard/session', 'stateless'],
    ['notifications/initialized', undefined],
  ]);
});

it('answers all that a client waits for with the reason where no other gateway can be had', async () => {
  let fail: ((error: Error) => void) | undefined;
  const { client, kill, ended } = openPipe(() => new Promise((_, reject) => (fail = reject)));
  await client.initialize();
  kill();
  await waitUntil(() => fail !== undefined);
  const waiting = client.request('tools/list');
  setImmediate(() => fail?.(new Error('no other')));
  await expect(ended).rejects.toThrow('no other');
  expect((await waiting).value('error')).toEqual({ code: -32000, message: 'no other' });
});

it.each([
  [false, 'the reason'],
  [true, 'Toolyard cannot serve this at the moment.'],
])('tells a client why its first gateway could not be opened, unless it is remote (%s)', async (remote, message) => {
  const toClient = createLinkPair();
  const client = createTestClient(toClient.far);
  const asked = client.request('initialize', {});
  let fail: (error: Error) => void = () => undefined;
  const gateway = new Promise<Link>((_, reject) => (fail = reject));
  const reopen = (): Promise<Link> => Promise.reject(new Error('not asked'));
  const log = { write: () => undefined };
  const piped = pipeSession({ client: toClient.near, gateway, reopen, log, remote });
  setImmediate(() => fail(new Error('the reason')));
  await expect(piped).rejects.toThrow('the reason');
  expect((await asked).value('error')).toEqual({ code: -32000, message });
});
