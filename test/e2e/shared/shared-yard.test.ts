import { findProcesses, fixturePath, waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createMarker, fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import { textOf, type RawClient } from '../harness/raw-client.ts';
import { startGateway } from '../harness/start-gateway.ts';
import { createSharedFolder, findBackgroundYards, range } from './shared-folder.ts';

const SERVERS = range(8);

interface Shared {
  readonly place: YardFolder;
  readonly clients: readonly RawClient[];
  readonly marker: string;
}

/** Five clients that start at the same moment on a configuration of eight servers. */
async function openClients(): Promise<Shared> {
  const marker = createMarker();
  const place = createSharedFolder(Object.fromEntries(SERVERS.map((key) => [key, fixture('echo', [], marker)])));
  const clients = range(5).map(() => startGateway(place, { words: ['--shared'] }));
  await Promise.all(clients.map((client) => client.initialize()));
  const lists = await Promise.all(clients.map((client) => client.toolNames()));
  for (const names of lists) expect(names).toHaveLength(SERVERS.length * 3);
  return { place, clients, marker };
}

async function addWith(client: RawClient, key: string): Promise<string> {
  return textOf(await client.call(`${key}__add`, { a: 20, b: 22 }));
}

it('gives five clients that start at the same moment one copy of each of eight servers', async () => {
  const { place, clients, marker } = await openClients();
  expect(findProcesses(marker)).toHaveLength(SERVERS.length);
  expect(findBackgroundYards(place)).toHaveLength(1);
  const answers = clients.flatMap((client) => SERVERS.map((key) => addWith(client, key)));
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['42']));
  expect(findProcesses(marker)).toHaveLength(SERVERS.length);

  await Promise.all(clients.map((client) => client.close()));
  await waitUntil(() => findBackgroundYards(place).length === 0 && findProcesses(marker).length === 0, 20_000);
  expect(clients.map((client) => client.stderr)).toEqual(clients.map(() => ''));
});

it('goes on for the others when a client is killed with -9', async () => {
  const { clients, marker } = await openClients();
  const [first, ...others] = clients;
  first?.child.kill('SIGKILL');
  await first?.ended;
  const answers = others.map((client) => client.call('s0__add', { a: 1, b: 1 }));
  for (const answer of await Promise.all(answers)) expect(textOf(answer)).toBe('2');
  expect(findProcesses(marker)).toHaveLength(SERVERS.length);
});

it('tells clients that the yard was killed with -9, and gives them another one in the same session', async () => {
  const marker = createMarker();
  const place = createSharedFolder({ echo: fixture('echo', [], marker), mute: fixture('records-cancel', [], marker) });
  const clients = range(3).map(() => startGateway(place, { words: ['--shared'] }));
  await Promise.all(clients.map((client) => client.initialize()));
  await Promise.all(clients.map((client) => client.toolNames()));
  const [yard] = findBackgroundYards(place);
  const pending = clients.map((client) => client.ask('tools/call', { name: 'mute__wait', arguments: {} }));
  await Promise.all(clients.map((client) => client.request('ping')));

  process.kill(yard ?? 0, 'SIGKILL');
  // The server itself never answers.
  const lost = await Promise.all(clients.map((client, index) => client.answerTo(pending[index])));
  for (const { error } of lost) {
    expect(error).toEqual({ code: -32000, message: 'The running Toolyard ended before it answered. Try again.' });
  }
  const announced = clients.map((client) => client.saw(({ method }) => method === 'notifications/tools/list_changed'));
  await Promise.all(announced);
  const answers = await Promise.all(clients.map((client) => client.call('echo__add', { a: 1, b: 1 })));
  expect(answers.map(textOf)).toEqual(['2', '2', '2']);
  expect(findBackgroundYards(place)).toHaveLength(1);
  expect(findBackgroundYards(place)).not.toEqual([yard]);
  await waitUntil(() => findProcesses(marker).length === 2, 20_000);
});

it('says on stderr what keeps the yard in the background from starting', async () => {
  const place = createSharedFolder({ wrong: { command: '$NOT_SET_ANYWHERE' } });
  const client = startGateway(place, { words: ['--shared'] });
  expect(await client.ended).toMatchObject({ code: 2 });
  expect(client.stderr).toContain('$.mcpServers.wrong.command: Missing environment variable: NOT_SET_ANYWHERE');
});

it('refuses to look different from the yard that it shares', async () => {
  const place = createSharedFolder({});
  const client = startGateway(place, { words: ['--shared', '--naming', 'dot'] });
  expect(await client.ended).toMatchObject({ code: 2 });
  expect(client.stderr).toContain('Leave out --shared or --naming');
});

it('passes a plain client on to the next one that runs when the first leaves', async () => {
  const marker = createMarker();
  const place = createSharedFolder({ echo: { ...fixture('echo', [], marker), args: [fixturePath('echo.mjs')] } });
  const first = startGateway(place);
  await first.initialize();
  await first.toolNames();
  const second = startGateway(place);
  await second.initialize();
  expect(await second.toolNames()).toHaveLength(3);
  expect(findProcesses(marker)).toHaveLength(1);

  await first.close();
  expect(textOf(await second.call('echo__add', { a: 1, b: 1 }))).toBe('2');
  expect(findProcesses(marker)).toHaveLength(1);
  await second.close();
  expect(findProcesses(marker)).toEqual([]);
});
