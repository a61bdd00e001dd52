import { createLinkPair, createNotification, createRequest, type RequestId } from '@toolyard/core';
import {
  createFakeClock,
  createMemoryLog,
  recordLink,
  serveFakeStateless,
  waitUntil,
  type FakeStatelessOptions,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createStatelessLink } from './create-stateless-link.ts';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

function open(options: FakeStatelessOptions = {}) {
  const pair = createLinkPair();
  const server = serveFakeStateless(pair.far, options);
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const link = createStatelessLink(pair.near, { clock, log, server: 'far' });
  return { pair, server, clock, log, link, ...recordLink(link) };
}

describe('subscriptions', () => {
  const capabilities = { tools: { listChanged: true }, resources: { subscribe: true } };
  const listens = (server: ReturnType<typeof open>['server']): unknown[] =>
    server.of('subscriptions/listen').map((frame) => frame.param('notifications'));

  async function openListening(options: FakeStatelessOptions = {}) {
    const opened = open({ capabilities, ...options });
    await opened.shakeHands();
    await waitUntil(() => opened.server.of('subscriptions/listen').length === 1);
    return opened;
  }

  it('share one stream, which is replaced when what is wanted changes', async () => {
    const { ask: request, server } = await openListening();
    const answers = await Promise.all([
      request(2, 'resources/subscribe', { uri: 'a:1' }),
      request(3, 'resources/subscribe', { uri: 'a:2' }),
    ]);
    expect(answers.map((answer) => answer.value('result'))).toEqual([{}, {}]);
    await request(4, 'resources/unsubscribe', { uri: 'a:1' });
    await waitUntil(() => server.of('notifications/cancelled').length === 2);
    expect(listens(server)).toEqual([
      { toolsListChanged: true },
      { toolsListChanged: true, resourceSubscriptions: ['a:1', 'a:2'] },
      { toolsListChanged: true, resourceSubscriptions: ['a:2'] },
    ]);
    const ids = server.of('subscriptions/listen').map(({ id }) => id);
    expect(server.of('notifications/cancelled').map((frame) => frame.param('requestId'))).toEqual(ids.slice(0, 2));
  });

  it('of a resource that is listened to already need no other stream', async () => {
    const { ask: request, server } = await openListening();
    await request(2, 'resources/subscribe', { uri: 'a:1' });
    await request(3, 'resources/subscribe', { uri: 'a:1' });
    expect(listens(server)).toHaveLength(2);
  });

  it('are answered when the server agreed, and refused where it does not', async () => {
    const {
      ask: request,
      server,
      answers,
      link,
    } = await openListening({
      answer: (given) => (given.method === 'subscriptions/listen' && given.id !== 'listen/1' ? 'never' : undefined),
    });
    server.notify('notifications/subscriptions/acknowledged', {
      notifications: { toolsListChanged: true },
      _meta: { [SUBSCRIPTION_ID]: 'listen/1' },
    });
    void link.send(createRequest(2, 'resources/subscribe', { uri: 'a:1' }));
    const refused = request(3, 'resources/subscribe', { uri: 'a:2' });
    await waitUntil(() => listens(server).length === 2);
    expect(answers(2)).toEqual([]);
    server.notify('notifications/subscriptions/acknowledged', {
      notifications: { resourceSubscriptions: ['a:1'] },
      _meta: { [SUBSCRIPTION_ID]: 'listen/2' },
    });
    expect((await refused).value('error')).toEqual({
      code: -32602,
      message: 'The server sends no change notifications for a:2',
    });
    expect(answers(2)[0]?.value('result')).toEqual({});
    expect(listens(server)).toHaveLength(2);
  });

  it('are also agreed to by a server that does not say which stream it means', async () => {
    const {
      ask: request,
      shakeHands,
      server,
    } = open({
      capabilities,
      answer: (given) => {
        if (given.method !== 'subscriptions/listen') return undefined;
        server.notify('notifications/subscriptions/acknowledged', { notifications: given.param('notifications') });
        return 'never';
      },
    });
    await shakeHands();
    expect((await request(2, 'resources/subscribe', { uri: 'a:1' })).value('result')).toEqual({});
  });

  it('fail with the error of a server that knows no streams, which is not asked again by itself', async () => {
    const error = { code: -32601, message: 'what?' };
    const {
      ask: request,
      server,
      clock,
    } = await openListening({
      answer: (given) => (given.method === 'subscriptions/listen' ? { error } : undefined),
    });
    expect((await request(2, 'resources/subscribe', { uri: 'a:1' })).value('error')).toEqual(error);
    clock.advance(600_000);
    await request(3, 'tools/list');
    expect(listens(server)).toHaveLength(2);
  });

  it('fail where the server does not say within 10 s what it will tell of', async () => {
    const { link, answers, server, clock } = await openListening({
      answer: (given) => (given.method === 'subscriptions/listen' ? 'never' : undefined),
    });
    clock.advance(10_000);
    await waitUntil(() => server.of('notifications/cancelled').length === 1);
    void link.send(createRequest(2, 'resources/subscribe', { uri: 'a:1' }));
    await waitUntil(() => listens(server).length === 2);
    clock.advance(10_000);
    await waitUntil(() => answers(2).length === 1);
    expect(answers(2)[0]?.value('error')).toMatchObject({ code: -32000 });
  });

  it('without a "uri" are refused', async () => {
    const { ask: request } = await openListening();
    expect((await request(2, 'resources/subscribe', {})).value('error')).toMatchObject({ code: -32602 });
  });

  it('that were taken back before the answer get none', async () => {
    const { link, ask: request, answers, server } = await openListening();
    void link.send(createRequest(2, 'resources/subscribe', { uri: 'a:1' }));
    void link.send(createNotification('notifications/cancelled', { requestId: 2 }));
    await request(3, 'tools/list');
    expect(answers(2)).toEqual([]);
    expect(server.of('notifications/cancelled').map((frame) => frame.param('requestId'))).not.toContain(2);
  });

  it('tell of changes without the id of their stream', async () => {
    const { server, notices } = await openListening();
    const meta = { [SUBSCRIPTION_ID]: 'listen/1', other: 1 };
    server.notify('notifications/tools/list_changed', { _meta: meta });
    server.notify('notifications/resources/updated', { uri: 'a:1', _meta: meta });
    await waitUntil(() => notices('notifications/resources/updated').length === 1);
    expect(notices('notifications/tools/list_changed')[0]?.value('params')).toEqual({ _meta: { other: 1 } });
    expect(notices('notifications/resources/updated')[0]?.value('params')).toEqual({ uri: 'a:1', _meta: { other: 1 } });
  });

  it('tell nothing on a stream that was replaced, or that nobody opened', async () => {
    const { server, ask: request, notices } = await openListening();
    await request(2, 'resources/subscribe', { uri: 'a:1' });
    for (const id of ['listen/1', 'listen/7', 3]) {
      server.notify('notifications/tools/list_changed', { _meta: { [SUBSCRIPTION_ID]: id } });
    }
    await request(3, 'tools/list');
    expect(notices('notifications/tools/list_changed')).toEqual([]);
  });

  it.each([
    ['a result', (server: ReturnType<typeof open>['server'], id: RequestId) => server.answer(id, { result: {} })],
    [
      'a cancellation',
      (server: ReturnType<typeof open>['server'], id: RequestId) =>
        server.notify('notifications/cancelled', { requestId: id }),
    ],
  ])(
    'are begun again when the server ends their stream with %s, and everything may have changed',
    async (_how, end) => {
      const { server, ask: request, notices, clock } = await openListening();
      await request(2, 'resources/subscribe', { uri: 'a:1' });
      end(server, 'listen/2');
      await request(3, 'tools/list');
      expect(listens(server)).toHaveLength(2);
      clock.advance(1000);
      await waitUntil(() => listens(server).length === 3);
      expect(listens(server)[2]).toEqual(listens(server)[1]);
      await waitUntil(() => notices('notifications/resources/updated').length === 1);
      expect(notices('notifications/tools/list_changed')).toHaveLength(1);
    },
  );

  it('are begun again less and less often where that never holds', async () => {
    const { server, clock, ask: request } = await openListening();
    const waits: number[] = [];
    for (let count = 1; count <= 7; count++) {
      await request(100 + count, 'tools/list');
      server.answer(`listen/${count}`, { result: {} });
      await request(200 + count, 'tools/list');
      let waited = 0;
      while (listens(server).length === count) {
        clock.advance(500);
        waited += 500;
        await request(10_000 + count * 1000 + waited / 500, 'tools/list');
      }
      waits.push(waited);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('leave no timer behind when the link ends', async () => {
    const { server, clock, link, ask: request } = await openListening();
    await request(2, 'tools/list');
    server.answer('listen/1', { result: {} });
    await waitUntil(() => clock.pending === 1);
    await link.close();
    await waitUntil(() => clock.pending === 0);
  });
});
