import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import type { HttpReply, HttpRequest } from '@toolyard/core';
import { startHttpServer, waitUntil, type TestHttpServer } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNodeHttpRequester, type NodeHttpRequester } from './create-node-http-requester.ts';

function createRequester(...options: Parameters<typeof createNodeHttpRequester>): NodeHttpRequester {
  const requester = createNodeHttpRequester(...options);
  onTestFinished(() => requester.close());
  return requester;
}

async function start(...options: Parameters<typeof startHttpServer>): Promise<TestHttpServer & { url: string }> {
  const server = await startHttpServer(...options);
  onTestFinished(() => server.stop());
  return { ...server, url: `http://127.0.0.1:${server.port}/mcp` };
}

function toRequest(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'GET', url, headers: {}, signal: new AbortController().signal, ...more };
}

async function read({ body }: HttpReply): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

describe('the requester', () => {
  it('sends method, headers and body, and gives status, headers and body back', async () => {
    const { url, requests } = await start((_request, response) =>
      response.writeHead(418, { 'X-One': 'a', 'set-cookie': ['b', 'c'] }).end('tea'),
    );
    const body = new TextEncoder().encode('ä');
    const reply = await createRequester().request(toRequest(url, { method: 'POST', headers: { 'x-two': 'b' }, body }));
    expect(reply).toMatchObject({ status: 418, headers: { 'x-one': 'a', 'set-cookie': 'b, c' } });
    expect(await read(reply)).toBe('tea');
    expect(requests).toMatchObject([
      { method: 'POST', path: '/mcp', body: 'ä', headers: { 'x-two': 'b', 'content-length': '2' } },
    ]);
  });

  it('follows no redirect', async () => {
    const { url, requests } = await start((_request, response) => response.writeHead(307, { location: '/' }).end());
    expect((await createRequester().request(toRequest(url))).status).toBe(307);
    expect(requests).toHaveLength(1);
  });

  it('uses one connection for requests after each other', async () => {
    const server = await start((_request, response) => response.end('x'));
    const requester = createRequester();
    for (let count = 0; count < 5; count++) await read(await requester.request(toRequest(server.url)));
    expect(server.connections()).toBe(1);
  });

  it('closes a connection that nobody uses, and none that is only quiet', async () => {
    const server = await start((request, response) => {
      if (request.path === '/mcp') response.write('quiet');
      else response.end();
    });
    const requester = createRequester({ unusedMs: 50 });
    const quiet = await requester.request(toRequest(server.url));
    await read(await requester.request(toRequest(`${server.url}/other`)));
    let isOver = false;
    const reading = read(quiet).finally(() => (isOver = true));
    await waitUntil(() => server.connections() === 1);
    await read(await requester.request(toRequest(`${server.url}/other`)));
    await waitUntil(() => server.connections() === 1);
    expect(isOver).toBe(false);
    server.cut();
    await expect(reading).rejects.toMatchObject({ code: 'connection-lost' });
  });

  it('does not read on while nobody takes the body', async () => {
    let written = 0;
    const chunk = Buffer.alloc(65_536);
    const { url } = await start((_request, response) => {
      const write = (): void => {
        while (response.write(chunk)) written++;
        response.once('drain', write);
      };
      write();
    });
    const reply = await createRequester().request(toRequest(url));
    let before = -1;
    await waitUntil(() => before === written || ((before = written), false));
    expect(written * chunk.length).toBeLessThan(20_000_000);
    await reply.body[Symbol.asyncIterator]().return?.();
  });

  it('ends with its signal, before the answer and while it is read', async () => {
    const { url, requests } = await start((request, response) => {
      if (request.path === '/mcp') response.write('first');
    });
    const requester = createRequester();
    const ending = new AbortController();
    const reply = await requester.request(toRequest(url, { signal: ending.signal }));
    const never = requester.request(toRequest(`${url}/never`, { signal: ending.signal }));
    const reading = read(reply);
    await waitUntil(() => requests.length === 2);
    ending.abort();
    await expect(never).rejects.toThrow();
    await expect(reading).rejects.toThrow();
    await expect(requester.request(toRequest(url, { signal: ending.signal }))).rejects.toThrow();
  });

  it('does not end a connection with the signal of an earlier request', async () => {
    const { url } = await start((_request, response) => response.end('x'));
    const requester = createRequester();
    const ending = new AbortController();
    await read(await requester.request(toRequest(url, { signal: ending.signal })));
    const next = requester.request(toRequest(url));
    ending.abort();
    expect(await read(await next)).toBe('x');
  });
});

describe('what went wrong', () => {
  const fail = (url: string, more: Partial<HttpRequest> = {}): Promise<unknown> =>
    createRequester({ connectTimeoutMs: 2000 }).request(toRequest(url, more));

  it('is that nobody listens', async () => {
    const server = await startHttpServer(() => undefined);
    await server.stop();
    await expect(fail(`http://127.0.0.1:${server.port}/`)).rejects.toMatchObject({
      code: 'server-unavailable',
      message: `cannot be reached at 127.0.0.1:${server.port}: connection refused. Start it, or check its "url"`,
    });
  });

  it('is that the name is not known', async () => {
    await expect(fail('http://nothing.invalid/')).rejects.toMatchObject({
      code: 'server-unavailable',
      message: expect.stringMatching(/^cannot be reached at nothing\.invalid: the host name .*\(DNS\)/),
    });
  });

  it('is that the server does not speak TLS', async () => {
    const { port } = await start((_request, response) => response.end());
    await expect(fail(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: 'server-unavailable',
      message: expect.stringContaining('it does not speak TLS. Check whether its "url" should begin with http://'),
    });
  });

  it('is that it broke off after it may have taken the request', async () => {
    const { url } = await start((_request, response) => response.destroy());
    await expect(fail(url)).rejects.toMatchObject({
      code: 'connection-lost',
      message: expect.stringMatching(/^closed the connection unexpectedly \(127\.0\.0\.1:\d+\)$/),
    });
  });

  it('is that it does not speak HTTP', async () => {
    const tcp = createTcpServer((socket) => socket.end('220 mail\r\n'));
    await new Promise<void>((resolve) => void tcp.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void tcp.close());
    const { port } = tcp.address() as AddressInfo;
    await expect(fail(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: 'protocol-error',
      message: expect.stringContaining('does not speak HTTP'),
    });
  });

  it('is a header that HTTP does not allow, without its value', async () => {
    const { url } = await start((_request, response) => response.end());
    await expect(fail(url, { headers: { authorization: 'line\nend' } })).rejects.toMatchObject({
      code: 'server-misconfigured',
      message: expect.not.stringContaining('line\n'),
    });
  });
});
