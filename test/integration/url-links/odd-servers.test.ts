import type { ServerResponse } from 'node:http';
import { startMcpHttpServer, waitUntil, type McpHttpOptions, type McpHttpServer } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openUrlLink, type UrlClient } from './open-url-link.ts';

async function start(options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const server = await startMcpHttpServer(options);
  onTestFinished(() => server.stop());
  return server;
}

async function open(options: McpHttpOptions = {}): Promise<UrlClient & { readonly server: McpHttpServer }> {
  const server = await start(options);
  const opened = await openUrlLink(server.url, 'http');
  await opened.client.initialize();
  return { ...opened, server };
}

/** Answers calls, and nothing else, in a way of its own. */
function onCall(answer: (response: ServerResponse, id: number) => void): McpHttpOptions {
  return {
    take({ body }, response) {
      const message: unknown = body === '' ? {} : JSON.parse(body);
      const { id, method } = Object(message) as { id: number; method: string };
      if (method === 'tools/call') answer(response, id);
      return method === 'tools/call';
    },
  };
}

const EVENTS = { 'content-type': 'text/event-stream' };
const JSON_TYPE = { 'content-type': 'application/json' };

it.each(['json', 'events'] as const)('a server that answers with %s is used and left', async (answers) => {
  const { client, link, server } = await open({ answers });
  expect(await client.callForText('echo', { a: 1 })).toBe('echo {"a":1}');
  await waitUntil(() => server.streams === 1);
  server.notify('notifications/tools/list_changed');
  await waitUntil(() => client.notifications.length === 1);
  await link.close();
  expect(server.sessions.size).toBe(0);
  await waitUntil(() => server.streams === 0);
});

it('a hundred calls at once all get their own answers', async () => {
  const { client } = await open({ answers: 'events' });
  const calls = Array.from({ length: 100 }, (_, index) => client.callForText('echo', { index }));
  expect(await Promise.all(calls)).toEqual(calls.map((_, index) => `echo {"index":${index}}`));
});

it('a server without a stream for notifications works, and is asked for one once', async () => {
  const { client, server } = await open({ notices: false });
  await client.callForText('echo');
  await client.callForText('echo');
  expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
});

it('a session that the server forgot is replaced, and the call that found it is answered', async () => {
  const { client, server } = await open();
  await waitUntil(() => server.streams === 1);
  server.forget();
  expect(await client.callForText('echo', { again: true })).toBe('echo {"again":true}');
  expect([...server.sessions]).toEqual(['session-2']);
  expect(server.methods().filter((method) => method === 'tools/call')).toHaveLength(2);
});

describe('an answer', () => {
  it('that breaks off is an error, and the next call works', async () => {
    let isFirst = true;
    const { client } = await open(
      onCall((response, id) => {
        if (isFirst) response.writeHead(200, EVENTS).write(': soon\n\n', () => response.destroy());
        else response.writeHead(200, JSON_TYPE).end(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
        isFirst = false;
      }),
    );
    const lost = await client.request('tools/call', { name: 'echo' });
    expect(lost.value('error')).toMatchObject({ code: -32000, message: expect.stringContaining('before it answered') });
    expect((await client.request('tools/call', { name: 'echo' })).span('result')).toBeDefined();
  });

  it('whose JSON breaks off is an error', async () => {
    const { client } = await open(
      onCall((response) => response.writeHead(200, JSON_TYPE).write('{"jsonrpc":', () => response.destroy())),
    );
    const lost = await client.request('tools/call', { name: 'echo' });
    expect(lost.value('error')).toMatchObject({
      message: expect.stringContaining('closed the connection unexpectedly'),
    });
  });

  it('is taken up from the event where its stream ended, as often as the server likes', async () => {
    const rounds = 2;
    let id = 0;
    const { client, server } = await open({
      take(request, response) {
        const last = Number(request.headers['last-event-id'] ?? Number.NaN);
        const message: unknown = request.body === '' ? {} : JSON.parse(request.body);
        const { id: given, method } = Object(message) as { id: number; method: string };
        if (method !== 'tools/call' && Number.isNaN(last)) return false;
        id = given ?? id;
        const next = Number.isNaN(last) ? 1 : last + 1;
        const data = next <= rounds ? '' : `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`;
        response.writeHead(200, EVENTS).end(`id: ${next}\nretry: 10\ndata: ${data}\n\n`);
        return true;
      },
    });
    expect((await client.request('tools/call', { name: 'echo' })).text('result')).toBe('{"content":[]}');
    const resumed = server.requests.map(({ headers }) => headers['last-event-id']).filter(Boolean);
    expect(resumed).toEqual(['1', '2']);
  });

  it('that comes byte by byte is whole', async () => {
    const { client } = await open(
      onCall((response, id) => {
        const text = `data: {"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"ä€😀"}]}}\r\n\r\n`;
        const bytes = [...Buffer.from(text)];
        response.writeHead(200, EVENTS);
        const write = (): void => {
          const byte = bytes.shift();
          if (byte === undefined) response.end();
          else response.write(Buffer.from([byte]), () => setImmediate(write));
        };
        write();
      }),
    );
    expect(await client.callForText('echo')).toBe('ä€😀');
  });

  it('without an end is cut off, and disturbs no other call', async () => {
    let isEnded = false;
    const chunk = Buffer.alloc(1_000_000, 0x61);
    const { client } = await open({
      take({ body }, response) {
        if (!body.includes('endless')) return false;
        response.on('close', () => (isEnded = true));
        const write = (): void => {
          while (response.writable && response.write(chunk));
          response.once('drain', write);
        };
        response.writeHead(200, EVENTS).write('data: ');
        write();
        return true;
      },
    });
    const endless = client.request('tools/call', { name: 'endless' });
    expect(await client.callForText('echo')).toBe('echo {}');
    expect((await endless).value('error')).toMatchObject({ message: expect.stringContaining('more than 64 MB') });
    await waitUntil(() => isEnded);
  });

  it('of a cancelled request is waited for no more', async () => {
    let isLeft = false;
    const { client } = await open(
      onCall((response) => {
        response.on('close', () => (isLeft = true));
        response.writeHead(200, EVENTS).write(': working\n\n');
      }),
    );
    void client.request('tools/call', { name: 'echo' }, 77);
    client.notify('notifications/cancelled', { requestId: 77 });
    await waitUntil(() => isLeft);
  });
});

describe('a server that does not want us', () => {
  it('gets no token of ours at another origin', async () => {
    const other = await start();
    const first = await start({
      take(_request, response) {
        response.writeHead(307, { location: other.url }).end();
        return true;
      },
    });
    const { link, client } = await openUrlLink(first.url, 'auto', { Authorization: 'Bearer very-secret' });
    client.initialize().catch(() => undefined);
    expect((await link.closed).reason).toContain(`redirects to another origin (http://127.0.0.1:${other.port})`);
    expect(other.requests).toEqual([]);
    expect(first.requests[0]?.headers.authorization).toBe('Bearer very-secret');
  });

  it('is told from one that is away', async () => {
    const server = await start({ take: (_request, response) => (response.writeHead(401).end(), true) });
    const { link, client } = await openUrlLink(server.url);
    client.initialize().catch(() => undefined);
    expect(await link.closed).toMatchObject({ expected: false, code: 'login-required' });

    await server.stop();
    const away = await openUrlLink(server.url);
    away.client.initialize().catch(() => undefined);
    expect(await away.link.closed).toMatchObject({
      code: 'server-start-failed',
      reason: expect.stringContaining('connection refused'),
    });
  });
});

it('a server that goes away ends the link within seconds, also when nobody asks', async () => {
  const { link, server } = await open();
  await waitUntil(() => server.streams === 1);
  await server.stop();
  expect(await link.closed).toMatchObject({ expected: false, reason: expect.stringContaining('connection refused') });
});
