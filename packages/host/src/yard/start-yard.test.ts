import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinkPair } from '@toolyard/core';
import { createMemoryLog, createTestClient, serveFake } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
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
