import { once } from 'node:events';
import { connect } from 'node:net';
import { createErrorResponse, createNotification, createRequest, createResponse } from '@toolyard/core';
import { createFakeClock, waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, handshake, HEADERS, messagesIn, openFront, openSession, readEvents, readMessages } from './open-front.ts';

const note = (method: string): string => Buffer.from(createNotification(method).bytes).toString();

describe('a session', () => {
  it('begins with the handshake, whose answer gives its id', async () => {
    const { url, front } = await openFront();
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: HEADERS, body: handshake() });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('mcp-session-id')).toMatch(/^[\w-]{32}$/);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await readMessages(answer)).toMatchObject([{ id: 0, result: { protocolVersion: '2025-11-25' } }]);
    expect(front.sessions).toBe(1);
  });

  it('ends where the handshake is refused', async () => {
    const { url, front } = await openFront({
      accept: (link) => link.receive(({ id = 0 }) => link.send(createErrorResponse(id, { code: -1, message: 'no' }))),
    });
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: HEADERS, body: handshake() });
    expect(await readMessages(answer)).toMatchObject([{ error: { code: -1 } }]);
    expect(front.sessions).toBe(0);
  });

  it('ends with DELETE, and is not found after it', async () => {
    const { url, front, last } = await openFront();
    const session = await openSession(url);
    const stream = await session.get();
    expect((await session.delete()).status).toBe(200);
    await readEvents(stream);
    expect({ end: last().end, sessions: front.sessions }).toEqual({ end: 'was closed', sessions: 0 });
    expect((await session.post(ask(1, 'ping'))).status).toBe(404);
    expect((await session.get()).status).toBe(404);
  });

  it('leaves no request without an end when it ends', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const events = await session.post(ask(1, 'silent'));
    const json = session.post(ask(2, 'silent'), { accept: 'application/json' });
    await waitUntil(() => last().received.length === 3);
    await session.delete();
    expect([events.status, events.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(messagesIn(await readEvents(events))).toEqual([]);
    expect((await json).status).toBe(404);
  });

  it.each([
    ['alone', ask(1, 'end'), HEADERS, 404, [{ id: null, error: {} }]],
    ['after another', `[${ask(1, 'ping')},${ask(2, 'end')}]`, HEADERS, 200, [{ id: 1, result: {} }]],
    [
      'after another, for JSON',
      `[${ask(1, 'ping')},${ask(2, 'end')}]`,
      { accept: 'application/json' },
      404,
      [{ id: null, error: {} }],
    ],
  ])('gives the answers that came where it ends in the middle of a request: %s', async (...given) => {
    const [, body, headers, status, messages] = given;
    const { url } = await openFront({
      accept: (link) =>
        link.receive(({ id = 0, method }) =>
          method === 'end' ? void link.close() : link.send(createResponse(id, '{"protocolVersion":"2025-03-26"}')),
        ),
    });
    const session = await openSession(url, '2025-03-26');
    const answer = await session.post(body, headers);
    expect(answer.status).toBe(status);
    expect(await readMessages(answer)).toMatchObject(messages);
  });

  it('ends after a time without requests and streams, and not while a stream is open', async () => {
    const clock = createFakeClock();
    const { url, front, last } = await openFront({ clock, limits: { idleSessionMs: 60_000 } });
    const session = await openSession(url);
    const stop = new AbortController();
    await session.get({}, stop.signal);
    clock.advance(600_000);
    expect(front.sessions).toBe(1);
    stop.abort();
    await waitUntil(() => {
      clock.advance(30_000);
      return front.sessions === 0;
    });
    await last().link.closed;
    expect(last().end).toBe('was idle for too long');
  });

  it('does not end while a client that takes JSON waits for an answer', async () => {
    const clock = createFakeClock();
    const { url, last } = await openFront({ clock, limits: { idleSessionMs: 60_000 } });
    const session = await openSession(url);
    const answer = session.post(ask(1, 'silent'), { accept: 'application/json' });
    await waitUntil(() => last().received.length === 2);
    clock.advance(600_000);
    void last().link.send(createResponse(1, '{}'));
    expect((await answer).status).toBe(200);
  });

  it('passes on notifications and answers with a receipt', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const answer = await session.post(note('notifications/initialized'));
    expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 202, text: '' });
    expect(last().received.at(-1)?.method).toBe('notifications/initialized');
    const response = Buffer.from(createResponse(7, '{}').bytes).toString();
    expect((await session.post(response)).status).toBe(202);
    expect(last().received.at(-1)?.id).toBe(7);
  });

  it('sends what belongs to a request on its stream, before the answer', async () => {
    const { url } = await openFront();
    const session = await openSession(url);
    const other = await session.get();
    const messages = messagesIn(await readEvents(await session.post(ask('a', 'reports'))));
    expect(messages).toMatchObject([{ method: 'notifications/progress' }, { id: 'a', result: { method: 'reports' } }]);
    await session.delete();
    expect(messagesIn(await readEvents(other))).toEqual([]);
  });

  it('finds the request of a progress report by its token where nobody says it', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const unasked = await session.get();
    const answer = session.post(ask(1, 'silent', { _meta: { progressToken: 'mine' } }));
    await waitUntil(() => last().received.length === 2);
    const { link } = last();
    void link.send(createNotification('notifications/progress', { progressToken: 'mine', progress: 1 }));
    void link.send(createResponse(1, '{}'));
    expect(messagesIn(await readEvents(await answer))).toMatchObject([
      { params: { progressToken: 'mine' } },
      { id: 1 },
    ]);
    await session.delete();
    expect(messagesIn(await readEvents(unasked))).toEqual([]);
  });

  it('answers with JSON where the client takes no stream, and keeps the rest for its stream', async () => {
    const { url } = await openFront();
    const session = await openSession(url);
    const answer = await session.post(ask(1, 'reports'), { accept: 'application/json' });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toMatchObject({ id: 1, result: {} });
    const stream = await session.get();
    const events = await readEvents(stream, (seen) => messagesIn(seen).length > 0);
    expect(messagesIn(events)).toMatchObject([{ method: 'notifications/progress' }]);
  });

  it('refuses a question at once where the client takes no stream, and puts it where the client has one', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const answer = session.post(ask(1, 'silent'), { accept: 'application/json' });
    await waitUntil(() => last().received.length === 2);
    void last().link.send(createRequest('q1', 'roots/list'), 1);
    await waitUntil(() => last().received.length === 3);
    const message = 'The client cannot be asked: it accepts no "text/event-stream" for its request.';
    expect(last().received[2]?.id).toBe('q1');
    expect(last().received[2]?.value('error')).toEqual({ code: -32601, message });
    const stream = await session.get();
    void last().link.send(createRequest('q2', 'roots/list'), 1);
    const events = await readEvents(stream, (seen) => messagesIn(seen).length > 0);
    expect(messagesIn(events)).toMatchObject([{ id: 'q2' }]);
    void last().link.send(createResponse(1, '{}'));
    expect(await (await answer).json()).toMatchObject({ id: 1 });
  });

  it('answers with JSON where the answer comes first, else with a stream', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const typeOf = async (method: string): Promise<unknown> => {
      const { headers } = await session.post(ask(method, method));
      return [headers.get('content-type'), headers.get('x-accel-buffering')];
    };
    expect(await typeOf('ping')).toEqual(['application/json', null]);
    expect(await typeOf('reports')).toEqual(['text/event-stream', 'no']);
    // Nothing comes, and the client learns soon that its request is being worked on, and where to come back to.
    expect(await typeOf('silent')).toEqual(['text/event-stream', 'no']);
    expect(last().received.map(({ method }) => method)).toEqual(['initialize', 'ping', 'reports', 'silent']);
  });

  it('moves the answers of a batch that came first into its stream', async () => {
    const { url } = await openFront();
    const session = await openSession(url, '2025-03-26');
    const answer = await session.post(`[${ask(1, 'one')},${ask(2, 'reports')},${ask(3, 'three')}]`);
    expect(await readMessages(answer)).toMatchObject([
      { id: 1 },
      { method: 'notifications/progress' },
      { id: 2 },
      { id: 3 },
    ]);
  });

  it('takes batches under the revision that has them, in both forms', async () => {
    const { url } = await openFront();
    const batch = `[${ask(1, 'one')},${note('n')},${ask(2, 'two')}]`;
    const old = await openSession(url, '2025-03-26');
    expect(await readMessages(await old.post(batch))).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect(await (await old.post(batch, { accept: 'application/json' })).json()).toMatchObject([{ id: 1 }, { id: 2 }]);
    const newer = await openSession(url, '2025-06-18');
    expect((await newer.post(batch)).status).toBe(400);
  });

  it('ends the stream of a request that the client cancels', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const answer = session.post(ask(1, 'silent'));
    await waitUntil(() => last().received.length === 2);
    await session.post(Buffer.from(createNotification('notifications/cancelled', { requestId: 1 }).bytes).toString());
    expect(messagesIn(await readEvents(await answer))).toEqual([]);
    void last().link.send(createResponse(1, '{}'));
    expect(await readMessages(await session.post(ask(2, 'ping')))).toMatchObject([{ id: 2 }]);
  });

  it('delivers in order while the receiver asks it to wait', async () => {
    const received: unknown[] = [];
    let release: () => void = () => undefined;
    const { url } = await openFront({
      accept: (link) =>
        link.receive((frame) => {
          received.push(frame.method);
          if (frame.id !== undefined) void link.send(createResponse(frame.id, '{"protocolVersion":"2025-11-25"}'));
          return frame.method === 'a' ? new Promise((resolve) => (release = resolve)) : undefined;
        }),
    });
    const session = await openSession(url);
    await session.post(note('a'));
    const second = session.post(note('b'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toEqual(['initialize', 'a']);
    release();
    await second;
    expect(received).toEqual(['initialize', 'a', 'b']);
  });
});

describe('the stream of what nobody asked for', () => {
  it('is one a session', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const first = await session.get();
    expect((await session.get()).status).toBe(409);
    void last().link.send(createNotification('hello'));
    const events = await readEvents(first, (seen) => messagesIn(seen).length === 1);
    expect(messagesIn(events)).toMatchObject([{ method: 'hello' }]);
  });

  it('begins with what came before it', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    void last().link.send(createNotification('early'));
    const events = await readEvents(await session.get(), (seen) => messagesIn(seen).length === 1);
    expect(messagesIn(events)).toMatchObject([{ method: 'early' }]);
  });

  it('is where all goes that belongs to no request, but a log goes to an open request where there is no such stream', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const answer = session.post(ask(1, 'silent'));
    await waitUntil(() => last().received.length === 2);
    const { link } = last();
    for (const method of ['notifications/tools/list_changed', 'notifications/message']) {
      void link.send(createNotification(method));
    }
    void link.send(createResponse(1, '{}'));
    expect(messagesIn(await readEvents(await answer))).toMatchObject([{ method: 'notifications/message' }, { id: 1 }]);
    void link.send(createNotification('notifications/message'));
    const events = await readEvents(await session.get(), (seen) => messagesIn(seen).length === 2);
    expect(messagesIn(events)).toMatchObject([
      { method: 'notifications/tools/list_changed' },
      { method: 'notifications/message' },
    ]);
  });

  it('is written to when it is quiet', async () => {
    const clock = createFakeClock();
    const { url } = await openFront({ clock });
    const session = await openSession(url);
    const stream = await session.get();
    clock.advance(15_000);
    expect(await readEvents(stream, (seen) => seen.length >= 2)).toMatchObject([{ retry: '1000' }, { '': '' }]);
  });
});

describe('a client that never reads', () => {
  it('is cut off when too much waits for it, and nobody waits meanwhile', async () => {
    const { url, port, last } = await openFront({ limits: { maxUnsentBytes: 1_000_000 } });
    const session = await openSession(url);
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(
      `GET /mcp HTTP/1.1\r\nhost: localhost:${port}\r\naccept: text/event-stream\r\nmcp-session-id: ${session.id}\r\n\r\n`,
    );
    await once(socket, 'readable');
    const accepted = last();
    const flood = createNotification('flood', { text: 'x'.repeat(100_000) });
    for (let sent = 0; accepted.end === undefined && sent < 1000; sent++) {
      expect(accepted.link.send(flood)).toBeUndefined();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(accepted.end).toBe('does not read what is sent to it');
    expect((await session.post(ask(1, 'ping'))).status).toBe(404);
  });

  it('is cut off too where it asks for JSON', async () => {
    const { url, port, last } = await openFront({ limits: { maxUnsentBytes: 1_000_000 } });
    const session = await openSession(url);
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const accepted = last();
    for (let id = 1; id <= 50; id++) {
      const body = ask(id, 'large', { size: 1_000_000 });
      const head = `POST /mcp HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: application/json\r\naccept: application/json`;
      socket.write(`${head}\r\nmcp-session-id: ${session.id}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    }
    socket.on('error', () => undefined);
    await waitUntil(() => accepted.end !== undefined);
    expect(accepted.end).toBe('does not read what is sent to it');
  });

  it('may be sent one answer that is larger than the limit', async () => {
    const { url } = await openFront({ limits: { maxUnsentBytes: 1_000_000 } });
    const session = await openSession(url);
    const [answer] = await readMessages(await session.post(ask(1, 'large', { size: 4_000_000 })));
    expect(answer).toMatchObject({ id: 1 });
    expect(await readMessages(await session.post(ask(2, 'ping')))).toMatchObject([{ id: 2 }]);
  });
});

it('leaves nothing behind of 500 sessions', async () => {
  const clock = createFakeClock();
  const { url, front, accepted } = await openFront({ clock });
  const { pending } = clock;
  const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  const before = sockets();
  const open = async (): Promise<void> => {
    const session = await openSession(url);
    const stop = new AbortController();
    const stream = await session.get({}, stop.signal);
    await readEvents(await session.post(ask(1, 'ping')));
    await session.delete();
    await readEvents(stream);
  };
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 50 }, open));
  expect({ accepted: accepted.length, sessions: front.sessions }).toEqual({ accepted: 500, sessions: 0 });
  expect(clock.pending).toBe(pending);
  await front.close();
  await waitUntil(() => sockets() <= before);
  expect(clock.pending).toBe(0);
});
