import {
  createLinkPair,
  createNotification,
  createRequest,
  createResponse,
  type Frame,
  type Link,
  type RequestId,
} from '@toolyard/core';
import { createFakeClock, createMemoryLog, waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { splitEras } from './split-eras.ts';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const ABLE = { ...META, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };

/** A client on one channel, and what serves it: every request is answered with its method, except those named "silent". */
function setUp() {
  const clock = createFakeClock();
  const pair = createLinkPair();
  onTestFinished(() => pair.far.close());
  const seen: unknown[] = [];
  pair.far.receive((frame) => void seen.push(JSON.parse(Buffer.from(frame.bytes).toString())));
  const links: { link: Link; received: Frame[]; session: string; end?: string }[] = [];
  const session = splitEras({
    client: pair.near,
    clock,
    log: createMemoryLog(),
    accept(link, about) {
      const served: (typeof links)[number] = { link, received: [], ...about };
      links.push(served);
      void link.closed.then(({ reason }) => (served.end = reason));
      link.receive((frame) => {
        served.received.push(frame);
        const isSilent = frame.param('name') === 'silent' || !frame.isRequest || frame.id === undefined;
        return isSilent ? undefined : link.send(createResponse(frame.id, `{"m":${JSON.stringify(frame.method)}}`));
      });
    },
  });
  const heard: Frame[] = [];
  session.receive((frame) => void heard.push(frame));
  const ask = (id: RequestId, method: string, params: object = {}, meta: object = META): void =>
    void pair.far.send(createRequest(id, method, { ...params, _meta: meta }));
  return { clock, client: pair.far, seen, links, session, heard, ask };
}

it('serves each stateless request over a link of its own, all under one name', async () => {
  const { ask, seen, links, heard } = setUp();
  ask(1, 'tools/list');
  ask('1', 'prompts/list');
  await waitUntil(() => seen.length === 2);
  expect(seen).toMatchObject([
    { id: 1, result: { m: 'tools/list', resultType: 'complete' } },
    { id: '1', result: { m: 'prompts/list', resultType: 'complete' } },
  ]);
  expect(links.map(({ end }) => end)).toEqual(['was closed', 'was closed']);
  expect(new Set(links.map(({ session }) => session)).size).toBe(1);
  expect(heard).toEqual([]);
});

it('gives everything else to the one session', async () => {
  const { client, session, heard, seen, links } = setUp();
  void client.send(createRequest(0, 'initialize', {}));
  void client.send(createNotification('notifications/initialized'));
  void client.send(createNotification('notifications/cancelled', { requestId: 5 }));
  void client.send(createResponse('q', '{}'));
  await waitUntil(() => heard.length === 4);
  void session.send(createResponse(0, '{}'));
  await waitUntil(() => seen.length === 1);
  expect(links).toEqual([]);
});

it('keeps what a session is told from a client that has none', async () => {
  const { client, session, ask, seen, heard } = setUp();
  const log = createNotification('notifications/message', { level: 'info', data: 'x' });
  void session.send(log);
  ask(1, 'tools/list');
  await waitUntil(() => seen.length === 1);
  void client.send(createNotification('notifications/cancelled', { requestId: 1 }));
  await waitUntil(() => heard.length === 1);
  void session.send(log);
  ask(3, 'tools/list');
  await waitUntil(() => seen.length === 2);
  void client.send(createRequest(2, 'ping'));
  await waitUntil(() => {
    void session.send(log);
    return seen.length > 2;
  });
  expect(seen.slice(0, 3)).toMatchObject([{ id: 1 }, { id: 3 }, { method: 'notifications/message' }]);
});

it('cancels a request by its id, and does not answer it', async () => {
  const { client, ask, links, seen, heard } = setUp();
  ask(1, 'tools/call', { name: 'silent' });
  await waitUntil(() => links[0]?.received.length === 1);
  void client.send(createNotification('notifications/cancelled', { requestId: 1 }));
  await waitUntil(() => links[0]?.end !== undefined);
  expect(links[0]?.end).toBe('went away');
  ask(1, 'tools/list');
  await waitUntil(() => seen.length > 0);
  expect(seen).toMatchObject([{ id: 1, result: { m: 'tools/list' } }]);
  expect(heard).toEqual([]);
});

it.each([
  ['another revision', 'tools/list', { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }, -32022],
  ['no envelope', 'server/discover', {}, -32602],
  ['a method that is gone', 'ping', META, -32601],
  ['a method of our own', 'toolyard/state', META, -32601],
])('refuses %s', async (_what, method, meta, code) => {
  const { ask, seen, links, heard } = setUp();
  ask('x', method, {}, meta);
  await waitUntil(() => seen.length === 1);
  expect(seen).toMatchObject([{ id: 'x', error: { code } }]);
  expect([links, heard]).toEqual([[], []]);
});

it('refuses an id that is still open, and goes on with the first', async () => {
  const { ask, seen, links } = setUp();
  ask(1, 'tools/call', { name: 'silent' });
  ask(1, 'tools/list');
  await waitUntil(() => seen.length === 1);
  expect(seen).toMatchObject([{ id: 1, error: { code: -32600 } }]);
  void links[0]?.link.send(createResponse(1, '{}'));
  await waitUntil(() => seen.length === 2);
  expect(seen[1]).toMatchObject({ id: 1, result: { resultType: 'complete' } });
});

it('tells several subscriptions apart by their ids', async () => {
  const { client, ask, seen, links } = setUp();
  ask(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  ask(2, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  await waitUntil(() => seen.length === 2);
  for (const { link } of links) void link.send(createNotification('notifications/tools/list_changed'));
  await waitUntil(() => seen.length === 4);
  void client.send(createNotification('notifications/cancelled', { requestId: 1 }));
  await waitUntil(() => links[0]?.end !== undefined);
  void links[1]?.link.send(createNotification('notifications/tools/list_changed'));
  await waitUntil(() => seen.length === 5);
  const id = 'io.modelcontextprotocol/subscriptionId';
  expect(seen).toMatchObject([1, 2, 1, 2, 2].map((number) => ({ params: { _meta: { [id]: number } } })));
});

it('asks, and goes on with the answer', async () => {
  const { clock, ask, seen, links } = setUp();
  ask(1, 'tools/call', { name: 'silent' }, ABLE);
  await waitUntil(() => links[0]?.received.length === 2);
  void links[0]?.link.send(createRequest('q', 'elicitation/create', { message: 'Who?' }), 1);
  clock.advance(10);
  await waitUntil(() => seen.length === 1);
  expect(seen[0]).toMatchObject({ id: 1, result: { resultType: 'input_required' } });
  const { requestState } = Object(seen[0]).result;
  const inputResponses = { 'question-1': { action: 'decline' } };
  ask(2, 'tools/call', { name: 'silent', inputResponses, requestState }, ABLE);
  await waitUntil(() => links[0]?.received.length === 3);
  expect(links[0]?.received[2]?.value('result')).toEqual({ action: 'decline' });
  void links[0]?.link.send(createResponse(1, '{"done":true}'));
  await waitUntil(() => seen.length === 2);
  expect(seen[1]).toMatchObject({ id: 2, result: { done: true, resultType: 'complete' } });
});

it('says that no answer will come where it is closed, and ends its subscriptions', async () => {
  const { ask, seen, links, session } = setUp();
  ask(1, 'tools/call', { name: 'silent' });
  ask(2, 'subscriptions/listen', { notifications: {} });
  await waitUntil(() => seen.length === 1);
  for (const { link } of links) await link.close();
  await waitUntil(() => seen.length === 3);
  expect(seen).toMatchObject([{ params: {} }, { id: 1, error: { code: -32000 } }, { id: 2, result: {} }]);
  await session.close();
});

it('ends all that is open, or waits, with the client', async () => {
  const { clock, client, ask, links } = setUp();
  ask(1, 'tools/call', { name: 'silent' });
  ask(2, 'tools/call', { name: 'silent' }, ABLE);
  await waitUntil(() => links[1]?.received.length === 2);
  void links[1]?.link.send(createRequest('q', 'elicitation/create', {}), 2);
  clock.advance(10);
  await client.close();
  await waitUntil(() => links.every(({ end }) => end !== undefined));
  expect(clock.pending).toBe(0);
});
