import {
  describeExternal,
  type EngineContainer,
  findProcesses,
  nodeMounts,
  openDockerEngine,
  parentPidOf,
  takePort,
  toSleeper,
  useImage,
  waitUntil,
} from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createMarker, createYardFolder } from '../harness/create-yard-folder.ts';
import { textOf } from '../harness/raw-client.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { toPortServer } from './container-pair.ts';

await describeExternal('Docker', (where) => {
  const engine = openDockerEngine(where);
  const image = useImage(engine);
  const labelled = (marker: string): Promise<readonly EngineContainer[]> =>
    engine.labelled(`dev.toolyard.key=${marker}`);

  it('leaves no container when it is killed with -9', async () => {
    const [stdio, http] = [createMarker(), createMarker()];
    onTestFinished(async () => void (await Promise.all([stdio, http].map((name) => engine.remove(name)))));
    const port = await takePort();
    const place = createYardFolder(
      {
        web: toPortServer({ image, name: http, port, type: 'http', path: '/mcp' }),
        // It does not end with its stdin.
        stays: {
          docker: { image, mounts: nodeMounts(), command: ['/fixtures/ignores-end.mjs'], containerName: stdio },
        },
      },
      { listWaitMs: 60_000 },
    );
    const client = await openGateway(place, { env: engine.env });
    expect(textOf(await client.call('web__echo', { n: 1 }))).toBe('echo {"n":1}');
    expect(textOf(await client.call('stays__echo', { text: 'a' }))).toBe('a');
    client.child.kill('SIGKILL');
    await expect
      .poll(() => Promise.all([stdio, http].map(engine.inspect)), { timeout: 30_000 })
      .toEqual([undefined, undefined]);
  });

  it('replaces its own containers after it and its watchdog were killed with -9, and leaves those of strangers alone', async () => {
    const marker = createMarker();
    const [named, stranger, other] = [`${marker}-named`, `${marker}-stranger`, `${marker}-other`];
    const [web, loose] = [`web-${marker}`, `loose-${marker}`];
    onTestFinished(async () => {
      const left = [...(await labelled(web)), ...(await labelled(loose))].map(({ Id }) => Id);
      for (const name of [stranger, other, ...left]) await engine.remove(name);
    });
    const labels = { 'dev.toolyard': 'true', 'dev.toolyard.configuration': 'of-another', 'dev.toolyard.key': 'x' };
    await engine.run(stranger, toSleeper(image));
    await engine.run(other, { ...toSleeper(image), Labels: { ...labels, 'dev.toolyard.owner': 'gone/1/1' } });
    const strangers = [await engine.inspect(stranger), await engine.inspect(other)];

    const port = await takePort();
    const place = createYardFolder(
      {
        [web]: {
          url: `http://127.0.0.1:${port}/mcp`,
          docker: {
            image,
            mounts: nodeMounts(),
            command: ['/fixtures/serves-http.mjs'],
            env: { PORT: '3001' },
            ports: { '3001': port },
            containerName: named,
          },
        },
        [loose]: { docker: { image, mounts: nodeMounts(), command: ['/fixtures/ignores-end.mjs'] } },
        clash: { docker: { image, mounts: nodeMounts(), command: ['/fixtures/echo.mjs'], containerName: stranger } },
        clash2: { docker: { image, mounts: nodeMounts(), command: ['/fixtures/echo.mjs'], containerName: other } },
      },
      { listWaitMs: 60_000, naming: 'colon' },
    );
    const first = await openGateway(place, { env: engine.env });
    expect(textOf(await first.call(`${web}:echo`, { n: 1 }))).toBe('echo {"n":1}');
    expect(textOf(await first.call(`${loose}:echo`, { text: 'a' }))).toBe('a');
    const before = [...(await labelled(web)), ...(await labelled(loose))];
    expect(before).toHaveLength(2);
    // It would start another watchdog.
    first.child.kill('SIGSTOP');
    for (const pid of findProcesses('toolyard-watchdog')) {
      if (parentPidOf(pid) === first.child.pid) process.kill(pid, 'SIGKILL');
    }
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await engine.inspect(named))?.['Id']).toBe(before[0]?.Id);

    const second = await openGateway(place, { env: engine.env });
    expect(textOf(await second.call(`${web}:echo`, { n: 2 }))).toBe('echo {"n":2}');
    expect(textOf(await second.call(`${loose}:echo`, { text: 'b' }))).toBe('b');
    const after = [...(await labelled(web)), ...(await labelled(loose))];
    expect(after).toHaveLength(2);
    expect(after.map(({ Id }) => Id)).not.toEqual(expect.arrayContaining([before[0]?.Id]));
    expect(after.map(({ Id }) => Id)).not.toEqual(expect.arrayContaining([before[1]?.Id]));
    await waitUntil(() => second.stderr.includes('of another configuration'), 20_000);
    expect(second.stderr).toContain(`the container name "${stranger}" is in use by a container that is not Toolyard's`);
    const idsAndStarts = async (name: string): Promise<unknown> => (await engine.inspect(name))?.['State'];
    expect(await Promise.all([stranger, other].map(idsAndStarts))).toEqual(strangers.map((each) => each?.['State']));
    await second.close();
    expect([...(await labelled(web)), ...(await labelled(loose))]).toEqual([]);
  });
});
