import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeClock, startHttpServer, type ArrivedRequest, type TestHttpServer } from '@toolyard/testing';
import type { BackendExchange, ExchangeRequest } from './backend-exchange.ts';
import { createHttpExchange } from './create-http-exchange.ts';

const TOKEN = 'a-service-token-of-more-than-32-characters';
const READ: ExchangeRequest = { method: 'GET', path: '/tasks?limit=1', user: 'alice', requestId: 'r1' };

let server: TestHttpServer | undefined;
let exchange: BackendExchange | undefined;

afterEach(async () => {
  await exchange?.close();
  await server?.stop();
});

async function start(answer: (request: ArrivedRequest, response: ServerResponse) => void, base = ''): Promise<void> {
  server = await startHttpServer(answer);
  const baseUrl = new URL(`http://127.0.0.1:${server.port}${base}`);
  exchange = createHttpExchange({ baseUrl, serviceToken: TOKEN, clock: createFakeClock() });
}

function send(request: ExchangeRequest, signal = new AbortController().signal): Promise<unknown> {
  if (exchange === undefined) throw new Error('not started');
  return exchange.send(request, { signal, onConnected: () => undefined });
}

describe('createHttpExchange', () => {
  it('shows the token, the user, the key, the version and the request id', async () => {
    await start((_request, response) => response.writeHead(201).end('{"id":1}'), '/api/');
    const body = { title: 'ä' };
    const reply = await send({ ...READ, method: 'POST', path: '/tasks', body, idempotencyKey: 'k', ifVersion: 4 });
    expect(reply).toEqual({ status: 201, body: { id: 1 } });
    expect(server?.requests[0]).toMatchObject({ method: 'POST', path: '/api/tasks', body: '{"title":"ä"}' });
    expect(server?.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'x-user-id': 'alice',
      'x-request-id': 'r1',
      'idempotency-key': 'k',
      'if-match': '"4"',
      'content-type': 'application/json',
    });
  });

  it('names no user where there is none', async () => {
    await start((_request, response) => response.end());
    await send({ method: 'GET', path: '/openapi.json', requestId: 'r' });
    expect(server?.requests[0]?.headers['x-user-id']).toBeUndefined();
  });

  it('uses one connection for requests one after another', async () => {
    await start((_request, response) => response.end('[]'));
    for (let count = 0; count < 3; count += 1) await send(READ);
    expect(server?.connections()).toBe(1);
  });

  it('follows no redirect', async () => {
    await start((_request, response) => response.writeHead(307, { location: '/elsewhere' }).end());
    expect(await send(READ)).toEqual({ status: 307 });
    expect(server?.requests).toHaveLength(1);
  });

  it('reads when to come back, in seconds or as a date', async () => {
    const dates = ['12', 'Thu, 01 Jan 2026 00:01:00 GMT', 'soon'];
    await start((_request, response) => response.writeHead(429, { 'retry-after': dates.shift() }).end('no JSON'));
    expect(await send(READ)).toEqual({ status: 429, retryAfterMs: 12_000 });
    expect(await send(READ)).toEqual({ status: 429, retryAfterMs: 60_000 });
    expect(await send(READ)).toEqual({ status: 429 });
  });

  it('knows whether a request that failed can have arrived', async () => {
    await start((_request, response) => response.destroy());
    await expect(send(READ)).rejects.toMatchObject({ kind: 'connection', neverArrived: false });
    await server?.stop();
    await expect(send(READ)).rejects.toMatchObject({ kind: 'connection', neverArrived: true, message: 'ECONNREFUSED' });
  });

  it('gives up an answer that breaks off', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"id"', () => response.destroy());
    });
    await expect(send(READ)).rejects.toMatchObject({ kind: 'connection', neverArrived: false });
  });

  it('ends the request when it is cancelled', async () => {
    const cancel = new AbortController();
    let leave: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (leave = resolve));
    await start((_request, response) => {
      response.once('close', leave);
      cancel.abort(new Error('enough'));
    });
    await expect(send(READ, cancel.signal)).rejects.toThrow('enough');
    await gone;
  });

  it('refuses an answer without an end', async () => {
    const part = Buffer.alloc(1024 * 1024, 0x20);
    await start((_request, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write(part, more);
      };
      more();
    });
    await expect(send(READ)).rejects.toMatchObject({ kind: 'connection' });
  });
});
