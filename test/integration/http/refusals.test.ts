import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { createServer } from 'node:net';
import { createHttpFront } from '@toolyard/front';
import { systemClock } from '@toolyard/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, handshake, HEADERS, openFront, openSession } from './open-front.ts';

type Headers = Record<string, string>;
interface Sent {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string;
}
type Refused = [what: string, path: string, sent: Sent, status: number];

/** Sends exactly these headers, also those that fetch would not. */
async function send(port: number, path: string, options: Sent) {
  const { method = 'POST', headers = {}, body = '' } = options;
  const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const parts: Buffer[] = await answer.toArray();
  return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString() };
}

describe('what is refused', () => {
  const good = { ...HEADERS };
  it.each([
    ['a foreign host', '/mcp', { headers: { ...good, host: 'evil.example.com' } }, 403],
    ['a foreign origin', '/mcp', { headers: { ...good, origin: 'http://evil.example.com' } }, 403],
    ['a preflight of a foreign page', '/mcp', { method: 'OPTIONS', headers: { origin: 'http://evil.example' } }, 403],
    ['a preflight of a local page', '/mcp', { method: 'OPTIONS', headers: { origin: 'http://localhost' } }, 405],
    ['another method', '/mcp', { method: 'PUT', headers: good }, 405],
    ['another path', '/other', { headers: good }, 404],
    ['the name of an inherited member', '/constructor', { headers: good }, 404],
    ['a type that is not JSON', '/mcp', { headers: { ...good, 'content-type': 'text/plain' } }, 415],
    ['no type', '/mcp', { headers: { accept: '*/*' } }, 415],
    ['a client that takes neither form', '/mcp', { headers: { ...good, accept: 'text/html' } }, 406],
    ['a GET that takes no stream', '/mcp', { method: 'GET', headers: { accept: '*/*' } }, 406],
    ['a body that is no JSON', '/mcp', { headers: good, body: '{' }, 400],
    ['an empty body', '/mcp', { headers: good }, 400],
    ['JSON that is no message', '/mcp', { headers: good, body: '{"a":1}' }, 400],
    ['a request without a session', '/mcp', { headers: good, body: ask(1, 'tools/list') }, 400],
    ['a batch with a handshake', '/mcp', { headers: good, body: `[${handshake()}]` }, 400],
    ['a GET without a session', '/mcp', { method: 'GET', headers: { accept: 'text/event-stream' } }, 400],
    ['a DELETE without a session', '/mcp', { method: 'DELETE' }, 400],
    ['an unknown session', '/mcp', { headers: { ...good, 'mcp-session-id': 'x' }, body: ask(1, 'ping') }, 404],
    ['an unknown session to end', '/mcp', { method: 'DELETE', headers: { 'mcp-session-id': 'x' } }, 404],
    ['messages without a session', '/messages', { headers: good, body: ask(1, 'ping') }, 404],
    ['a POST to the old stream', '/sse', { headers: good }, 405],
    ['a GET of the old messages', '/messages', { method: 'GET' }, 405],
  ] satisfies readonly Refused[])('%s', async (_what, path, options: Sent, status) => {
    const { port, accepted } = await openFront();
    const host = `127.0.0.1:${port}`;
    const answer = await send(port, path, { ...options, headers: { host, ...options.headers } });
    expect({ status: answer.status, forwarded: accepted.length }).toEqual({ status, forwarded: 0 });
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' });
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each([
    ['{', -32_700],
    ['{"a":1}', -32_600],
  ])('%s, with the error that fits', async (body, code) => {
    const { port } = await openFront();
    const { text } = await send(port, '/mcp', { headers: { host: `127.0.0.1:${port}`, ...good }, body });
    expect(JSON.parse(text)).toMatchObject({ error: { code } });
  });

  it('an unknown protocol version', async () => {
    const { url } = await openFront();
    const session = await openSession(url);
    expect((await session.post(ask(1, 'ping'), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await session.post(ask(2, 'ping'), { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200);
  });

  it('a second handshake in a session', async () => {
    const { url, accepted } = await openFront();
    const session = await openSession(url);
    expect((await session.post(handshake())).status).toBe(400);
    expect(accepted.length).toBe(1);
  });

  it('an id that belongs to an open request', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    await session.post(ask(1, 'silent'), {}, stop.signal);
    const answer = await session.post(ask(1, 'ping'));
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 400, body: { id: 1 } });
    expect(last().received.map(({ method }) => method)).toEqual(['initialize', 'silent']);
  });

  it('one session more than there may be, where all are in use', async () => {
    const { url, front } = await openFront({ limits: { maxSessions: 1 } });
    const session = await openSession(url);
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    await session.get({}, stop.signal);
    expect(front.isFull).toBe(true);
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: HEADERS, body: handshake() });
    expect(answer.status).toBe(503);
    expect((await fetch(`${url}/sse`)).status).toBe(503);
  });

  it('a body over the limit, announced or not', async () => {
    const { url, port, accepted } = await openFront({ limits: { maxBodyBytes: 1000 } });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { text: 'x'.repeat(2000) } });
    expect((await fetch(`${url}/mcp`, { method: 'POST', headers: HEADERS, body })).status).toBe(413);
    const headers = { host: `127.0.0.1:${port}`, ...HEADERS, 'transfer-encoding': 'chunked' };
    expect((await send(port, '/mcp', { headers, body })).status).toBe(413);
    expect(accepted.length).toBe(0);
  });

  it.each([
    ['headers', 'POST /mcp HTTP/1.1\r\nhost: localhost\r\n'],
    [
      'a body',
      'POST /mcp HTTP/1.1\r\nhost: localhost:PORT\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    ],
  ])('%s that do not come to an end', async (_what, text) => {
    const { port } = await openFront({ limits: { headersMs: 100, requestMs: 200 } });
    const socket = connect(port, '127.0.0.1');
    socket.write(text.replace('PORT', String(port)));
    socket.resume();
    await once(socket, 'close');
    expect(socket.destroyed).toBe(true);
  });
});

describe('the token', () => {
  it('is asked for on loopback too where there is one, and refusals are written down', async () => {
    const { url, audited, accepted } = await openFront({ token: 'secret-token' });
    const refused = await fetch(`${url}/mcp`, { method: 'POST', headers: HEADERS, body: handshake() });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    const wrong = { ...HEADERS, authorization: 'Bearer guessed-token', 'x-request-id': 'trace-1' };
    expect((await fetch(`${url}/mcp`, { method: 'POST', headers: wrong, body: handshake() })).status).toBe(401);
    expect(accepted.length).toBe(0);
    const right = { ...HEADERS, authorization: 'Bearer secret-token' };
    expect((await fetch(`${url}/mcp`, { method: 'POST', headers: right, body: handshake() })).status).toBe(200);
    expect(audited).toMatchObject([
      { event: 'refused', status: 401, path: '/mcp' },
      { event: 'refused', status: 401, requestId: 'trace-1', from: '127.0.0.1' },
    ]);
    expect(JSON.stringify(audited)).not.toMatch(/secret-token|guessed-token/);
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'tools.example.com'])('must be there for %s', async (host) => {
    const front = createHttpFront({ clock: systemClock, accept: () => undefined, onError: () => undefined });
    await expect(front.listen({ host, port: 0 })).rejects.toMatchObject({ code: 'usage' });
  });
});

it.each(['', ' ', 'two words', 'schlüssel', 'line\n'])(
  'refuses the token %j, which no client can send',
  async (token) => {
    const front = createHttpFront({ clock: systemClock, accept: () => undefined, onError: () => undefined, token });
    await expect(front.listen({ host: '127.0.0.1', port: 0 })).rejects.toMatchObject({ code: 'usage' });
  },
);

it('has let go of its port when it is closed', async () => {
  const { front, port, url } = await openFront();
  await openSession(url);
  await front.close();
  const next = createServer();
  onTestFinished(() => void next.close());
  next.listen(port, '127.0.0.1');
  await once(next, 'listening');
});

it('says that a port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const front = createHttpFront({ clock: systemClock, accept: () => undefined, onError: () => undefined });
  await expect(front.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'port-unavailable',
    message: expect.stringContaining('another program is using it'),
  });
});
