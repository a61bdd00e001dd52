import { createNotification, createRequest, ToolyardError, type Frame, type HttpRequest } from '@toolyard/core';
import {
  createFakeClock,
  createFakeRequester,
  createMemoryLog,
  createReply,
  createWrittenBody,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createUrlLinkStarter } from './create-url-link-starter.ts';

const URL_OF_SERVER = 'http://server.test:81/sse';
const GREETING = '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05"}}';

type Transport = 'auto' | 'http' | 'sse';

async function open(transport: Transport, answer: (request: HttpRequest) => ReturnType<typeof createReply>) {
  const requester = createFakeRequester(answer);
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const headers = { 'X-Key': 'very-secret' };
  const starter = createUrlLinkStarter({ requester, clock, log });
  const definition = { key: 'old', transport, url: URL_OF_SERVER, headers };
  const link = await starter.start(definition, new AbortController().signal);
  const received: Frame[] = [];
  link.receive((frame) => void received.push(frame));
  return { link, requester, received, log };
}

/** An old server: a stream that names an address, and the address. */
function serveOld(endpoint = '/messages?id=7') {
  const stream = createWrittenBody();
  stream.write(`event: endpoint\ndata: ${endpoint}\n\n`);
  const answer = ({ method, url }: HttpRequest): ReturnType<typeof createReply> => {
    if (method === 'GET') return createReply(200, stream.body);
    return createReply(new URL(url).pathname === '/messages' ? 202 : 405);
  };
  return { stream, answer };
}

const toLines = (requests: readonly HttpRequest[]): string[] => requests.map(({ method, url }) => `${method} ${url}`);

describe('a link over the old transport', () => {
  it('posts to the address that the stream names, and receives on the stream', async () => {
    const { stream, answer } = serveOld();
    const { link, requester, received } = await open('sse', answer);
    void link.send(createRequest(1, 'initialize'));
    await waitUntil(() => requester.requests.length === 2);
    stream.write(`event: message\ndata: ${GREETING}\n\n`);
    await waitUntil(() => received.length === 1);
    expect(toLines(requester.requests)).toEqual([
      'GET http://server.test:81/sse',
      'POST http://server.test:81/messages?id=7',
    ]);
    expect(requester.requests.map(({ headers }) => headers['x-key'])).toEqual(['very-secret', 'very-secret']);
    await link.close();
    expect(requester.requests[0]?.signal.aborted).toBe(true);
  });

  it('sends nothing after the end of the handshake before the server has taken it', async () => {
    const { answer } = serveOld();
    const { link, requester } = await open('sse', answer);
    void link.send(createNotification('notifications/initialized'));
    void link.send(createRequest(2, 'tools/list'));
    await waitUntil(() => requester.requests.length === 3);
    const bodies = requester.requests.slice(1).map(({ body }) => new TextDecoder().decode(body));
    expect(bodies[0]).toContain('initialized');
  });

  it.each(['http://other.test/messages', 'https://server.test:81/messages', 'http://['])(
    'sends nothing to %s, which is another origin',
    async (endpoint) => {
      const { answer } = serveOld(endpoint);
      const { link, requester } = await open('sse', answer);
      void link.send(createRequest(1, 'initialize'));
      expect(await link.closed).toEqual({
        expected: false,
        code: 'server-start-failed',
        reason: 'asks for its messages at another origin than its own (server.test:81). Check its "url"',
      });
      expect(requester.requests).toHaveLength(1);
    },
  );

  it('ends with its stream', async () => {
    const { stream, answer } = serveOld();
    const { link, received } = await open('sse', answer);
    void link.send(createRequest(1, 'initialize'));
    stream.write(`data: ${GREETING}\n\n`);
    await waitUntil(() => received.length === 1);
    stream.end();
    expect(await link.closed).toEqual({ expected: false, reason: 'closed its event stream (server.test:81)' });
  });

  it('answers a request that the server refuses with an error', async () => {
    const { answer } = serveOld();
    const { link, received } = await open('sse', (request) =>
      request.method === 'POST' ? createReply(500) : answer(request),
    );
    void link.send(createRequest(2, 'tools/call'));
    await waitUntil(() => received.length === 1);
    expect(received[0]?.value('error')).toMatchObject({
      code: -32000,
      message: expect.stringContaining('The server could not answer (server.test:81 answered 500'),
    });
  });

  it.each([
    [401, 'login-required', 'requires a login'],
    [404, 'server-start-failed', 'is not at this address'],
    [200, 'server-start-failed', 'offers no event stream at this address (server.test:81)'],
  ])('that gets status %i instead of a stream ends with %s', async (status, code, reason) => {
    const { link } = await open('sse', () => createReply(status));
    expect(await link.closed).toMatchObject({ expected: false, code, reason: expect.stringContaining(reason) });
  });
});

describe('a URL without a type', () => {
  it.each([400, 404, 405])('is tried the old way after status %i', async (status) => {
    const { stream, answer } = serveOld();
    const { link, requester, received } = await open('auto', (request) =>
      request.method === 'POST' && request.url === URL_OF_SERVER ? createReply(status) : answer(request),
    );
    void link.send(createRequest(1, 'initialize'));
    await waitUntil(() => requester.requests.length === 3);
    stream.write(`data: ${GREETING}\n\n`);
    await waitUntil(() => received.length === 1);
    expect(toLines(requester.requests)).toEqual([
      'POST http://server.test:81/sse',
      'GET http://server.test:81/sse',
      'POST http://server.test:81/messages?id=7',
    ]);
    await link.close();
    expect(await link.closed).toEqual({ expected: true, reason: 'was closed' });
  });

  it.each([401, 403, 500])('is not tried the old way after status %i', async (status) => {
    const { link, requester } = await open('auto', () => createReply(status));
    void link.send(createRequest(1, 'initialize'));
    expect(await link.closed).toMatchObject({ expected: false });
    expect(requester.requests).toHaveLength(1);
  });

  it('is not tried the old way where it cannot be reached', async () => {
    const { link, requester } = await open('auto', () => {
      throw new ToolyardError('server-unavailable', 'cannot be reached');
    });
    void link.send(createRequest(1, 'initialize'));
    expect(await link.closed).toMatchObject({ reason: 'cannot be reached' });
    expect(requester.requests).toHaveLength(1);
  });

  it('has the reason of the new way where neither works', async () => {
    const { link } = await open('auto', ({ method }) => createReply(method === 'POST' ? 405 : 404));
    void link.send(createRequest(1, 'initialize'));
    expect((await link.closed).reason).toMatch(/^accepts no messages at this address/);
  });

  it('of type http is never tried the old way', async () => {
    const { link, requester } = await open('http', () => createReply(405));
    void link.send(createRequest(1, 'initialize'));
    expect(await link.closed).toMatchObject({ code: 'server-start-failed' });
    expect(requester.requests).toHaveLength(1);
  });
});

it.each(['ftp://server.test/', 'server', ''])('the address %j is refused before anything is sent', async (url) => {
  const requester = createFakeRequester(() => createReply(500));
  const starter = createUrlLinkStarter({ requester, clock: createFakeClock(), log: createMemoryLog() });
  const started = starter.start({ key: 'x', transport: 'auto', url, headers: {} }, new AbortController().signal);
  await expect(started).rejects.toMatchObject({ code: 'server-misconfigured' });
});
