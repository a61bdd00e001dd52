import { once } from 'node:events';
import { openRawSocket, readUntilClosed, TEST_CERTIFICATE, TEST_KEY } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { ask, handshake, HEADERS, openFront } from './open-front.ts';

const TLS = { cert: TEST_CERTIFICATE, key: TEST_KEY };

const post = (port: number, more: string): string =>
  `POST /mcp HTTP/1.1\r\nhost: localhost:${port}\r\naccept: application/json\r\n${more}`;

describe('a connection without a token', () => {
  it('is closed after the refusal', async () => {
    const { port } = await openFront({ token: 'secret-token' });
    const body = ask(1, 'ping');
    const text = await readUntilClosed(
      openRawSocket(port, post(port, `content-length: ${body.length}\r\n\r\n${body}`)),
    );
    expect(text).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n/i);
  });

  it.each([
    ['announced', 'content-length: 1000\r\n\r\n{'],
    ['chunked', 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n'],
  ])('is not held by half a body that is %s', async (_kind, half) => {
    const { port } = await openFront({ token: 'secret-token', limits: { discardMs: 20 } });
    expect(await readUntilClosed(openRawSocket(port, post(port, half)))).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('is told why, also where it sends much', async () => {
    const { url } = await openFront({ token: 'secret-token' });
    const body = ask(1, 'x', { text: 'x'.repeat(5_000_000) });
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: HEADERS, body });
    expect(answer.status).toBe(401);
  });

  it('is closed where the handshake of TLS does not come to its end', async () => {
    const { port } = await openFront({ tls: TLS, token: 'secret-token', limits: { headersMs: 100 } });
    const sockets = [openRawSocket(port, ''), openRawSocket(port, Buffer.from([0x16, 3, 1, 2, 0, 1]))];
    expect(await Promise.all(sockets.map(readUntilClosed))).toEqual(['', '']);
  });
});

it('is not held by half a body whose request is refused for another reason', async () => {
  const { port } = await openFront({ limits: { discardMs: 20 } });
  const text = await readUntilClosed(
    openRawSocket(port, post(port, 'content-type: text/plain\r\ncontent-length: 9\r\n\r\n{')),
  );
  expect(text).toMatch(/^HTTP\/1\.1 415 /);
});

it('keeps the connection of a client whose request was read and refused', async () => {
  const { port } = await openFront();
  const socket = openRawSocket(port, post(port, 'content-type: text/plain\r\ncontent-length: 2\r\n\r\n{}'));
  const [first] = await once(socket.setEncoding('utf8'), 'data');
  expect(first).toMatch(/^HTTP\/1\.1 415 [^]*\r\nconnection: keep-alive\r\n/i);
});

it.each([
  ['HTTP', {}],
  ['HTTPS', { tls: TLS }],
])('takes no more connections than there may be over %s', async (_kind, options) => {
  const { port } = await openFront({ ...options, limits: { maxConnections: 1 } });
  await once(openRawSocket(port, ''), 'connect');
  expect(await readUntilClosed(openRawSocket(port, ''))).toBe('');
});

describe('a connection that has sent half a request when the front is closed', () => {
  const openHalf = async (port: number, body: string) => {
    const type = `content-type: application/json\r\ncontent-length: ${body.length}`;
    const socket = openRawSocket(port, post(port, `${type}\r\nexpect: 100-continue\r\n\r\n`));
    const text = readUntilClosed(socket);
    await once(socket, 'data');
    return { socket, text };
  };

  it('is gone after that', async () => {
    const { front, port } = await openFront();
    const { socket, text } = await openHalf(port, handshake());
    await front.close();
    // Were it still there, the whole request would be answered.
    socket.write(handshake());
    expect(await text).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });

  it('leaves no session behind that began meanwhile', async () => {
    const { front, port, accepted } = await openFront();
    const { socket } = await openHalf(port, handshake());
    const closed = front.close();
    socket.write(handshake());
    await closed;
    expect(front.sessions).toBe(0);
    expect(accepted.filter(({ end }) => end === undefined)).toEqual([]);
  });
});
