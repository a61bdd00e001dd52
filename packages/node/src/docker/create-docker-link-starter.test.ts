import {
  createLinkPair,
  createNotification,
  type DockerServer,
  type Frame,
  type Link,
  type ToolyardError,
} from '@toolyard/core';
import {
  createDockerServer,
  createMemoryLog,
  startFakeEngine,
  startHttpServer,
  waitUntil,
  type DockerServerChanges,
  type FakeContainer,
  type FakeEngine,
  type FakeEngineOptions,
  type MemoryLog,
} from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOwner } from './container-owner.ts';
import { createDockerLinkStarter, type DockerLinkStarter } from './create-docker-link-starter.ts';

interface Rig extends FakeEngine {
  readonly log: MemoryLog;
  readonly starter: DockerLinkStarter;
  /** The far ends of links to ports. */
  readonly far: Link[];
  start(changes?: DockerServerChanges, signal?: AbortSignal): Promise<Link>;
  failure(changes?: DockerServerChanges, signal?: AbortSignal): Promise<ToolyardError>;
  container(): FakeContainer;
}

const NEVER = new AbortController().signal;

async function createRig(options: FakeEngineOptions = {}): Promise<Rig> {
  const engine = await startFakeEngine(options);
  const log = createMemoryLog();
  const far: Link[] = [];
  const urls = {
    async start(): Promise<Link> {
      const pair = createLinkPair();
      far.push(pair.far);
      return pair.near;
    },
  };
  const starter = createDockerLinkStarter({
    log,
    env: engine.env,
    platform: 'linux',
    chain: ['/home/you/c.json'],
    urls,
  });
  onTestFinished(async () => {
    await starter.stop();
    await engine.stop();
  });
  const start = (changes?: DockerServerChanges, signal: AbortSignal = NEVER): Promise<Link> =>
    starter.start(createDockerServer(changes), signal);
  return {
    ...engine,
    log,
    starter,
    far,
    start,
    failure: (changes, signal) =>
      start(changes, signal).then(
        () => expect.unreachable(),
        (error: ToolyardError) => error,
      ),
    container: () => [...engine.containers.values()][0] ?? expect.unreachable('there is no container'),
  };
}

const message = (method: string): string => `${JSON.stringify({ jsonrpc: '2.0', method })}\n`;

function gather(link: Link): string[] {
  const methods: string[] = [];
  link.receive((frame: Frame) => void methods.push(frame.method ?? ''));
  return methods;
}

describe('a link over the streams of a container', () => {
  it('moves messages both ways, and keeps stderr for the log, without secrets', async () => {
    const { start, container, log } = await createRig();
    const link = await start({ env: { TOKEN: 'very-secret' } });
    const methods = gather(link);
    void link.send(createNotification('to'));
    await waitUntil(() => container().input === message('to'));
    container().say('stderr', 'it uses very-secret\n');
    container().say('stdout', message('one').slice(0, 7));
    container().say('stderr', 'half');
    container().say('stdout', `${message('one').slice(7)}noise\n${message('two')}`);
    await waitUntil(() => methods.length === 2);
    expect(methods).toEqual(['one', 'two']);
    expect(log.at('debug')).toEqual(['it uses ***']);
    expect(log.at('warning')).toEqual([
      'Server "box" wrote a line to stdout that is not a message; it is skipped: "noise"',
    ]);
  });

  it('hears what a container says before the link has a receiver', async () => {
    const { start } = await createRig({ onStart: (container) => container.say('stdout', message('early')) });
    const link = await start();
    await new Promise((resolve) => void setImmediate(resolve));
    const methods = gather(link);
    await waitUntil(() => methods.length === 1);
  });

  it('does not read on while its receiver is busy', async () => {
    const { start, container } = await createRig();
    const link = await start();
    let goOn: () => void = () => undefined;
    let received = 0;
    link.receive(() => {
      received++;
      return received === 1 ? new Promise((resolve) => (goOn = resolve)) : undefined;
    });
    const line = message('x'.repeat(65_000));
    let sent = 0;
    // Where nothing holds it back, this never ends.
    for (let full = 0; full < 20; full++) {
      container().say('stdout', line);
      sent++;
      if (container().write(new Uint8Array())) full = 0;
      if (sent * line.length > 50_000_000) break;
      await new Promise((resolve) => void setImmediate(resolve));
    }
    expect(sent * line.length).toBeLessThan(20_000_000);
    expect(received).toBe(1);
    goOn();
    await waitUntil(() => received === sent);
  });

  it.each([
    ['its exit', (container: FakeContainer) => container.exit(3), 'exited with code 3'],
    ['a signal', (container: FakeContainer) => container.exit(137), 'exited with code 137 (SIGKILL)'],
    [
      'a lack of memory',
      (container: FakeContainer) => container.exit(137, { outOfMemory: true }),
      'ran out of memory and was stopped: its limit is 64 MB. Raise "memoryMb" in "docker"',
    ],
    [
      'garbage',
      (container: FakeContainer) => void container.write(Buffer.from('this is no stream of Docker')),
      'sent output that is not in the format of Docker',
    ],
    ['the end of its streams', (container: FakeContainer) => container.cut(), 'closed its output'],
  ])('ends with %s, and its container is removed', async (_what, end, reason) => {
    const { start, container, containers } = await createRig();
    const link = await start({ memoryMb: 64 });
    gather(link);
    container().stays = 'until-asked';
    container().say('stderr', 'last words\n');
    await waitUntil(() => container().isRunning);
    end(container());
    expect(await link.closed).toEqual({ expected: false, reason, lastLines: ['last words'] });
    await link.close();
    expect(containers.size).toBe(0);
  });

  it('ends when the engine is gone', async () => {
    const engine = await startFakeEngine();
    const urls = { start: () => expect.unreachable() };
    const log = createMemoryLog();
    const starter = createDockerLinkStarter({ log, env: engine.env, platform: 'linux', chain: [], urls });
    const link = await starter.start(createDockerServer({ containerName: 'n' }), NEVER);
    await engine.stop();
    expect(await link.closed).toMatchObject({ expected: false, reason: 'lost its connection to Docker' });
    await starter.stop();
    expect(log.at('warning')).toEqual([
      'Docker did not remove container "n" of server "box". Remove it by hand: docker rm -f n',
    ]);
  });

  it('hands on what was said before the exit, also where it comes later than the news of that', async () => {
    const { start, container } = await createRig();
    const link = await start();
    const methods = gather(link);
    container().say('stdout', `${message('a')}${message('b')}`);
    container().exit(0, { lastWords: message('c') });
    await link.closed;
    expect(methods).toEqual(['a', 'b', 'c']);
  });
});

describe('closing', () => {
  const actionsOf = (rig: Rig): string[] =>
    rig.requests.flatMap((request) => /^(?:POST|DELETE) .*\/id-\d+(?:\/(\w+))?$/.exec(request)?.[1] ?? []);

  it('closes the input first, and asks for nothing where that is enough', async () => {
    const rig = await createRig();
    const link = await rig.start();
    const container = rig.container();
    await link.close();
    expect(container.isInputEnded).toBe(true);
    expect(await link.closed).toMatchObject({ expected: true, reason: 'was stopped' });
    expect(actionsOf(rig)).toEqual(['attach', 'start']);
    expect(rig.containers.size).toBe(0);
  });

  it('asks a container to stop that stays, and removes one that stays even then', async () => {
    const rig = await createRig();
    const [one, other] = [await rig.start({ key: 'one' }), await rig.start({ key: 'other' })];
    for (const container of rig.containers.values()) {
      container.stays = container.name.includes('other') ? 'until-forced' : 'until-asked';
    }
    await rig.starter.stop();
    expect(await one.closed).toMatchObject({ expected: true });
    expect(await other.closed).toMatchObject({ expected: true });
    expect(actionsOf(rig).filter((action) => action === 'stop')).toHaveLength(2);
    expect(rig.containers.size).toBe(0);
    expect(await rig.failure()).toMatchObject({ message: 'Toolyard is stopping.' });
  });
});

it('waits for starts under way when everything is to stop', async () => {
  let stopping: Promise<void> | undefined;
  const rig = await createRig({
    take({ what }) {
      if (what.endsWith('/start')) stopping = rig.starter.stop();
      return false;
    },
  });
  const failed = rig.failure();
  await waitUntil(() => stopping !== undefined);
  await stopping;
  expect(rig.containers.size).toBe(0);
  expect(await failed).toMatchObject({ message: 'Toolyard is stopping.' });
});

describe('containers of earlier runs', () => {
  /** Of the configuration in the rig. */
  const configuration = '84b201524864a28e';
  const mine = { 'dev.toolyard': 'true', 'dev.toolyard.configuration': configuration, 'dev.toolyard.key': 'box' };

  it('are removed at the first start, and nobody else', async () => {
    const rig = await createRig();
    const gone = { 'dev.toolyard.owner': createOwner(999_999_999) };
    rig.add('left', { Image: 'x', Labels: { ...mine, ...gone } });
    rig.add('runs', { Image: 'x', Labels: { ...mine, 'dev.toolyard.owner': createOwner(process.ppid) } });
    rig.add('elsewhere', { Image: 'x', Labels: { ...mine, 'dev.toolyard.owner': 'other-machine/1/1' } });
    rig.add('other', { Image: 'x', Labels: { ...mine, ...gone, 'dev.toolyard.configuration': 'other' } });
    rig.add('stranger', { Image: 'x' });
    await rig.start({ containerName: 'new' });
    const names = [...rig.containers.values()].map(({ name }) => name);
    expect(names).toEqual(['runs', 'elsewhere', 'other', 'stranger', 'new']);
    expect(rig.log.at('info')).toEqual(['Container "left", left by an earlier run, was removed.']);
    expect(rig.named('new').labels).toEqual({ ...mine, 'dev.toolyard.owner': createOwner() });
  });

  it.each([
    ['Docker', 409, (name: string) => `Conflict. The container name "/${name}" is already in use by container "0a"`],
    [
      'Podman',
      500,
      (name: string) => `creating container storage: the container name "${name}" is already in use by 0a`,
    ],
  ])('give up their names to the next start, and strangers do not, with %s', async (_who, status, say) => {
    const rig = await createRig({
      take({ what, query }, response) {
        const name = query.get('name') ?? '';
        const isTaken = [...rig.containers.values()].some((container) => container.name === name);
        if (what !== 'POST /containers/create' || !isTaken) return false;
        return !!response.writeHead(status).end(JSON.stringify({ message: say(name) }));
      },
    });
    await rig.start();
    rig.add('n', { Image: 'x', Labels: { ...mine, 'dev.toolyard.owner': createOwner(999_999_999) } });
    await rig.start({ containerName: 'n' });
    expect(rig.named('n').isRunning).toBe(true);
    rig.add('s', { Image: 'web:1' });
    expect(await rig.failure({ containerName: 's' })).toMatchObject({
      code: 'server-start-failed',
      message: expect.stringMatching(/^the container name "s" is in use by a container that is not Toolyard's/),
    });
    expect(rig.containers.size).toBe(3);
  });
});

describe('a start that fails', () => {
  it('leaves no container, and says why', async () => {
    const rig = await createRig({
      take: ({ what }, response) =>
        what.endsWith('/start') &&
        !!response.writeHead(500).end('{"message":"Bind for 127.0.0.1:39001 failed: port is already allocated"}'),
    });
    rig.add('shop', { Image: 'web:1' }, [39001]);
    expect(await rig.failure({ ports: { '80': 39001 } })).toMatchObject({
      message:
        'port 39001 is taken by container "shop" (image "web:1"). Stop that, or choose another port in "ports" and "url".',
    });
    expect([...rig.containers.values()].map(({ name }) => name)).toEqual(['shop']);
  });

  it('leaves no container when it is cancelled, at whatever step', async () => {
    for (const step of ['GET /containers/json', 'POST /containers/create', '/start']) {
      const ending = new AbortController();
      const rig = await createRig({
        take({ what }) {
          if (what.endsWith(step)) ending.abort();
          return false;
        },
      });
      expect(await rig.failure({}, ending.signal)).toMatchObject({ message: expect.stringContaining('cancelled') });
      expect(rig.containers.size).toBe(0);
    }
  });
});

describe('a link to the port of a container', () => {
  async function createEndpoint(isUp = true): Promise<{ server: DockerServerChanges; port: number }> {
    const http = await startHttpServer((_request, response) => response.writeHead(405).end());
    if (isUp) onTestFinished(() => http.stop());
    else await http.stop();
    const { port } = http;
    const url = `http://127.0.0.1:${port}/mcp`;
    const endpoint: NonNullable<DockerServer['endpoint']> = { transport: 'http', url, headers: {} };
    return { server: { endpoint, ports: { '3001': port } }, port };
  }

  it('is made when something answers there, and both outputs go to the log', async () => {
    const rig = await createRig();
    const { server } = await createEndpoint();
    const link = await rig.start(server);
    void link.send(createNotification('hello'));
    const methods = gather(rig.far[0] ?? expect.unreachable());
    await waitUntil(() => methods.length === 1);
    rig.container().say('stdout', 'listening\n');
    rig.container().say('stderr', 'warning\n');
    await waitUntil(() => rig.log.at('debug').length === 2);
    await link.close();
    expect(await link.closed).toMatchObject({ expected: true });
    expect(rig.containers.size).toBe(0);
  });

  it('ends with its container, for the reason of that', async () => {
    const rig = await createRig();
    const { server } = await createEndpoint();
    const link = await rig.start(server);
    rig.container().say('stderr', 'bye\n');
    rig.container().exit(2);
    expect(await link.closed).toEqual({ expected: false, reason: 'exited with code 2', lastLines: ['bye'] });
    expect(await rig.far[0]?.closed).toMatchObject({ expected: true });
  });

  it('ends its container where the connection is lost', async () => {
    const rig = await createRig();
    const { server } = await createEndpoint();
    const link = await rig.start(server);
    await rig.far[0]?.close();
    await link.closed;
    await waitUntil(() => rig.containers.size === 0);
  });

  it('tells how the container ended where it never answered', async () => {
    const rig = await createRig({
      onStart(container) {
        container.say('stderr', 'no such file\n');
        container.exit(5);
      },
    });
    const { server } = await createEndpoint(false);
    const link = await rig.start(server);
    expect(await link.closed).toEqual({
      expected: false,
      code: 'server-start-failed',
      reason: 'exited with code 5',
      lastLines: ['no such file'],
    });
  });

  it('says that nothing answered when the time is over, and leaves no container', async () => {
    const ending = new AbortController();
    const rig = await createRig({ onStart: () => void setTimeout(() => ending.abort(), 100) });
    const { server, port } = await createEndpoint(false);
    expect(await rig.failure(server, ending.signal)).toMatchObject({
      code: 'server-start-failed',
      message: `its container runs, but nothing answered at 127.0.0.1:${port} in time. Check "ports", and whether the server listens on all addresses inside the container (0.0.0.0).`,
    });
    expect(rig.containers.size).toBe(0);
  });

  it('is refused where no port leads to it', async () => {
    const rig = await createRig();
    const { server, port } = await createEndpoint();
    expect(await rig.failure({ ...server, ports: { '3001': port + 1 } })).toMatchObject({
      code: 'server-misconfigured',
      message: `its "url" uses port ${port}, but no entry in "ports" maps to it. Add "CONTAINER PORT": ${port}.`,
    });
    expect(await rig.failure({ ...server, network: 'none' })).toMatchObject({
      message: '"network" is "none", so its "url" cannot be reached. Remove one of the two.',
    });
    expect(rig.requests).toEqual([]);
  });
});
