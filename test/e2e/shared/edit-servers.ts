import { renameSync } from 'node:fs';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { createMarker, fixture, type Entry, type YardFolder } from '../harness/create-yard-folder.ts';
import { textOf, type RawClient } from '../harness/raw-client.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { createSharedFolder } from './shared-folder.ts';

/** Gives the folder other servers. */
export function edit(place: YardFolder, servers: Readonly<Record<string, Entry>>): void {
  // As editors do it, so that no half of a file is ever read.
  const next = place.write('servers.json.next', { mcpServers: servers, toolyard: { listWaitMs: 60_000 } });
  renameSync(next, place.file);
}

/** Resolves when the client lists exactly these tools. */
export async function sawTools(client: RawClient, expected: readonly string[]): Promise<void> {
  for (;;) {
    const names = await client.toolNames();
    if (JSON.stringify(names) === JSON.stringify(expected)) return;
    await client.saw((message) => message.method === 'notifications/tools/list_changed');
  }
}

const TOOLS = ['echo', 'add', 'process'];
/** The names of the tools of such echo servers. */
export const toolsOf = (...keys: readonly string[]): string[] =>
  keys.flatMap((key) => TOOLS.map((tool) => `${key}__${tool}`));

/** No call on a server that did not change is lost while the file is edited so often. */
export async function expectNoCallLost(rounds: number): Promise<void> {
  const marker = createMarker();
  const steady = fixture('echo', [], marker);
  const place = createSharedFolder({ steady });
  const client = await openGateway(place);
  await client.toolNames();
  const [server] = findProcesses(marker);

  const over = new AbortController();
  let answered = 0;
  const load = async (): Promise<void> => {
    while (!over.signal.aborted) {
      expect(textOf(await client.call('steady__add', { a: 40, b: 2 }))).toBe('42');
      answered++;
    }
  };
  const loads = Promise.all([load(), load(), load(), load()]);
  for (let round = 0; round < rounds; round++) {
    const target = answered + 20;
    edit(place, { steady, ...(round % 2 === 0 ? { other: fixture('echo', [String(round)]) } : {}) });
    await waitUntil(() => answered >= target, 20_000);
  }
  edit(place, { steady, last: fixture('echo') });
  await sawTools(client, toolsOf('steady', 'last'));
  over.abort();
  await loads;
  expect(answered).toBeGreaterThan(20 * rounds);
  expect(findProcesses(marker)).toEqual([server]);
}
