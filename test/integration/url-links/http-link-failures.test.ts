import { createRequest, createResponse, ToolyardError, type HttpReply, type HttpRequest } from '@toolyard/core';
import { createReply, createWrittenBody, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import {
  answerOf,
  event,
  expectWaits,
  isCall,
  messageOf,
  URL_OF_SERVER,
  openFakeLink as open,
} from './open-fake-link.ts';

describe('an expired session', () => {
  /** Forgets the session `s1` at the first call; `sessions` counts handshakes. */
  async function expiring(status: number, body: string, isStubborn = false) {
    let sessions = 0;
    return await open((request) => {
      if (request.method !== 'POST') return createReply(405);
      const message = messageOf(request);
      if (message.method === 'initialize') {
        return createReply(200, answerOf(message), { 'mcp-session-id': `s${++sessions}` });
      }
      const isForgotten = request.headers['mcp-session-id'] === 's1' || isStubborn;
      return message.method === 'tools/call' && isForgotten ? createReply(status, body) : undefined;
    });
  }

  it.each([
    [404, '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}'],
    [404, 'gone'],
    [400, '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"}}'],
  ])('told by status %i and %s begins anew, and what was refused is sent again', async (status, body) => {
    const { shakeHands, ask, posted, received, requester, log } = await expiring(status, body);
    await shakeHands();
    await ask(2);
    const handshake = ['initialize', 'notifications/initialized'];
    expect(posted()).toEqual([...handshake, 'tools/call', ...handshake, 'tools/call']);
    expect(requester.requests.at(-1)?.headers['mcp-session-id']).toBe('s2');
    expect(requester.requests[4]?.headers).not.toHaveProperty('mcp-session-id');
    expect(received.filter(({ frame }) => frame.id === 1)).toHaveLength(1);
    expect(received.map(({ frame }) => frame.method)).toContain('notifications/tools/list_changed');
    expect(log.at('info')).toEqual(['its session was over; a new one has begun']);
  });

  it('is followed by one that is told the level of logs and the subscriptions again', async () => {
    const { shakeHands, link, ask, answerTo, requester } = await expiring(404, '');
    await shakeHands();
    void link.send(createRequest(2, 'logging/setLevel', { level: 'info' }));
    void link.send(createRequest(3, 'resources/subscribe', { uri: 'a:1' }));
    void link.send(createRequest(4, 'resources/subscribe', { uri: 'a:2' }));
    void link.send(createRequest(5, 'resources/unsubscribe', { uri: 'a:1' }));
    await Promise.all([2, 3, 4, 5].map(answerTo));
    await ask(6);
    const again = (): unknown[] =>
      requester.requests
        .filter(({ method, headers }) => method === 'POST' && headers['mcp-session-id'] === 's2')
        .map((request) => messageOf(request))
        .filter(({ method }) => method === 'logging/setLevel' || method === 'resources/subscribe');
    await waitUntil(() => again().length === 2);
    expect(again()).toMatchObject([
      { id: 'again/1', method: 'logging/setLevel', params: { level: 'info' } },
      { id: 'again/2', method: 'resources/subscribe', params: { uri: 'a:2' } },
    ]);
  });

  it('is renewed once for all requests that find it', async () => {
    const { shakeHands, link, answerTo, posted } = await expiring(404, '');
    await shakeHands();
    for (const id of [2, 3, 4]) void link.send(createRequest(id, 'tools/call'));
    await Promise.all([2, 3, 4].map(answerTo));
    expect(posted().filter((method) => method === 'initialize')).toHaveLength(2);
  });

  it('that does not come to life again ends the link', async () => {
    const { shakeHands, link } = await expiring(404, '', true);
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    const reason = 'forgets its sessions as soon as they begin';
    expect(await link.closed).toEqual({ expected: false, reason });
  });

  it('that cannot be renewed ends the link', async () => {
    let isFirst = true;
    const { shakeHands, link } = await open((request) => {
      if (request.method !== 'POST') return undefined;
      if (isCall(request)) return createReply(404);
      if (messageOf(request).method !== 'initialize' || isFirst) return void (isFirst = false);
      return createReply(500);
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    expect(await link.closed).toMatchObject({
      expected: false,
      reason: expect.stringMatching(/^ended its session and began no new one: it could not answer .*500/),
    });
  });

  it('that is not renewed within 30 s ends the link', async () => {
    const { shakeHands, link, clock, posted } = await open((request) => {
      if (isCall(request)) return createReply(404);
      const isSecond = request.method === 'POST' && messageOf(request).method === 'initialize' && posted().length > 1;
      return isSecond ? new Promise(() => undefined) : undefined;
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    await waitUntil(() => posted().filter((method) => method === 'initialize').length === 2);
    clock.advance(30_000);
    expect(await link.closed).toEqual({
      expected: false,
      reason: 'ended its session and began no new one: it gave no reply within 30 s (server.test:81)',
    });
  });

  it('that is being renewed does not hold up the end of the link', async () => {
    let isFirst = true;
    const stream = createWrittenBody();
    const { shakeHands, link, clock, posted } = await open((request) => {
      if (request.method !== 'POST') return undefined;
      if (messageOf(request).method === 'tools/call') return createReply(404);
      if (messageOf(request).method !== 'initialize') return undefined;
      if (isFirst) return void (isFirst = false);
      return createReply(200, stream.body);
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    await waitUntil(() => posted().filter((method) => method === 'initialize').length === 2);
    await link.close();
    expect(await link.closed).toEqual({ expected: true, reason: 'was closed' });
    expect(clock.pending).toBe(0);
  });
});

describe('the stream of what nobody asked for', () => {
  it('delivers, and is asked for again from its last event', async () => {
    const streams = [createWrittenBody(), createWrittenBody()];
    let opened = 0;
    const { shakeHands, received, clock, requester } = await open((request) => {
      const stream = request.method === 'GET' ? streams[opened++] : undefined;
      return stream && createReply(200, stream.body);
    });
    await shakeHands();
    streams[0]?.write(event('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}', 'id: n1\nretry: 600\n'));
    await waitUntil(() => received.length === 2);
    expect(received[1]?.relatedTo).toBeUndefined();
    streams[0]?.end();
    await waitUntil(() => clock.pending === 1);
    clock.advance(600);
    await waitUntil(() => opened === 2);
    expect(requester.requests.at(-1)?.headers['last-event-id']).toBe('n1');
  });

  it.each([405, 404, 400, 403])('is not asked for again where the server answers %i', async (status) => {
    const { shakeHands, ask, clock, requester } = await open((request) =>
      request.method === 'GET' ? createReply(status) : undefined,
    );
    await shakeHands();
    await ask(2);
    await ask(3);
    expect(requester.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['ends at once', '', [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]],
    ['brings ids and no message', 'retry: 0\nid: 1\ndata:\n\n', [500, 1000, 2000, 4000, 8000, 16_000, 30_000]],
  ])('is asked for ever less often where it %s', async (_what, text, waits) => {
    let count = 0;
    const { shakeHands, clock } = await open((request) => {
      if (request.method !== 'GET') return undefined;
      count++;
      const stream = createWrittenBody();
      stream.write(text);
      stream.end();
      return createReply(200, stream.body);
    });
    await shakeHands();
    await waitUntil(() => count === 1);
    await expectWaits(clock, waits, () => count);
  });

  it.each([
    ['that no header may hold', 'ä\u{1f600}', [undefined, undefined]],
    ['that is longer than servers take', 'i'.repeat(100_000), [undefined, undefined]],
    ['that the server does not take back', 'long', [undefined, 'long', undefined]],
  ])('is asked for without an id %s', async (_what, id, ids) => {
    let opened = 0;
    const { shakeHands, clock, requester, received } = await open((request) => {
      if (request.method !== 'GET') return undefined;
      if (request.headers['last-event-id'] !== undefined) return createReply(431);
      const stream = createWrittenBody();
      stream.write(event(`{"jsonrpc":"2.0","method":"notifications/message${++opened}"}`, `id: ${id}\n`));
      stream.end();
      return createReply(200, stream.body);
    });
    await shakeHands();
    const gets = (): HttpRequest[] => requester.requests.filter(({ method }) => method === 'GET');
    for (let round = 1; round < ids.length; round++) {
      await waitUntil(() => received.length === 2 && gets().length === round && clock.pending === 1);
      clock.advance(2000);
    }
    await waitUntil(() => opened === 2);
    expect(gets().map(({ headers }) => headers['last-event-id'])).toEqual(ids);
  });

  it('is asked for as long as the link lives once it was there, also where the server is away for long', async () => {
    const [first, last] = [createWrittenBody(), createWrittenBody()];
    let count = 0;
    const { shakeHands, clock, received } = await open((request) => {
      if (request.method !== 'GET') return undefined;
      count++;
      if (count > 1 && count < 12) return createReply(503);
      return createReply(200, count === 1 ? first.body : last.body);
    });
    await shakeHands();
    first.write(event('{"jsonrpc":"2.0","method":"notifications/message"}'));
    await waitUntil(() => received.length === 2);
    first.end();
    for (let tries = 2; tries <= 12; tries++) {
      await waitUntil(() => clock.pending === 1);
      clock.advance(30_000);
      await waitUntil(() => count === tries);
    }
    last.write(event('{"jsonrpc":"2.0","method":"notifications/message"}'));
    await waitUntil(() => received.length === 3);
  });

  it('ends the link where the server cannot be reached twice', async () => {
    const stream = createWrittenBody();
    let isGone = false;
    const { shakeHands, link, clock } = await open((request) => {
      if (isGone) throw new ToolyardError('server-unavailable', 'cannot be reached at server.test:81');
      return request.method === 'GET' ? createReply(200, stream.body) : undefined;
    });
    await shakeHands();
    stream.write(': open\n\n');
    await waitUntil(() => stream.taken === 1);
    isGone = true;
    stream.breakOff();
    for (let tries = 0; tries < 2; tries++) {
      await waitUntil(() => clock.pending === 1);
      clock.advance(1000);
    }
    expect(await link.closed).toEqual({ expected: false, reason: 'cannot be reached at server.test:81' });
  });
});

describe('a first message that fails', () => {
  it.each([
    [
      401,
      'login-required',
      'requires a login (server.test:81 answered 401 Unauthorized). Check the "Authorization" in its "headers"',
    ],
    [403, 'server-start-failed', 'refused access'],
    [404, 'server-start-failed', 'is not at this address'],
    [405, 'server-start-failed', 'accepts no messages at this address'],
    [415, 'server-start-failed', 'does not accept MCP messages'],
    [500, 'server-start-failed', 'could not answer'],
    [301, 'server-start-failed', 'a redirect without a target'],
  ])('with status %i ends the link with %s', async (status, code, reason) => {
    const { link } = await open(() => createReply(status));
    void link.send(createRequest(1, 'initialize'));
    const end = await link.closed;
    expect(end).toMatchObject({ expected: false, code, reason: expect.stringContaining(reason) });
    expect(end.reason).not.toContain('secret');
    expect(end.reason).not.toContain('abc');
  });

  it('tells where the login is described', async () => {
    const metadata = 'Bearer realm="x", resource_metadata="https://server.test/.well-known/oauth-protected-resource"';
    const { link } = await open(() => createReply(401, '', { 'www-authenticate': metadata }));
    void link.send(createRequest(1, 'initialize'));
    expect((await link.closed).reason).toContain(
      'how to log in is described at https://server.test/.well-known/oauth-protected-resource',
    );
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['an address for another program', 'ssh://server.test/x'],
    ['an address with a name and a password', 'https://user:password@server.test/'],
    ['something else', 'nothing'],
    ['an address of 8,000 characters', `https://server.test/${'a'.repeat(8000)}`],
  ])('does not show where the login is described where that is %s', async (_what, place) => {
    const metadata = `Bearer resource_metadata="${place}"`;
    const { link } = await open(() => createReply(401, '', { 'www-authenticate': metadata }));
    void link.send(createRequest(1, 'initialize'));
    const { reason } = await link.closed;
    expect(reason).toBe(
      'requires a login (server.test:81 answered 401 Unauthorized). Check the "Authorization" in its "headers"',
    );
  });

  it('shows where the login is described without characters that people cannot see', async () => {
    const metadata = 'Bearer resource_metadata="https://server.test/\u009b2J\u0085"';
    const { link } = await open(() => createReply(401, '', { 'www-authenticate': metadata }));
    void link.send(createRequest(1, 'initialize'));
    expect((await link.closed).reason).toContain('is described at https://server.test/%C2%9B2J');
  });

  it('without any answer ends the link with the reason', async () => {
    const { link } = await open(() => {
      throw new ToolyardError('server-unavailable', 'cannot be reached: connection refused');
    });
    void link.send(createRequest(1, 'initialize'));
    expect(await link.closed).toEqual({
      expected: false,
      code: 'server-start-failed',
      reason: 'cannot be reached: connection refused',
    });
  });
});

describe('a later message that fails', () => {
  it('with 401 ends the link for a login', async () => {
    const { shakeHands, link } = await open((request) => (isCall(request) ? createReply(401) : undefined));
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    expect(await link.closed).toMatchObject({ expected: false, code: 'login-required' });
  });

  it('because the server cannot be reached ends the link', async () => {
    const { shakeHands, link } = await open((request) => {
      if (isCall(request)) throw new ToolyardError('server-unavailable', 'cannot be reached');
      return undefined;
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    expect(await link.closed).toEqual({ expected: false, reason: 'cannot be reached' });
  });

  it('and is an answer or a notification is a warning', async () => {
    const { shakeHands, link, log } = await open((request) =>
      request.method === 'POST' && messageOf(request).id === 5 ? createReply(500) : undefined,
    );
    await shakeHands();
    void link.send(createResponse(5, '{}'));
    await waitUntil(() => log.at('warning').length === 1);
    expect(log.at('warning')[0]).toContain('it did not accept an answer: it could not answer (server.test:81');
  });
});

describe('a redirect', () => {
  const redirect = (status: number, location: string): HttpReply => createReply(status, '', { location });

  it.each([307, 308])('with %i inside the origin is followed with everything', async (status) => {
    const { shakeHands, ask, requester } = await open((request) =>
      request.url === URL_OF_SERVER ? redirect(status, '/new') : undefined,
    );
    await shakeHands();
    await ask(2);
    const [first, second] = requester.requests;
    expect(second).toMatchObject({ method: 'POST', url: 'http://server.test:81/new', headers: first?.headers });
    expect(second?.body).toEqual(first?.body);
  });

  /** Leads from one address to the next, that many times. */
  const redirectOften =
    (times: number) =>
    ({ url }: { readonly url: string }): HttpReply | undefined => {
      const count = Number(new URL(url).searchParams.get('count'));
      return count < times ? redirect(307, `?count=${count + 1}`) : undefined;
    };

  it('is followed five times in a row, and no more', async () => {
    const five = await open(redirectOften(5));
    await five.shakeHands();
    expect(five.requester.requests[5]?.url).toContain('?count=5');
    const six = await open(redirectOften(6));
    void six.link.send(createRequest(1, 'initialize'));
    expect((await six.link.closed).reason).toContain('redirects in circles');
  });

  it.each([
    [307, 'http://other.test/mcp', 'redirects to another origin (http://other.test)'],
    [308, 'https://server.test:81/mcp', 'redirects to another origin (https://server.test:81)'],
    [302, '/new', 'answered with status 302, a redirect that a POST cannot follow (http://server.test:81)'],
    [307, URL_OF_SERVER, 'redirects in circles'],
  ])('with %i to %s is not followed, and said', async (status, location, reason) => {
    const { link, requester } = await open(() => redirect(status, location));
    void link.send(createRequest(1, 'initialize'));
    expect((await link.closed).reason).toBe(`${reason}. Set "url" to the address that it redirects to`);
    expect(requester.requests.every(({ url }) => url === URL_OF_SERVER)).toBe(true);
  });
});
