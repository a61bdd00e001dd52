import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { McpServer } from '../hook/is-valid-mcp-server.ts';
import { createCachedDiscovery, type KeptDiscovery } from './create-cached-discovery.ts';

const FIVE_MINUTES = 300_000;

function open(earlier?: unknown) {
  const clock = createFakeClock();
  const world = { looks: 0, mark: 'a', kept: earlier, fails: false };
  let held: Promise<void> | undefined;
  const discovery = createCachedDiscovery({
    clock,
    mark: async () => world.mark,
    async discover() {
      world.looks++;
      await held;
      if (world.fails) throw new Error('no');
      return [createServer(world.looks, clock.now())];
    },
    recall: async () => world.kept,
    keep: async (kept) => void (world.kept = kept),
  });
  const names = async (refresh = false): Promise<string | undefined> =>
    (await discovery.servers({ refresh })).servers[0]?.name;
  const hold = (): (() => void) => {
    let release = (): void => undefined;
    held = new Promise((resolve) => (release = resolve));
    return release;
  };
  return { clock, world, discovery, names, hold };
}

function createServer(look: number, now: number): McpServer {
  return { id: 'chat', name: `look ${look}`, status: 'unknown', tools: [], lastDiscovered: now };
}

it('looks once in five minutes', async () => {
  const { clock, names, discovery } = open();
  const lastUpdated = clock.now();
  expect(await names()).toBe('look 1');
  clock.advance(FIVE_MINUTES - 1);
  expect(await names()).toBe('look 1');
  expect(await discovery.servers()).toMatchObject({ lastUpdated, ttl: FIVE_MINUTES });
  clock.advance(1);
  expect(await names()).toBe('look 2');
});

it('looks again when it is asked to, and when something else is configured', async () => {
  const { world, names } = open();
  expect(await names()).toBe('look 1');
  expect(await names(true)).toBe('look 2');
  expect(await names()).toBe('look 2');
  world.mark = 'b';
  expect(await names()).toBe('look 3');
});

it('looks again after the clock was set back', async () => {
  const { clock, names } = open();
  await names();
  clock.advance(-1000);
  expect(await names()).toBe('look 2');
});

it('looks once for all who ask at the same time', async () => {
  const { world, names, hold } = open();
  const release = hold();
  const asked = Promise.all([names(), names(), names(true)]);
  await Promise.resolve();
  release();
  expect(await asked).toEqual(['look 1', 'look 1', 'look 1']);
  expect(world.looks).toBe(1);
});

it('goes on with what an earlier program has found, for as long as that counts', async () => {
  const first = open();
  await first.names();
  const second = open(first.world.kept);
  expect(await second.names()).toBe('look 1');
  expect(second.world.looks).toBe(0);
  second.clock.advance(FIVE_MINUTES);
  expect(await second.names()).toBe('look 1');
  expect(second.world.looks).toBe(1);
});

it.each([
  undefined,
  'garbage',
  {},
  { servers: [{}], lastUpdated: 1, ttl: 1, mark: 'a' },
  { servers: [], lastUpdated: Number.MAX_SAFE_INTEGER, ttl: FIVE_MINUTES, mark: 'a' },
  { servers: [], lastUpdated: 0, ttl: Number.MAX_SAFE_INTEGER, mark: 'a' },
  { servers: [], lastUpdated: 0, ttl: FIVE_MINUTES, mark: 'b' },
])('does not go on with %j', async (kept) => {
  expect(await open(kept).names()).toBe('look 1');
});

it('gives the failure of a look to those who asked for it, and looks again for the next', async () => {
  const { world, names } = open();
  world.fails = true;
  await expect(names()).rejects.toThrow('no');
  world.fails = false;
  expect(await names()).toBe('look 2');
});

it('keeps no more than what was found', async () => {
  const { world, clock, names } = open();
  await names();
  const kept: KeptDiscovery = {
    servers: [createServer(1, clock.now())],
    lastUpdated: clock.now(),
    ttl: FIVE_MINUTES,
    mark: 'a',
  };
  expect(world.kept).toEqual(kept);
});
