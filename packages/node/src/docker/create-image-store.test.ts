import type { DockerOptions, ToolyardError } from '@toolyard/core';
import {
  createMemoryLog,
  startFakeEngine,
  waitUntil,
  type FakeEngine,
  type FakeEngineOptions,
  type MemoryLog,
} from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDockerClient } from './create-docker-client.ts';
import { createImageStore } from './create-image-store.ts';

type Wanted = Partial<Pick<DockerOptions, 'image' | 'pull'>>;

interface Rig extends FakeEngine {
  readonly log: MemoryLog;
  provide(docker?: Wanted, signal?: AbortSignal): Promise<void>;
  failure(docker?: Wanted, signal?: AbortSignal): Promise<ToolyardError>;
}

async function createRig(options: FakeEngineOptions): Promise<Rig> {
  const engine = await startFakeEngine(options);
  const log = createMemoryLog();
  const store = createImageStore(createDockerClient({ env: engine.env, platform: 'linux' }), log);
  onTestFinished(async () => {
    store.stop();
    await engine.stop();
  });
  const provide = (docker: Wanted = {}, signal = new AbortController().signal): Promise<void> =>
    store.provide({ image: 'mcp/box', pull: 'missing', ...docker }, 'box', signal);
  const failure = (docker?: Wanted, signal?: AbortSignal): Promise<ToolyardError> =>
    provide(docker, signal).then(
      () => expect.unreachable(),
      (error: ToolyardError) => error,
    );
  return { ...engine, log, provide, failure };
}

describe('images', () => {
  const isMissing = ({ what }: { readonly what: string }): boolean => what.startsWith('GET /images/');
  const layer = (id: string, current: number): string =>
    `${JSON.stringify({ id, status: 'Downloading', progressDetail: { current, total: 10_000_000 } })}\r\n`;

  it('are pulled where they are missing, with few words', async () => {
    const asked: string[] = [];
    const rig = await createRig({
      take(arrival, response) {
        if (isMissing(arrival)) return !!response.writeHead(404).end('{"message":"no such image"}');
        if (arrival.what !== 'POST /images/create') return false;
        asked.push(arrival.query.toString());
        for (let at = 0; at < 500; at++) response.write(layer(`layer-${at % 5}`, at * 1000));
        response.end('{"status":"Status: Downloaded newer image"}\n');
        return true;
      },
    });
    const images = ['mcp/time', 'far:5000/mcp/time:2', 'mcp/time@sha256:0a'];
    for (const image of images) await rig.provide({ image });
    expect(asked).toEqual([
      'fromImage=mcp%2Ftime&tag=latest',
      'fromImage=far%3A5000%2Fmcp%2Ftime&tag=2',
      'fromImage=mcp%2Ftime&tag=sha256%3A0a',
    ]);
    expect(rig.log.at('info')).toEqual(
      images.flatMap((image) => [`Image "${image}" is being pulled.`, `Image "${image}" was pulled.`]),
    );
  });

  it.each([
    ['in its answer', 404, '{"message":"pull access denied for mcp/box"}'],
    ['in its progress', 200, '{"status":"Pulling"}\n{"error":"pull access denied for mcp/box"}\n'],
    ['in its progress, in detail', 200, '{"errorDetail":{"message":"pull access denied for mcp/box"}}\n'],
  ])('that cannot be pulled are an error of the start, told %s', async (_where, status, body) => {
    const rig = await createRig({
      take(arrival, response) {
        if (isMissing(arrival)) return !!response.writeHead(404).end('{"message":"no such image"}');
        return arrival.what === 'POST /images/create' && !!response.writeHead(status).end(body);
      },
    });
    expect(await rig.failure()).toMatchObject({
      code: 'server-start-failed',
      message:
        'image "mcp/box" is not on this machine and could not be pulled: pull access denied for mcp/box. Check "image", or pull it by hand: docker pull mcp/box',
    });
    expect(await rig.failure({ pull: 'never' })).toMatchObject({
      message: 'image "mcp/box" is not on this machine, and "pull" is "never". Pull it by hand: docker pull mcp/box',
    });
  });

  it('go on being pulled when a start runs out of time, once for all who want them', async () => {
    let finish: () => void = () => undefined;
    let pulls = 0;
    const rig = await createRig({
      take(arrival, response) {
        if (isMissing(arrival)) return !!response.writeHead(404).end('{"message":"no such image"}');
        if (arrival.what !== 'POST /images/create') return false;
        pulls++;
        response.write(layer('a', 1));
        finish = () => response.end();
        return true;
      },
    });
    const ending = new AbortController();
    const tooSlow = rig.failure({}, ending.signal);
    await waitUntil(() => pulls === 1);
    ending.abort();
    expect(await tooSlow).toMatchObject({
      code: 'server-start-failed',
      message: expect.stringContaining('was still being pulled when the start timed out. The pull continues'),
    });
    const next = rig.provide();
    const asked = (): number => rig.requests.filter((request) => request.includes('/images/mcp')).length;
    await waitUntil(() => asked() === 2);
    finish();
    await next;
    expect(pulls).toBe(1);
  });

  it('are pulled at every start where that is wanted', async () => {
    const rig = await createRig({
      take: ({ what }, response) => what === 'POST /images/create' && !!response.end('{"status":"up to date"}\n'),
    });
    await rig.provide({ pull: 'always' });
    expect(rig.log.at('info').at(-1)).toBe('Image "mcp/box" was pulled.');
  });
});
