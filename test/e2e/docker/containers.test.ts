import {
  describeExternal,
  importImage,
  nodeMounts,
  openDockerEngine,
  takePort,
  useImage,
  waitUntil,
} from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createMarker, createYardFolder } from '../harness/create-yard-folder.ts';
import { textOf } from '../harness/raw-client.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { createContainerPair, toPortServer, untilAnswered, type ContainerPair } from './container-pair.ts';

const KEY_LABEL = 'dev.toolyard.key';

await describeExternal('Docker', (where) => {
  const engine = openDockerEngine(where);
  const image = useImage(engine);

  const createPair = (settings: object = {}, of: string = image): Promise<ContainerPair> =>
    createContainerPair(engine, of, settings);

  it('runs a server over stdio and one over HTTP, and leaves no container when it ends', async () => {
    const pair = await createPair();
    const client = await openGateway(pair, { env: engine.env });
    expect(await client.toolNames()).toEqual(['echo__echo', 'echo__add', 'echo__process', 'web__echo', 'web__exit']);
    expect(textOf(await client.call('echo__add', { a: 1, b: 2 }))).toBe('3');
    expect(textOf(await client.call('web__echo', { n: 1 }))).toBe('echo {"n":1}');
    const large = 'x'.repeat(3_000_000);
    expect(textOf(await client.call('echo__echo', { text: large }))).toBe(large);

    expect(await engine.inspect(pair.stdio)).toMatchObject({
      Config: { Labels: { 'dev.toolyard': 'true', [KEY_LABEL]: 'echo' }, Tty: false, OpenStdin: true },
      HostConfig: {
        AutoRemove: true,
        Init: true,
        NetworkMode: 'none',
        Memory: 256 * 1024 * 1024,
        SecurityOpt: ['no-new-privileges'],
      },
    });
    expect(await engine.inspect(pair.http)).toMatchObject({
      Config: { Labels: { [KEY_LABEL]: 'web' }, OpenStdin: false },
      NetworkSettings: { Ports: { '3001/tcp': [{ HostIp: '127.0.0.1', HostPort: String(pair.port) }] } },
    });
    expect(await client.close()).toMatchObject({ code: 0 });
    expect(client.stderr).toBe('');
    expect(await Promise.all([pair.stdio, pair.http].map(engine.inspect))).toEqual([undefined, undefined]);
  });

  it('runs a server over the old SSE transport, brings it back, and leaves no container when it ends', async () => {
    const name = createMarker();
    onTestFinished(() => engine.remove(name));
    const old = toPortServer({ image, name, port: await takePort(), type: 'sse', path: '/sse' });
    const client = await openGateway(createYardFolder({ old }, { listWaitMs: 60_000 }), { env: engine.env });
    expect(await client.toolNames()).toEqual(['old__echo', 'old__exit']);
    expect(textOf(await client.call('old__echo', { n: 1 }))).toBe('echo {"n":1}');
    const large = 'x'.repeat(1_000_000);
    expect(textOf(await client.call('old__echo', { large }))).toBe(`echo {"large":"${large}"}`);

    await client.call('old__exit', { code: 4 });
    const line = 'Server "old" stopped working: exited with code 4; on its stderr: leaving with 4.';
    await waitUntil(() => client.stderr.includes(line), 20_000);
    expect(await untilAnswered(client, 'old__echo', { n: 2 })).toBe('echo {"n":2}');
    expect(await client.close()).toMatchObject({ code: 0 });
    expect(await engine.inspect(name)).toBeUndefined();
  });

  it('brings containers back that were killed', async () => {
    const pair = await createPair();
    const client = await openGateway(pair, { env: engine.env });
    expect(await client.toolNames()).toHaveLength(5);
    const servers = [
      { name: pair.stdio, tool: 'echo__add', args: { a: 2, b: 3 }, text: '5' },
      { name: pair.http, tool: 'web__echo', args: { n: 2 }, text: 'echo {"n":2}' },
    ];
    for (const { name, tool, args, text } of servers) {
      const before = await engine.inspect(name);
      expect((await engine.ask('POST', `/containers/${name}/kill`)).status).toBe(204);
      await waitUntil(() => client.stderr.includes(`Server "${tool.split('__')[0]}" stopped working`), 20_000);
      expect(await untilAnswered(client, tool, args)).toBe(text);
      expect((await engine.inspect(name))?.['Id']).not.toBe(before?.['Id']);
    }
    expect(client.stderr).toContain('Server "echo" stopped working: exited with code 137 (SIGKILL).');
  });

  it('gives a server up after three retries where its container and image were removed, and says so once', async () => {
    const repo = image.slice(0, image.lastIndexOf(':'));
    const tag = createMarker();
    const id = await importImage(engine, repo, tag);
    onTestFinished(async () => void (await engine.ask('DELETE', `/images/${id}?force=true`)));
    const pair = await createPair({ retryDelaysMs: [100, 100, 100] }, `${repo}:${tag}`);
    const client = await openGateway(pair, { env: engine.env });
    expect(await client.toolNames()).toHaveLength(5);
    await engine.ask('DELETE', `/images/${repo}:${tag}?force=true`);
    await Promise.all([pair.stdio, pair.http].map((name) => engine.remove(name)));
    const count = (text: string): number => client.stderr.split(text).length - 1;
    await waitUntil(() => count('Toolyard gave up after 3 retries') === 2, 40_000);
    for (const key of ['echo', 'web']) {
      expect(count(`Server "${key}" did not start: image`)).toBe(3);
      const refused = textOf(await client.call(`${key}__echo`, { text: 'x' }));
      expect(refused).toContain(`image "${repo}:${tag}" is not on this machine and could not be pulled: `);
      expect(refused).toContain('Toolyard gave up after 3 retries.');
    }
    expect(count('Toolyard gave up after 3 retries')).toBe(2);
  });

  it('ends containers that ignore every request to end', async () => {
    const name = createMarker();
    onTestFinished(() => engine.remove(name));
    const place = createYardFolder(
      {
        stays: { docker: { image, mounts: nodeMounts(), command: ['/fixtures/ignores-end.mjs'], containerName: name } },
      },
      { listWaitMs: 60_000 },
    );
    const client = await openGateway(place, { env: engine.env });
    expect(textOf(await client.call('stays__echo', { text: 'a' }))).toBe('a');
    await client.close();
    expect(await engine.inspect(name)).toBeUndefined();
  });

  it('says what a server wrote before it ended', async () => {
    const pair = await createPair({ retryDelaysMs: [60_000, 60_000, 60_000] });
    const client = await openGateway(pair, { env: engine.env });
    expect(await client.toolNames()).toHaveLength(5);
    await client.call('web__exit', { code: 4 });
    const line = 'Server "web" stopped working: exited with code 4; on its stderr: leaving with 4.';
    await waitUntil(() => client.stderr.includes(line), 20_000);
  });
});
