import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeEngine, type FakeEngine, type FakeEngineOptions } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDockerClient, type DockerClient } from './create-docker-client.ts';
import { explainDockerFailure } from './explain-docker-failure.ts';

const LIST = { method: 'GET', path: '/containers/json' } as const;

function createClient(env: Record<string, string>): DockerClient {
  return createDockerClient({ env, platform: 'linux' });
}

async function start(options: FakeEngineOptions = {}): Promise<FakeEngine & { readonly client: DockerClient }> {
  const engine = await startFakeEngine(options);
  onTestFinished(() => engine.stop());
  return { ...engine, client: createClient(engine.env) };
}

/** Something that listens on a socket and is no engine. */
async function listen(onSocket: (socket: Socket) => void): Promise<{ path: string; client: DockerClient }> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-no-engine-'));
  const path = join(folder, 'x.sock');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { path, client: createClient({ DOCKER_HOST: `unix://${path}` }) };
}

describe('the version of the interface', () => {
  it.each([
    ['1.41', '/v1.41'],
    ['1.99', '/v1.47'],
    ['1.24', '/v1.24'],
  ])('of an engine with %s is %s', async (version, prefix) => {
    const { client, requests } = await start({ version });
    await Promise.all([client.ask(LIST), client.ask(LIST)]);
    expect(requests).toEqual(['GET /_ping', `GET ${prefix}/containers/json`, `GET ${prefix}/containers/json`]);
  });
});

describe('an engine that is not there', () => {
  it('is found when it is started later, and again after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolyard-no-engine-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const socket = join(folder, 'late.sock');
    const client = createClient({ DOCKER_HOST: `unix://${socket}` });
    for (const version of ['1.40', '1.45']) {
      await expect(client.ask(LIST)).rejects.toMatchObject({
        code: 'server-start-failed',
        message: `Docker is not running: there is no ${socket}. Start Docker (or Podman), or set DOCKER_HOST to where it listens.`,
      });
      const engine = await startFakeEngine({ socket, version });
      expect(await client.ask(LIST)).toMatchObject({ status: 200, body: [] });
      expect(engine.requests.at(-1)).toBe(`GET /v${version}/containers/json`);
      await engine.stop();
    }
  });

  it.each([
    ['ECONNREFUSED', 'server-start-failed', /^Docker is not running: nothing is listening at \/x\.sock\. Start Docker/],
    [
      'EACCES',
      'server-misconfigured',
      /^you may not use Docker: permission denied for \/x\.sock\. Add yourself to the group/,
    ],
    [
      'ECONNRESET',
      'server-start-failed',
      /^Docker at \/x\.sock closed the connection unexpectedly \(ECONNRESET\)\. Restart Docker\.$/,
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'server-start-failed', /Check DOCKER_CERT_PATH and DOCKER_TLS_VERIFY\.$/],
  ])('is told from others by %s', (code, kind, message) => {
    const error = Object.assign(new Error('x'), { code });
    expect(explainDockerFailure({ kind: 'socket', path: '/x.sock' }, error)).toMatchObject({
      code: kind,
      message: expect.stringMatching(message),
    });
  });
});

describe('a hostile engine', () => {
  it('that does not speak HTTP is named', async () => {
    const { path, client } = await listen((socket) => socket.end('220 mail\r\n'));
    await expect(client.ask(LIST)).rejects.toMatchObject({
      message: `what answers at ${path} is not Docker (it does not speak HTTP). Check DOCKER_HOST.`,
    });
  });

  it('that names no version is none', async () => {
    const { client, socket } = await start({ version: 'nine' });
    await expect(client.ask(LIST)).rejects.toMatchObject({
      message: `what answers at ${socket} is not Docker (it names no version of its interface). Check DOCKER_HOST.`,
    });
  });

  it('that answers with something else than JSON is none', async () => {
    const { client } = await start({ take: ({ what }, response) => what !== 'GET /_ping' && !!response.end('<html>') });
    await expect(client.ask(LIST)).rejects.toThrow('is not Docker (its answer is not JSON)');
    await expect(client.follow(LIST, () => undefined)).rejects.toThrow('is not Docker (its answer is not JSON)');
  });

  it('that never ends its answer is left, with a bounded part of it read', async () => {
    let written = 0;
    const chunk = Buffer.alloc(65_536, 'x');
    const { client } = await start({
      take({ what }, response) {
        if (what === 'GET /_ping') return false;
        const write = (): void => {
          while (!response.destroyed && response.write(chunk)) written += chunk.length;
          if (!response.destroyed) response.once('drain', write);
        };
        write();
        return true;
      },
    });
    await expect(client.ask(LIST)).rejects.toThrow('is not Docker (its answer does not end)');
    await expect(client.follow(LIST, () => undefined)).rejects.toThrow('(a line of its answer does not end)');
    expect(written).toBeLessThan(60_000_000);
  });

  it('that hangs is left when the time is over, before and in its answer', async () => {
    const { client, socket } = await start({
      take({ what }, response) {
        if (what === 'GET /containers/json') response.write('[');
        return what !== 'GET /_ping';
      },
    });
    const message = `Docker did not answer at ${socket} in time. Restart Docker.`;
    await expect(client.ask({ ...LIST, path: '/never', limitMs: 50 })).rejects.toMatchObject({ message });
    await expect(client.ask({ ...LIST, limitMs: 50 })).rejects.toMatchObject({ message });
    await expect(client.follow({ ...LIST, silenceMs: 50 }, () => undefined)).rejects.toMatchObject({ message });
  });

  it('is left when its request is cancelled', async () => {
    const { client, requests } = await start({ take: ({ what }) => what !== 'GET /_ping' });
    const ending = new AbortController();
    const asked = client.ask({ ...LIST, signal: ending.signal });
    const cancelled = expect(asked).rejects.toThrow('its start was cancelled.');
    while (requests.length < 2) await new Promise((resolve) => void setImmediate(resolve));
    ending.abort();
    await cancelled;
    await expect(client.ask({ ...LIST, signal: ending.signal })).rejects.toThrow('its start was cancelled.');
  });
});

it('gives errors of the engine with what it says', async () => {
  const { client } = await start({
    take({ what }, response) {
      if (what === 'GET /text') return !!response.writeHead(500).end('plain words');
      return what === 'GET /json' && !!response.writeHead(404).end('{"message":"No such thing"}');
    },
  });
  expect(await client.ask({ method: 'GET', path: '/json' })).toMatchObject({ status: 404, message: 'No such thing' });
  expect(await client.ask({ method: 'GET', path: '/text' })).toMatchObject({ status: 500, message: 'plain words' });
});
