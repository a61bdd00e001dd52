import { createServer } from 'node:http';
import { connect } from 'node:net';
import {
  createWebhookReception,
  createWebhookServer,
  type ReceivedWebhook,
  type RefusedWebhook,
  type WebhookReception,
  type WebhookResponse,
} from '@toolyard/front';
import { systemClock } from '@toolyard/node';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFront } from './open-front.ts';

interface Opened {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedWebhook[];
  readonly refused: RefusedWebhook[];
  readonly errors: string[];
}

interface Opening {
  readonly maxBytes?: number;
  readonly bodyMs?: number;
  readonly maxAtOnce?: number;
  answer?(request: ReceivedWebhook): Promise<WebhookResponse>;
}

const TAKEN: WebhookResponse = { status: 202, body: { event: 'e' } };

interface Made extends Pick<Opened, 'received' | 'refused' | 'errors'> {
  readonly reception: WebhookReception;
}

function createReception({ maxBytes = 100, answer = async () => TAKEN, ...limits }: Opening = {}): Made {
  const made: Omit<Made, 'reception'> = { received: [], refused: [], errors: [] };
  const reception = createWebhookReception({
    clock: systemClock,
    limits: { maxBytes, ...limits },
    receive(request) {
      made.received.push(request);
      return answer(request);
    },
    onRefused: (refused) => made.refused.push(refused),
    onError: (message) => made.errors.push(message),
  });
  return { ...made, reception };
}

async function open(opening?: Opening): Promise<Opened> {
  const { reception, ...made } = createReception(opening);
  const server = createWebhookServer(reception);
  const port = await server.listen(0);
  onTestFinished(() => server.close());
  return { ...made, port, url: `http://127.0.0.1:${port}/hooks` };
}

async function post(url: string, init: RequestInit = {}): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(url, { method: 'POST', body: '{}', ...init });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** All that comes back for bytes that are sent as they are. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(text));
    let seen = '';
    socket.setEncoding('utf8').on('data', (part: string) => (seen += part));
    socket.on('close', () => resolve(seen)).on('error', reject);
    onTestFinished(() => void socket.destroy());
  });
}

describe('the addresses of hooks', () => {
  it('hand a request over with its headers and its body as it was sent', async () => {
    const { url, received } = await open();
    const answer = await post(`${url}/deploy`, { body: ' {"a": 1}\n', headers: { 'X-GitHub-Event': 'push' } });
    expect(answer).toMatchObject({ status: 202, text: '{"event":"e"}\n' });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ hook: 'deploy', headers: { 'x-github-event': 'push' } });
    expect(new TextDecoder().decode(received[0]?.body)).toBe(' {"a": 1}\n');
  });

  it.each([
    ['a page of another site', { headers: { origin: 'https://evil.example' } }, 'a', 403],
    ['a page of this machine', { headers: { origin: 'http://localhost:3000' } }, 'a', 403],
    ['a sandboxed page', { headers: { origin: 'null' } }, 'a', 403],
    ['GET', { method: 'GET', body: null }, 'a', 405],
    ['PUT', { method: 'PUT' }, 'a', 405],
    ['no id', {}, '', 404],
    ['more than an id', {}, 'a/b', 404],
  ])('turn away %s', async (_, init, path, status) => {
    const { url, received, refused } = await open();
    const answer = await post(`${url}/${path}`, init);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.any(String) });
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(received).toEqual([]);
    expect(refused).toEqual([{ hook: path, status, reason: expect.any(String), from: '127.0.0.1' }]);
  });

  it('turn away a name that another site may have given this machine', async () => {
    const { port, received } = await open();
    const head = 'POST /hooks/a HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}';
    expect(await exchange(port, head)).toMatch(/^HTTP\/1\.1 403 /);
    expect(received).toEqual([]);
  });

  it('are all that is served', async () => {
    const { url } = await open();
    for (const path of ['/mcp', '/', '/hooks', '/../hooks']) {
      expect((await post(url.replace('/hooks', path))).status).toBe(404);
    }
  });

  it('read no more than the limit, announced or not', async () => {
    const { url, received, refused } = await open({ maxBytes: 100 });
    expect(await post(`${url}/a`, { body: 'x'.repeat(100) })).toMatchObject({ status: 202 });
    expect(await post(`${url}/a`, { body: 'x'.repeat(101) })).toMatchObject({ status: 413 });
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(1000));
        if (refused.length > 1) controller.close();
      },
    });
    const chunked: RequestInit & { duplex: 'half' } = { method: 'POST', body: stream, duplex: 'half' };
    const status = await fetch(`${url}/a`, chunked).then(
      (response) => response.status,
      () => 413,
    );
    expect(status).toBe(413);
    expect(refused.map((each) => each.status)).toEqual([413, 413]);
    expect(received).toHaveLength(1);
  });

  it('do not wait for a body that comes too slowly', async () => {
    const { port, received, refused } = await open({ bodyMs: 50 });
    const seen = await exchange(
      port,
      `POST /hooks/a HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 9\r\n\r\n{`,
    );
    expect(seen).toMatch(/^HTTP\/1\.1 408 /);
    expect(seen.toLowerCase()).toContain('connection: close');
    expect(received).toEqual([]);
    expect(refused).toMatchObject([{ status: 408 }]);
  });

  it('take so many at once, and others again when one of them is done', async () => {
    let finish: () => void = () => undefined;
    const held = new Promise<WebhookResponse>((resolve) => (finish = () => resolve(TAKEN)));
    const { url, received } = await open({ maxAtOnce: 1, answer: () => held });
    const first = post(`${url}/a`);
    await waitUntil(() => received.length === 1);
    expect(await post(`${url}/a`)).toMatchObject({ status: 503 });
    finish();
    expect(await first).toMatchObject({ status: 202 });
    expect(await post(`${url}/a`)).toMatchObject({ status: 202 });
  });

  it('tell those who keep failing to stop, and still take what is right from behind a proxy', async () => {
    const refusal: WebhookResponse = { status: 401, body: { error: 'no' }, refused: 'its token is wrong' };
    const { url } = await open({ answer: async ({ headers }) => (headers['x-right'] === '1' ? TAKEN : refusal) });
    const statuses = [];
    for (let count = 0; count < 21; count++) statuses.push((await post(`${url}/a`)).status);
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 401), 429, 429]);
    const last = await post(`${url}/a`);
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await post(`${url}/a`, { headers: { 'x-right': '1' } })).toMatchObject({ status: 202 });
  });

  it('turn away an address of somebody who kept failing, before anything is read', async () => {
    const { reception, received } = createReception({ answer: async () => ({ status: 401, body: {} }) });
    const guard = { checkPlace: () => undefined };
    const server = createServer((request, response) => {
      Object.defineProperty(request.socket, 'remoteAddress', { value: '::ffff:203.0.113.9' });
      void reception.serve(request, response, { path: '/hooks/a', guard });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    for (let count = 0; count < 20; count++) await post(url);
    expect(await post(url)).toMatchObject({ status: 429 });
    expect(received).toHaveLength(20);
  });

  it('answer a bug of our own without a word about it', async () => {
    const { url, errors } = await open({
      answer: async () => {
        throw new Error('hunter2');
      },
    });
    const answer = await post(`${url}/a`);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('hunter2');
    expect(errors).toEqual(['A webhook failed: hunter2']);
  });

  it('survive senders that go away in the middle', async () => {
    const { port, url } = await open();
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(`POST /hooks/a HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 9\r\n\r\n{`);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.destroy();
    expect(await post(`${url}/a`)).toMatchObject({ status: 202 });
  });
});

describe('a front with a token', () => {
  const wanted = { token: 'for-clients' };

  it('lets webhooks in without it, and nothing else', async () => {
    const { reception, received } = createReception();
    const { url } = await openFront({ ...wanted, webhooks: reception });
    expect(await post(`${url}/hooks/a`)).toMatchObject({ status: 202 });
    expect(await post(`${url}/mcp`)).toMatchObject({ status: 401 });
    expect(await post(`${url}/hooks`)).toMatchObject({ status: 401 });
    expect(await post(`${url}/hooks/%2e%2e/mcp`)).toMatchObject({ status: 401 });
    expect(received).toHaveLength(1);
  });

  it('has no addresses of hooks where it runs none', async () => {
    const { url } = await openFront();
    expect(await post(`${url}/hooks/a`)).toMatchObject({ status: 404 });
  });
});
