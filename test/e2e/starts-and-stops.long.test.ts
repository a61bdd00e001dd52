import { createCommandLinkStarter, type CommandLinkStarter } from '@toolyard/node';
import {
  createFixtureServer,
  createMemoryLog,
  createTestClient,
  findProcesses,
  parentPidOf,
  waitUntil,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createMarker } from './harness/create-yard-folder.ts';

const LANES = 2;
const ROUNDS = 10;
const AT_ONCE = 10;
/** The server, and two shells with a sleep each. */
const FAMILY_SIZE = 5;

async function startAndStop(starter: CommandLinkStarter): Promise<void> {
  const marker = createMarker();
  const server = createFixtureServer('has-grandchildren', { env: { MARKER: marker } });
  for (let round = 0; round < ROUNDS; round++) {
    const starts = Array.from({ length: AT_ONCE }, () => starter.start(server, new AbortController().signal));
    const links = await Promise.all(starts);
    await Promise.all(links.map((link) => createTestClient(link).initialize()));
    await waitUntil(() => findProcesses(marker).length === AT_ONCE * FAMILY_SIZE, 30_000);
    await Promise.all(links.map((link) => link.close()));
    expect(findProcesses(marker)).toEqual([]);
  }
}

it('leaves no process of 200 servers with grandchildren', { timeout: 120_000 }, async () => {
  const starter = createCommandLinkStarter({ log: createMemoryLog(), env: process.env, platform: process.platform });
  await Promise.all(Array.from({ length: LANES }, () => startAndStop(starter)));
  await starter.stop();
  const watchdogs = findProcesses('toolyard-watchdog').filter((pid) => parentPidOf(pid) === process.pid);
  expect(watchdogs).toEqual([]);
});
