import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinkPair } from '@toolyard/core';
import { listenExclusively } from '@toolyard/node';
import { createMemoryLog, createTestClient, serveFake } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import type { Notice } from '../ports/host.ts';
import { locateYard } from './locate-yard.ts';
import { startYard, type StartedYard } from './start-yard.ts';

it('answers clients with what is remembered before the server is started', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-host-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mcpServers = { it: { type: 'builtin', name: 'tasks' } };
  await writeFile(join(folder, 'toolyard.json'), JSON.stringify({ mcpServers }));
  const happened: string[] = [];
  const tasks = async () => {
    happened.push('started');
    const { near, far } = createLinkPair();
    serveFake(far, { tools: ['add'] });
    return near;
  };
  const host = createTestHost(folder, { builtins: { tasks } });
  const start = async (): Promise<StartedYard> => {
    const place = await locateYard(host.surroundings, {});
    const started = await startYard(host, { place, shown: createMemoryLog(), reach: 'own' });
    if (started === undefined) throw new Error('another yard runs');
    return started;
  };
  const { signal } = new AbortController();

  const first = await start();
  await first.yard.settled({ signal });
  await first.stop();
  const second = await start();
  onTestFinished(() => second.stop());
  const { near, far } = createLinkPair();
  second.gateway.accept(near);
  const client = createTestClient(far);
  await client.initialize();
  const listed = await client.request('tools/list');
  happened.push('listed');
  expect(listed.value('result')).toMatchObject({ tools: [{ name: 'it__add' }] });
  await second.yard.settled({ key: 'it', signal });
  expect(happened).toEqual(['started', 'listed', 'started']);
});

it.each(['own', 'shared'] as const)(
  'sets aside what a newer Toolyard remembered only where no other yard runs (%s)',
  async (reach) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-host-')));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'toolyard.json'), '{ "mcpServers": {} }');
    const notices: Notice[] = [];
    const host = createTestHost(folder, { notify: (notice) => void notices.push(notice) });
    const place = await locateYard(host.surroundings, {});
    const servers = join(place.stateFolder, 'servers');
    await mkdir(servers, { recursive: true });
    await writeFile(join(servers, 'a.json'), '{ "version": 2 }');
    const start = (): Promise<StartedYard | undefined> => startYard(host, { place, shown: createMemoryLog(), reach });

    const running = await listenExclusively({ path: place.socket, onLink: () => undefined });
    await (await start())?.stop();
    expect(await readdir(servers)).toEqual(['a.json']);
    const told = notices.map(({ message }) => message);
    expect(told).toEqual(reach === 'own' ? [expect.stringContaining('may be using the same files')] : []);

    await running?.close();
    await (await start())?.stop();
    expect(await readdir(servers)).toEqual(['a.json.newer-2']);
    expect(notices.at(-1)?.message).toContain('It is kept as a.json.newer-2.');
  },
);
