import { createLinkPair, createNotification, createRequest, type Frame } from '@toolyard/core';
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

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const CLIENT_INFO = { name: 'toolyard', version: '9' };
const HANDSHAKE = { clientInfo: CLIENT_INFO, _meta: { 'x/chain': ['a'] } };

function open(options: FakeStatelessOptions = {}) {
  const pair = createLinkPair();
  const server = serveFakeStateless(pair.far, options);
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const link = createStatelessLink(pair.near, { clock, log, server: 'far' });
  return { pair, server, clock, log, link, ...recordLink(link) };
}

const metaOf = (frame: Frame | undefined): Record<string, unknown> => ({ ...Object(frame?.param('_meta')) });
const isCall = (request: Frame): boolean => request.method === 'tools/call';

describe('the handshake', () => {
  it('is answered with what the server says when it is asked who it is', async () => {
    const result = {
      supportedVersions: ['2026-07-28', '2025-11-25'],
      capabilities: { tools: {}, 'x-future': { a: 1 } },
      instructions: 'be kind',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'far', version: '3' } },
    };
    const { shakeHands, server } = open({
      answer: ({ method }) => (method === 'server/discover' ? { result } : undefined),
    });

    expect((await shakeHands(HANDSHAKE)).value('result')).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, 'x-future': { a: 1 } },
      serverInfo: { name: 'far', version: '3' },
      instructions: 'be kind',
    });
    expect(server.received.map(({ method }) => method)).toEqual(['server/discover']);
    expect(metaOf(server.received[0])).toEqual({
      'x/chain': ['a'],
      [VERSION]: '2026-07-28',
      [CAPABILITIES]: {},
      [CLIENT]: CLIENT_INFO,
    });
  });

  it('fails where the server offers only other revisions', async () => {
    const result = { supportedVersions: ['2025-11-25'], capabilities: {} };
    const { shakeHands } = open({ answer: () => ({ result }) });
    expect((await shakeHands(HANDSHAKE)).value('error')).toMatchObject({ code: -32022 });
  });

  it('fails with the error of the server', async () => {
    const error = { code: -32022, message: 'no', data: { supported: ['2027-01-01'] } };
    const { shakeHands } = open({ answer: () => ({ error }) });
    expect((await shakeHands(HANDSHAKE)).value('error')).toEqual(error);
  });

  it('is tried once more where the server refuses the revision and says that it speaks it', async () => {
    const error = { code: -32022, message: 'no', data: { supported: ['2026-07-28'], requested: '2026-07-28' } };
    const discovery = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
    let asked = 0;
    const once = open({ answer: () => (++asked === 1 ? { error } : { result: discovery }) });
    expect((await once.shakeHands(HANDSHAKE)).value('result')).toMatchObject({ capabilities: { tools: {} } });
    expect(once.server.of('server/discover')).toHaveLength(2);
    const always = open({ answer: () => ({ error }) });
    expect((await always.shakeHands(HANDSHAKE)).value('error')).toEqual(error);
    expect(always.server.of('server/discover')).toHaveLength(2);
  });

  it('asks for a stream of the changes that the server can tell of, and for none where it can tell of none', async () => {
    const capabilities = { tools: { listChanged: true }, prompts: {}, resources: { listChanged: true } };
    const { shakeHands, server } = open({ capabilities });
    await shakeHands(HANDSHAKE);
    await waitUntil(() => server.of('subscriptions/listen').length === 1);
    const wanted = { toolsListChanged: true, resourcesListChanged: true };
    expect(server.of('subscriptions/listen')[0]?.param('notifications')).toEqual(wanted);

    const silent = open({ capabilities: { tools: {} } });
    await silent.shakeHands();
    await silent.ask(2, 'tools/list');
    expect(silent.server.of('subscriptions/listen')).toEqual([]);
  });
});

describe('a request', () => {
  it('says of which revision it is, who sends it and what can be asked back, and keeps all else', async () => {
    const { shakeHands, ask: request, server } = open();
    await shakeHands(HANDSHAKE);
    const meta = { [CAPABILITIES]: { elicitation: {} }, progressToken: 2, traceparent: 'x' };
    const answer = await request(2, 'tools/call', { name: 'echo', arguments: { big: 1 }, _meta: meta, odd: true });

    expect(answer.value('result')).toMatchObject({ resultType: 'complete' });
    const [call] = server.of('tools/call');
    expect(call?.id).toBe(2);
    expect(call?.value('params')).toMatchObject({ name: 'echo', arguments: { big: 1 }, odd: true });
    expect(metaOf(call)).toEqual({
      [CAPABILITIES]: { elicitation: {} },
      progressToken: 2,
      traceparent: 'x',
      [VERSION]: '2026-07-28',
      [CLIENT]: CLIENT_INFO,
    });
  });

  it('has empty capabilities where whoever made it said nothing', async () => {
    const { ask: request, server } = open();
    await request(2, 'tools/list');
    expect(metaOf(server.of('tools/list')[0])).toMatchObject({ [CAPABILITIES]: {} });
  });

  it('passes an error on with its data', async () => {
    const error = { code: -32021, message: 'needs more', data: { requiredCapabilities: { sampling: {} } } };
    const { ask: request } = open({ answer: (given) => (isCall(given) ? { error } : undefined) });
    expect((await request(2, 'tools/call', { name: 'echo' })).value('error')).toEqual(error);
  });

  it('passes progress and logs on', async () => {
    const { link, server, received, notices } = open({ answer: (given) => (isCall(given) ? 'never' : undefined) });
    void link.send(createRequest(2, 'tools/call', { name: 'echo' }));
    await waitUntil(() => server.received.length === 1);
    server.notify('notifications/progress', { progressToken: 2, progress: 1 });
    server.notify('notifications/message', { level: 'info', data: 'x' });
    await waitUntil(() => received.length === 2);
    expect(notices('notifications/progress')[0]?.param('progressToken')).toBe(2);
    expect(notices('notifications/message')[0]?.param('data')).toBe('x');
  });

  it('is taken back at the server', async () => {
    const { link, server } = open({ answer: () => 'never' });
    for (const [id, method] of [
      [2, 'tools/call'],
      [3, 'tools/list'],
    ] as const) {
      void link.send(createRequest(id, method, {}));
      void link.send(createNotification('notifications/cancelled', { requestId: id, reason: 'enough' }));
    }
    await waitUntil(() => server.of('notifications/cancelled').length === 2);
    expect(server.of('notifications/cancelled').map((frame) => frame.value('params'))).toEqual([
      { requestId: 2, reason: 'enough' },
      { requestId: 3, reason: 'enough' },
    ]);
  });
});

describe('what the revision has no word for', () => {
  it('asks who the server is where it is pinged', async () => {
    const { ask: request, server } = open();
    expect((await request(7, 'ping')).value('result')).toEqual({});
    expect(server.received.map(({ method }) => method)).toEqual(['server/discover']);
  });

  it('takes an error for a sign of life too, and hands it on', async () => {
    const { ask: request } = open({ answer: () => ({ error: { code: -32000, message: 'busy' } }) });
    expect((await request(7, 'ping')).value('error')).toMatchObject({ message: 'busy' });
  });

  it('takes a ping back by the id it has at the server', async () => {
    const { link, server } = open({ answer: () => 'never' });
    void link.send(createRequest(7, 'ping'));
    void link.send(createNotification('notifications/cancelled', { requestId: 7 }));
    await waitUntil(() => server.received.length === 2);
    expect(server.received[1]?.param('requestId')).toBe(server.received[0]?.id);
  });

  it('keeps the level of logs and says it with every later request', async () => {
    const { ask: request, server } = open();
    await request(2, 'tools/list');
    expect((await request(3, 'logging/setLevel', { level: 'debug' })).value('result')).toEqual({});
    await request(4, 'tools/list');
    expect(server.received.map((frame) => metaOf(frame)[LOG_LEVEL])).toEqual([undefined, 'debug']);
  });

  it('keeps what a stateless server is not told', async () => {
    const { link, ask: request, server } = open();
    void link.send(createNotification('notifications/roots/list_changed'));
    void link.send(createNotification('notifications/progress', { progressToken: 1, progress: 1 }));
    await request(2, 'tools/list');
    expect(server.received.map(({ method }) => method)).toEqual(['tools/list']);
  });

  it('ignores requests of the server, and says so once', async () => {
    const { pair, server, received, log, ask: request } = open();
    void pair.far.send(createRequest('a', 'roots/list'));
    void pair.far.send(createRequest('b', 'ping'));
    await request(2, 'tools/list');
    expect(received).toHaveLength(1);
    expect(server.received.filter((frame) => frame.isResponse)).toEqual([]);
    expect(log.lines.filter(({ text }) => text.includes('"roots/list"'))).toHaveLength(1);
    expect(log.lines).toHaveLength(1);
  });
});

describe('the end', () => {
  it('of the wire is the end of the link', async () => {
    const { pair, link } = open();
    pair.breakOff('exited');
    expect(await link.closed).toEqual({ expected: false, reason: 'exited' });
  });
});
