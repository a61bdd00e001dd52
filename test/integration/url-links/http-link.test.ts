import { createNotification, createRequest, ToolyardError, type HttpReply } from '@toolyard/core';
import { createReply, createWrittenBody, recordLink, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { answerOf, errorOf, event, expectWaits, isCall, messageOf, openFakeLink as open } from './open-fake-link.ts';

describe('what is sent', () => {
  it('has the configured headers always, and session and revision after the handshake', async () => {
    const { requester, shakeHands, ask, link } = await open();
    await shakeHands();
    await ask(2);
    await link.close();
    const own = { authorization: 'Bearer very-secret', 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-11-25' };
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
    const { shakeHands, link, posted } = await open((request) =>
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
    const { link, requester } = await open();
    await link.close();
    void link.send(createRequest(1, 'initialize'));
    expect(requester.requests).toEqual([]);
    expect(await link.closed).toEqual({ expected: true, reason: 'was closed' });
  });
});

describe('an answer', () => {
  it('comes as JSON with the request it belongs to, byte for byte', async () => {
    const text = '{ "jsonrpc":"2.0", "id": 2, "result": {"n":1.0} }';
    const { shakeHands, ask, received, texts } = await open((request) =>
      isCall(request) ? createReply(200, text) : undefined,
    );
    await shakeHands();
    await ask(2);
    expect(received.at(-1)?.relatedTo).toBe(2);
    expect(texts().at(-1)).toBe(text);
  });

  it('comes as the last of a stream, whose messages all belong to its request', async () => {
    const stream = createWrittenBody();
    const { shakeHands, link, answerTo, received } = await open((request) =>
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
    [
      'a page',
      createReply(200, '<html>', { 'content-type': 'text/html' }),
      'content of text/html, which is not an answer',
    ],
    ['another answer', createReply(200, answerOf({ id: 77 })), 'answered "tools/call" with something else'],
  ])('is an error where the server sends %s', async (_what, reply, message) => {
    const { shakeHands, ask } = await open((request) => (isCall(request) ? reply : undefined));
    await shakeHands();
    expect(errorOf(await ask(2))).toMatchObject({ code: -32000, message: expect.stringContaining(message) });
  });

  it('is passed on where an HTTP error carries it', async () => {
    const text = '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no such tool"}}';
    const { shakeHands, ask } = await open((request) => (isCall(request) ? createReply(400, text) : undefined));
    await shakeHands();
    expect(errorOf(await ask(2))).toEqual({ code: -32602, message: 'no such tool' });
  });

  it('is an error that quotes the server and no secret where the HTTP status is one', async () => {
    const text = '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"you sent very-secret"}}';
    const { shakeHands, ask } = await open((request) => (isCall(request) ? createReply(503, text) : undefined));
    await shakeHands();
    expect(errorOf(await ask(2))).toEqual({
      code: -32000,
      message:
        'The server could not answer (server.test:81 answered 503 Service Unavailable: "you sent ***"). ' +
        'Check its log, or wait until it is back',
    });
  });

  it('that makes its receiver wait holds its own stream back, and no other', async () => {
    const stream = createWrittenBody();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { shakeHands, link, ask } = await open(
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
  const priming = 'id: e1\nretry: 700\ndata: \n\n';

  it('is taken up again after the time the server asks for, from the last event', async () => {
    const [first, second] = [createWrittenBody(), createWrittenBody()];
    const { shakeHands, link, clock, requester, posted, answerTo, received } = await open((request) => {
      if (request.headers['last-event-id'] === 'e1') return createReply(200, second.body);
      return isCall(request) ? createReply(200, first.body) : undefined;
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    first.write(priming);
    first.breakOff();
    await waitUntil(() => posted().includes('tools/call') && clock.pending === 1);
    clock.advance(699);
    expect(requester.requests.at(-1)?.method).toBe('POST');
    clock.advance(1);
    second.write(event(answerOf({ id: 2, method: 'x' })));
    await answerTo(2);
    expect(requester.requests.at(-1)).toMatchObject({ method: 'GET', headers: { 'mcp-session-id': 's1' } });
    expect(received.at(-1)?.relatedTo).toBe(2);
  });

  it('without event ids is an error for its request alone', async () => {
    const stream = createWrittenBody();
    const { shakeHands, link, answerTo, ask } = await open((request) =>
      isCall(request) ? createReply(200, stream.body) : undefined,
    );
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    stream.breakOff();
    const message = 'The server closed the connection before it answered (server.test:81)';
    expect(errorOf(await answerTo(2))).toEqual({ code: -32000, message });
    await ask(3, 'ping');
  });

  it('is a loss and no answer where whoever waits can tell the two apart', async () => {
    const stream = createWrittenBody();
    const { shakeHands, link } = await open((request) => (isCall(request) ? createReply(200, stream.body) : undefined));
    await shakeHands();
    const { lost, answers, ask } = recordLink(link);
    void link.send(createRequest(2, 'tools/call'));
    stream.breakOff();
    await waitUntil(() => lost.length === 1);
    const reason = 'closed the connection before it answered (server.test:81)';
    expect(lost).toEqual([[2, { expected: false, reason }]]);
    await ask(3, 'ping');
    expect(answers(2)).toEqual([]);
  });

  it('tells once of events that are no messages', async () => {
    const { shakeHands, ask, log } = await open((request) => {
      if (!isCall(request)) return undefined;
      const stream = createWrittenBody();
      stream.write(`${event('hello')}${event('[1]')}${event('', 'id: 4\n')}${event(answerOf(messageOf(request)))}`);
      stream.end();
      return createReply(200, stream.body);
    });
    await shakeHands();
    await ask(2);
    await ask(3);
    expect(log.at('warning')).toEqual(['it sends events that are not protocol messages; they are ignored']);
  });

  it('is given up after four tries that bring nothing', async () => {
    const first = createWrittenBody();
    const { shakeHands, link, clock, requester, posted, answerTo } = await open((request) => {
      if (request.headers['last-event-id'] !== undefined) {
        throw new ToolyardError('server-unavailable', 'cannot be reached');
      }
      return isCall(request) ? createReply(200, first.body) : undefined;
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    first.write(priming);
    first.end();
    await waitUntil(() => posted().includes('tools/call'));
    for (let tries = 1; tries <= 4; tries++) {
      await waitUntil(() => clock.pending === 1);
      clock.advance(700 * 2 ** (tries - 1));
      const resumed = (): number => requester.requests.filter(({ headers }) => headers['last-event-id']).length;
      await waitUntil(() => resumed() === tries);
    }
    expect(errorOf(await answerTo(2))).toMatchObject({ code: -32000 });
  });

  it('is taken up ever less often while it brings ids and no message', async () => {
    let count = 0;
    const { shakeHands, link, clock, posted } = await open((request) => {
      if (!isCall(request) && request.headers['last-event-id'] === undefined) return undefined;
      const stream = createWrittenBody();
      stream.write(`id: e${++count}\nretry: 0\ndata:\n\n`);
      stream.end();
      return createReply(200, stream.body);
    });
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    await waitUntil(() => posted().includes('tools/call'));
    await expectWaits(clock, [500, 1000, 2000, 4000, 8000, 10_000, 10_000], () => count);
  });

  it('is not taken up again after the request was cancelled', async () => {
    const stream = createWrittenBody();
    const { shakeHands, link, requester, clock, posted } = await open((request) =>
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
    const { shakeHands, ask, clock, requester } = await open((request) =>
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

describe('close', () => {
  it('waits a second for the farewell and no longer', async () => {
    const { shakeHands, ask, link, clock, requester } = await open((request) =>
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
    const { shakeHands, link, requester } = await open((request) =>
      isCall(request) ? createReply(200, stream.body) : undefined,
    );
    await shakeHands();
    void link.send(createRequest(2, 'tools/call'));
    await waitUntil(() => requester.requests.some(isCall));
    await link.close();
    expect(requester.requests.find(isCall)?.signal.aborted).toBe(true);
  });
});
