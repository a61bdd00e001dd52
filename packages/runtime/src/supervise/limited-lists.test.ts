import { createLinkPair, type CommandServer, type LinkStarter, type ServerMemory, type Settings } from '@toolyard/core';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createFakeServerMemory,
  serveFakeStateless,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createLocalYard } from '../create-local-yard.ts';

const CUT = 'its list of tools is longer than 3 entries ("listEntryLimit"); the rest is left out';
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `t${index}`);

interface Given {
  readonly definition?: Partial<CommandServer>;
  readonly settings?: Partial<Settings>;
  readonly memory?: ServerMemory;
}

function open(links: LinkStarter, { definition = {}, settings = {}, memory = createFakeServerMemory() }: Given = {}) {
  const clock = createFakeClock();
  const lines: string[] = [];
  const yard = createLocalYard({
    configuration: createConfiguration({ one: definition }, { listEntryLimit: 3, ...settings }),
    links,
    clock,
    memory,
    log: { write: (_level, text) => void lines.push(text) },
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  const until = (state: string): Promise<void> => waitUntil(() => yard.server('one')?.state === state);
  const offered = (): string[] => yard.catalogue.list('tools').map(({ name }) => name);
  return { yard, clock, lines, memory, until, offered };
}

describe('a server whose list is longer than the limit', () => {
  it('runs with what was read, and its state says what is missing', async () => {
    const { yard, lines, until, offered } = open(createFakeLinkStarter({ one: { tools: names(5) } }));
    await until('running');
    expect(offered()).toEqual(names(3));
    expect(yard.server('one')).toMatchObject({ state: 'running', tools: 3, reason: CUT });
    expect(lines).toEqual([`Server "one": ${CUT}`]);
  });

  it('is the same without a handshake', async () => {
    const tools = names(5).map((name) => ({ name, inputSchema: { type: 'object' } }));
    const start: LinkStarter['start'] = async () => {
      const pair = createLinkPair();
      serveFakeStateless(pair.far, {
        answer: ({ method }) => (method === 'tools/list' ? { result: { tools } } : undefined),
      });
      return pair.near;
    };
    const { yard, until, offered } = open({ start }, { definition: { era: '2026-07-28' } });
    await until('running');
    expect(offered()).toEqual(names(3));
    expect(yard.server('one')?.reason).toBe(CUT);
  });

  it('is told of in the log once, however often the list changes', async () => {
    const links = createFakeLinkStarter({ one: { tools: names(5) } });
    const { yard, lines, until, offered } = open(links);
    await until('running');
    for (const round of ['a', 'b', 'c']) {
      links.starts.get('one')?.server.offer([round, ...names(5)]);
      await waitUntil(() => offered()[0] === round);
    }
    expect(lines).toHaveLength(1);
    const told: (string | undefined)[] = [];
    yard.on((event) => {
      if (event.type === 'server-changed') told.push(event.status.reason);
    });
    links.starts.get('one')?.server.offer(['z']);
    await waitUntil(() => told.length === 1);
    expect(told).toEqual([undefined]);
    expect(yard.server('one')).not.toHaveProperty('reason');
  });

  it('is known by what was read the next time, and that it is not all', async () => {
    const links = createFakeLinkStarter({ one: { tools: names(5) } });
    const first = open(links, { definition: { start: 'lazy' } });
    await first.until('running');
    await first.yard.stop();
    const later = open(links, { definition: { start: 'lazy' }, memory: first.memory });
    expect(later.yard.server('one')).toMatchObject({ state: 'idle', tools: 3, reason: CUT });
  });

  it('is read back within the limits of today', async () => {
    const links = createFakeLinkStarter({ one: { tools: names(5) } });
    const first = open(links, { definition: { start: 'lazy' }, settings: { listEntryLimit: -1 } });
    await first.until('running');
    expect(first.offered()).toEqual(names(5));
    await first.yard.stop();
    const later = open(links, { definition: { start: 'lazy' }, memory: first.memory });
    expect(later.offered()).toEqual(names(3));
    expect(later.yard.server('one')?.reason).toBe(CUT);
  });
});

it('keeps the former list where a new one does not come in time, and reads it at the next change', async () => {
  const links = createFakeLinkStarter({ one: { tools: ['a'] } });
  const { clock, lines, until, offered } = open(links, { settings: { startTimeoutMs: 5000, healthCheckMs: 60_000 } });
  await until('running');
  const { pair, server } = links.starts.get('one') ?? {};
  let asked = 0;
  pair?.far.receive(({ method }) => void (method === 'tools/list' && asked++));
  server?.notify('notifications/tools/list_changed');
  await waitUntil(() => asked === 1);
  clock.advance(5000);
  await waitUntil(() => lines.length === 1);
  expect(lines).toEqual([
    'Server "one": its tools could not be read again: it did not answer within 5000 ms ("startTimeoutMs")',
  ]);
  expect(offered()).toEqual(['a']);
  server?.notify('notifications/tools/list_changed');
  await waitUntil(() => asked === 2);
});

it('keeps no reason of any length', async () => {
  const long = 'e'.repeat(1_000_000);
  const start: LinkStarter['start'] = () => Promise.reject(new Error(long));
  const { yard, until, lines } = open({ start });
  await until('retrying');
  expect(yard.server('one')?.reason).toBe(`${'e'.repeat(4000)}…`);
  expect(JSON.stringify([yard.servers(), lines]).length).toBeLessThan(20_000);
});

describe('a server that announces resources and prompts', () => {
  const capabilities = { tools: {}, resources: { listChanged: true }, prompts: {} };

  it('and knows no such lists runs without a word about it, also when it says that they changed', async () => {
    const links = createFakeLinkStarter({ one: { tools: ['a'], capabilities } });
    const { lines, until } = open(links);
    await until('running');
    const server = links.starts.get('one')?.server;
    const asked = (): number => server?.received.filter(({ method }) => method === 'resources/list').length ?? 0;
    server?.notify('notifications/resources/list_changed');
    await waitUntil(() => asked() === 2);
    expect(lines).toEqual([]);
  });

  it('and gives something that is no list is said to', async () => {
    const { lines, until } = open(createFakeLinkStarter({ one: { tools: ['a'], capabilities, answer: () => '{}' } }));
    await until('running');
    expect(lines).toContain('Server "one": its answer to "resources/list" has no list "resources"');
  });
});
