import {
  createNotification,
  createRequest,
  createResponse,
  ToolyardError,
  type Frame,
  type HttpReply,
  type HttpRequest,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import {
  createFakeClock,
  createFakeRequester,
  createMemoryLog,
  createReply,
  createWrittenBody,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createHttpLink } from './create-http-link.ts';

const REVISION = '2025-11-25';
const URL_OF_SERVER = 'http://server.test:81/mcp?key=abc';

interface Message {
  readonly id?: RequestId;
  readonly method?: string;
}

function messageOf({ body }: HttpRequest): Message {
  return JSON.parse(new TextDecoder().decode(body)) as Message;
}

function answerOf({ id, method }: Message): string {
  const result = method === 'initialize' ? `{"protocolVersion":"${REVISION}"}` : `{"of":"${method}"}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

/** A well-behaved server with one session, without a stream for notifications. */
function behave(request: HttpRequest): HttpReply {
  if (request.method !== 'POST') return createReply(405);
  const message = messageOf(request);
  if (message.id === undefined || message.method === undefined) return createReply(202);
  return createReply(200, answerOf(message), message.method === 'initialize' ? { 'mcp-session-id': 's1' } : {});
}

type Answer = (request: HttpRequest) => HttpReply | Promise<HttpReply> | undefined;

interface Received {
  readonly frame: Frame;
  readonly relatedTo: RequestId | undefined;
}

function open(answer: Answer = () => undefined, onFrame: (frame: Frame) => Pressure = () => undefined) {
  const requester = createFakeRequester((request) => answer(request) ?? behave(request));
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const headers = { Authorization: 'Bearer very-secret' };
  const link = createHttpLink({ server: 'far', url: URL_OF_SERVER, headers, requester, clock, log });
  const received: Received[] = [];
  link.receive((frame, relatedTo) => {
    received.push({ frame, relatedTo });
    return onFrame(frame);
  });
  const texts = (): string[] => received.map(({ frame }) => new TextDecoder().decode(frame.bytes));
  const posted = (): (string | undefined)[] =>
    requester.requests.filter(({ method }) => method === 'POST').map((request) => messageOf(request).method);
  const answerTo = async (id: RequestId): Promise<Frame> => {
    await waitUntil(() => received.some(({ frame }) => frame.isResponse && frame.id === id));
    const found = received.find(({ frame }) => frame.isResponse && frame.id === id);
    if (found === undefined) throw new Error('unreachable');
    return found.frame;
  };
  async function shakeHands(): Promise<void> {
    void link.send(createRequest(1, 'initialize', {}));
    await answerTo(1);
    void link.send(createNotification('notifications/initialized'));
  }
  const ask = (id: RequestId, method = 'tools/call'): Promise<Frame> => {
    void link.send(createRequest(id, method, {}));
    return answerTo(id);
  };
  return { link, requester, clock, log, received, texts, posted, answerTo, shakeHands, ask };
}

const errorOf = (frame: Frame): unknown => frame.value('error');
const event = (data: string, more = ''): string => `${more}data: ${data}\n\n`;
const isCall = (request: HttpRequest): boolean =>
  request.method === 'POST' && messageOf(request).method === 'tools/call';

describe('what is sent', () => {
  it('has the configured headers always, and session and revision after the handshake', async () => {
    const { requester, shakeHands, ask, link } = open();
    await shakeHands();
    await ask(2);
    await link.close();
    const own = { authorization: 'Bearer very-secret', 'mcp-session-id': 's1', 'mcp-protocol-version': REVISION };
    const post = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    expect(requester.requests.map(({ method, headers }) => ({ method, headers }))).toEqual([
      { method: 'POST', headers: { authorization: 'Bearer very-secret', ...post } },
      { method: 'POST', headers: { ...own, ...post } },
      { method: 'GET', headers: { ...own, accept: 'text/event-stream' } },
      { method: 'POST', headers: { ...own, ...post } },
      { method: 'DELETE', headers: own },
    ]);
  });

  it('waits until the server has taken the end of the handshake', async () => {
    let take: (reply: HttpReply) => void = () => undefined;
    const { shakeHands, link, posted } = open((request) =>
      request.method === 'POST' && messageOf(request).method === 'notifications/initialized'
        ? new Promise((resolve) => (take = resolve))
        : undefined,
    );
    await shakeHands();
    void link.send(createRequest(2, 'tools/list'));
    await waitUntil(() => posted().length === 2);
    await Promise.resolve();
    expect(posted()).toEqual(['initialize', 'notifications/initialized']);
    take(createReply(202));
    await waitUntil(() => posted().length === 3);
  });

  it('is dropped after the end', async () => {
    const { link, requester } = open();
    await link.close();
    void link.send(createRequest(1, 'initialize'));
    expect(requester.requests).toEqual([]);
    expect(await link.closed).toEqual({ expected: true, reason: 'was closed' });
  });
});

describe('an answer', () => {
  it('comes as JSON with the request it belongs to, byte for byte', async () => {
    const text = '{ "jsonrpc":"2.0", "id": 2, "result": {"n":1.0} }';
    const { shakeHands, ask, received, texts } = open((request) =>
      isCall(request) ? createReply(200, text) : undefined,
    );
    await shakeHands();
    await ask(2);
    expect(received.at(-1)?.relatedTo).toBe(2);
    expect(texts().at(-1)).toBe(text);
  });

  it('comes as the last of a stream, whose messages all belong to its request', async () => {
    const stream = createWrittenBody();
    const { shakeHands, link, answerTo, received } = open((request) =>
      isCall(request) ? createReply(200, stream.body) : undefined,
    );
    await shakeHands();
    void link.send(createRequest('a', 'tools/call'));
    stream.write(event('{"jsonrpc":"2.0","method":"notifications/progress","params":{}}'));
    stream.write(event('{"jsonrpc":"2.0","id":9,"method":"sampling/createMessage"}', 'id: 1\n'));
    stream.write(event(answerOf({ id: 'a', method: 'x' })));
    stream.end();
    await answerTo('a');
    expect(received.slice(1).map(({ frame, relatedTo }) => [frame.method, relatedTo])).toEqual([
      ['notifications/progress', 'a'],
      ['sampling/createMessage', 'a'],
      [undefined, 'a'],
    ]);
  });

  it.each([
    ['nothing', createReply(202), 'answered "tools/call" with something else'],
    ['a page', createReply(200, '<html>', { 'content-type': 'text/html' }), 'content of text/html, which is no answer'],
    ['another answer', createReply(200, answerOf({ id: 77 })), 'answered "tools/call" with something else'],
  ])('is an error where the server sends %s', async (_what, reply, message) => {
    const { shakeHands, ask } = open((request) => (isCall(request) ? reply : undefined));
    await shakeHands();
    expect(errorOf(await ask(2))).toMatchObject({ code: -32000, message: expect.stringContaining(message) });
  });

  it('is passed on where an HTTP error carries it', async () => {
    const text = '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no such tool"}}';
    const { shakeHands, ask } = open((request) => (isCall(request) ? createReply(400, text) : undefined));
    await shakeHands();
    expect(errorOf(await ask(2))).toEqual({ code: -32602, message: 'no such tool' });
  });

  it('is an error that quotes the server and no secret where the HTTP status is one', async () => {
    const text = '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"you sent very-secret"}}';
    const { shakeHands, ask } = open((request) => (isCall(request) ? createReply(503, text) : undefined));
    await shakeHands();
    expect(errorOf(await ask(2))).toEqual({
      code: -32000,
      message:
        'The server could not answer (server.test:81 answered 503 Service Unavailable: "you sent ***"). ' +
        'Look into its own log, or wait until it is back',
    });
  });

  it('that makes its receiver wait holds its own stream back, and no other', async () => {
    const stream = createWrittenBody();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { shakeHands, link, ask } = open(
      (request) => (isCall(request) && messageOf(request).id === 2 ? createReply(200, stream.body) : undefined),
      (frame) => (frame.method === 'notifications/message' ? held : undefined),
    );
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    for (let count = 0; count < 5; count++) stream.write(event('{"jsonrpc":"2.0","method":"notifications/message"}'));
    await waitUntil(() => stream.taken === 1);
    await ask(3);
    expect(stream.taken).toBe(1);
    letGo();
    await waitUntil(() => stream.taken === 5);
  });
});

describe('a stream that breaks off', () => {
  const priming = 'id: e1\nretry: 250\ndata: \n\n';

  it('is taken up again after the time the server asks for, from the last event', async () => {
    const [first, second] = [createWrittenBody(), createWrittenBody()];
    const { shakeHands, link, clock, requester, answerTo, received } = open((request) => {
      if (request.headers['last-event-id'] === 'e1') return createReply(200, second.body);
      return isCall(request) ? createReply(200, first.body) : undefined;
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    first.write(priming);
    first.breakOff();
    await waitUntil(() => clock.pending === 1);
    clock.advance(249);
    expect(requester.requests.at(-1)?.method).toBe('POST');
    clock.advance(1);
    second.write(event(answerOf({ id: 2, method: 'x' })));
    await answerTo(2);
    expect(requester.requests.at(-1)).toMatchObject({ method: 'GET', headers: { 'mcp-session-id': 's1' } });
    expect(received.at(-1)?.relatedTo).toBe(2);
  });

  it('without event ids is an error for its request alone', async () => {
    const stream = createWrittenBody();
    const { shakeHands, link, answerTo, ask } = open((request) =>
      isCall(request) ? createReply(200, stream.body) : undefined,
    );
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    stream.breakOff();
    const message = 'The server broke the connection off before it answered (server.test:81)';
    expect(errorOf(await answerTo(2))).toEqual({ code: -32000, message });
    await ask(3, 'ping');
  });

  it('is given up after four tries that bring nothing', async () => {
    const first = createWrittenBody();
    const { shakeHands, link, clock, requester, answerTo } = open((request) => {
      if (request.headers['last-event-id'] !== undefined) {
        throw new ToolyardError('server-unavailable', 'cannot be reached');
      }
      return isCall(request) ? createReply(200, first.body) : undefined;
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    first.write(priming);
    first.end();
    for (let tries = 1; tries <= 4; tries++) {
      await waitUntil(() => clock.pending === 1);
      clock.advance(250);
      const resumed = (): number => requester.requests.filter(({ headers }) => headers['last-event-id']).length;
      await waitUntil(() => resumed() === tries);
    }
    expect(errorOf(await answerTo(2))).toMatchObject({ code: -32000 });
  });

  it('is not taken up again after the request was cancelled', async () => {
    const stream = createWrittenBody();
    const { shakeHands, link, requester, clock, posted } = open((request) =>
      isCall(request) ? createReply(200, stream.body) : undefined,
    );
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    stream.write(priming);
    await waitUntil(() => stream.taken === 1);
    void link.send(createNotification('notifications/cancelled', { requestId: 2 }));
    const call = requester.requests.find(isCall);
    await waitUntil(() => call?.signal.aborted === true);
    expect(posted().at(-1)).toBe('notifications/cancelled');
    expect(clock.pending).toBe(0);
  });

  it('may stay open for a second after the answer', async () => {
    const stream = createWrittenBody();
    const { shakeHands, ask, clock, requester } = open((request) =>
      isCall(request) ? createReply(200, stream.body) : undefined,
    );
    await shakeHands();
    stream.write(event(answerOf({ id: 2, method: 'x' })));
    await ask(2);
    const call = requester.requests.find(isCall);
    clock.advance(999);
    expect(call?.signal.aborted).toBe(false);
    clock.advance(1);
    expect(call?.signal.aborted).toBe(true);
  });
});

describe('an expired session', () => {
  /** Forgets the session `s1` at the first call; `sessions` counts handshakes. */
  function expiring(status: number, body: string, isStubborn = false) {
    let sessions = 0;
    return open((request) => {
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
    const { shakeHands, ask, posted, received, requester, log } = expiring(status, body);
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

  it('is renewed once for all requests that find it', async () => {
    const { shakeHands, link, answerTo, posted } = expiring(404, '');
    await shakeHands();
    for (const id of [2, 3, 4]) void link.send(createRequest(id, 'tools/call'));
    await Promise.all([2, 3, 4].map(answerTo));
    expect(posted().filter((method) => method === 'initialize')).toHaveLength(2);
  });

  it('that does not come to life again ends the link', async () => {
    const { shakeHands, link } = expiring(404, '', true);
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    const reason = 'forgets its sessions as soon as they begin';
    expect(await link.closed).toEqual({ expected: false, reason });
  });

  it('that cannot be renewed ends the link', async () => {
    let isFirst = true;
    const { shakeHands, link } = open((request) => {
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
});

describe('the stream of what nobody asked for', () => {
  it('delivers, and is asked for again from its last event', async () => {
    const streams = [createWrittenBody(), createWrittenBody()];
    let opened = 0;
    const { shakeHands, received, clock, requester } = open((request) => {
      const stream = request.method === 'GET' ? streams[opened++] : undefined;
      return stream && createReply(200, stream.body);
    });
    await shakeHands();
    streams[0]?.write(event('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}', 'id: n1\nretry: 40\n'));
    await waitUntil(() => received.length === 2);
    expect(received[1]?.relatedTo).toBeUndefined();
    streams[0]?.end();
    await waitUntil(() => clock.pending === 1);
    clock.advance(40);
    await waitUntil(() => opened === 2);
    expect(requester.requests.at(-1)?.headers['last-event-id']).toBe('n1');
  });

  it.each([405, 404, 400, 403])('is not asked for again where the server answers %i', async (status) => {
    const { shakeHands, ask, clock, requester } = open((request) =>
      request.method === 'GET' ? createReply(status) : undefined,
    );
    await shakeHands();
    await ask(2);
    await ask(3);
    expect(requester.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('is asked for ever less often where it ends at once', async () => {
    let count = 0;
    const { shakeHands, clock } = open((request) => {
      if (request.method !== 'GET') return undefined;
      count++;
      const stream = createWrittenBody();
      stream.end();
      return createReply(200, stream.body);
    });
    await shakeHands();
    for (const wait of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      await waitUntil(() => clock.pending === 1);
      const before = count;
      clock.advance(wait - 1);
      expect([wait, count]).toEqual([wait, before]);
      clock.advance(1);
      await waitUntil(() => count === before + 1);
    }
  });

  it('ends the link where the server cannot be reached twice', async () => {
    const stream = createWrittenBody();
    let isGone = false;
    const { shakeHands, link, clock } = open((request) => {
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
      'wants a login (server.test:81 answered 401 Unauthorized). Check the "Authorization" in its "headers"',
    ],
    [403, 'server-start-failed', 'refused access'],
    [404, 'server-start-failed', 'is not at this address'],
    [405, 'server-start-failed', 'takes no messages at this address'],
    [415, 'server-start-failed', 'does not take the messages of this protocol'],
    [500, 'server-start-failed', 'could not answer'],
    [301, 'server-start-failed', 'a redirect that leads nowhere'],
  ])('with status %i ends the link with %s', async (status, code, reason) => {
    const { link } = open(() => createReply(status));
    void link.send(createRequest(1, 'initialize'));
    const end = await link.closed;
    expect(end).toMatchObject({ expected: false, code, reason: expect.stringContaining(reason) });
    expect(end.reason).not.toContain('secret');
    expect(end.reason).not.toContain('abc');
  });

  it('tells where the login is described', async () => {
    const metadata = 'Bearer realm="x", resource_metadata="https://server.test/.well-known/oauth-protected-resource"';
    const { link } = open(() => createReply(401, '', { 'www-authenticate': metadata }));
    void link.send(createRequest(1, 'initialize'));
    expect((await link.closed).reason).toContain(
      'how to log in is described at https://server.test/.well-known/oauth-protected-resource',
    );
  });

  it('without any answer ends the link with the reason', async () => {
    const { link } = open(() => {
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
    const { shakeHands, link } = open((request) => (isCall(request) ? createReply(401) : undefined));
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    expect(await link.closed).toMatchObject({ expected: false, code: 'login-required' });
  });

  it('because the server cannot be reached ends the link', async () => {
    const { shakeHands, link } = open((request) => {
      if (isCall(request)) throw new ToolyardError('server-unavailable', 'cannot be reached');
      return undefined;
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    expect(await link.closed).toEqual({ expected: false, reason: 'cannot be reached' });
  });

  it('and is an answer or a notification is a warning', async () => {
    const { shakeHands, link, log } = open((request) =>
      request.method === 'POST' && messageOf(request).id === 5 ? createReply(500) : undefined,
    );
    await shakeHands();
    void link.send(createResponse(5, '{}'));
    await waitUntil(() => log.at('warning').length === 1);
    expect(log.at('warning')[0]).toContain('it did not take an answer: it could not answer (server.test:81');
  });
});

describe('a redirect', () => {
  const redirect = (status: number, location: string): HttpReply => createReply(status, '', { location });

  it.each([307, 308])('with %i inside the origin is followed with everything', async (status) => {
    const { shakeHands, ask, requester } = open((request) =>
      request.url === URL_OF_SERVER ? redirect(status, '/new') : undefined,
    );
    await shakeHands();
    await ask(2);
    const [first, second] = requester.requests;
    expect(second).toMatchObject({ method: 'POST', url: 'http://server.test:81/new', headers: first?.headers });
    expect(second?.body).toEqual(first?.body);
  });

  it.each([
    [307, 'http://other.test/mcp', 'redirects to another origin (http://other.test)'],
    [308, 'https://server.test:81/mcp', 'redirects to another origin (https://server.test:81)'],
    [302, '/new', 'answered with status 302, a redirect that a POST cannot follow (http://server.test:81)'],
    [307, URL_OF_SERVER, 'redirects in circles'],
  ])('with %i to %s is not followed, and said', async (status, location, reason) => {
    const { link, requester } = open(() => redirect(status, location));
    void link.send(createRequest(1, 'initialize'));
    expect((await link.closed).reason).toBe(`${reason}. Give the address that it leads to as "url"`);
    expect(requester.requests.every(({ url }) => url === URL_OF_SERVER)).toBe(true);
  });
});

describe('close', () => {
  it('waits a second for the farewell and no longer', async () => {
    const { shakeHands, ask, link, clock, requester } = open((request) =>
      request.method === 'DELETE' ? new Promise(() => undefined) : undefined,
    );
    await shakeHands();
    await ask(2);
    const closed = link.close();
    await waitUntil(() => requester.requests.at(-1)?.method === 'DELETE');
    clock.advance(1000);
    await closed;
    expect(clock.pending).toBe(0);
  });

  it('ends what is being read', async () => {
    const stream = createWrittenBody();
    const { shakeHands, link, requester } = open((request) =>
      isCall(request) ? createReply(200, stream.body) : undefined,
    );
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    await waitUntil(() => requester.requests.some(isCall));
    await link.close();
    expect(requester.requests.find(isCall)?.signal.aborted).toBe(true);
  });
});
