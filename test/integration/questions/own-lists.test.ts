import { ToolyardError, type Frame, type LinkStarter } from '@toolyard/core';
import type { LocalYard } from '@toolyard/runtime';
import { createConfiguration, createFakeServerMemory, waitUntil, type FakeServerOptions } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../open-test-gateway.ts';

const OWN = { sharing: 'per-session', era: 'legacy' } as const;
const SETTINGS = { healthCheckMs: 100_000_000 };
const CONFIGURATION = createConfiguration({ a: OWN }, SETTINGS);
const SAMPLING = { sampling: {} };
const LIST_CHANGED = 'notifications/tools/list_changed';

const hasSampling = (capabilities: unknown): boolean =>
  typeof capabilities === 'object' && capabilities !== null && 'sampling' in capabilities;

/** Offers "think" to those that can be asked for samples, "spell" to the others, and "work" to all. */
const FITTING: FakeServerOptions = {
  tools: [],
  toolsFor: (capabilities) => ['work', hasSampling(capabilities) ? 'think' : 'spell'],
};

async function open(
  fake: FakeServerOptions = FITTING,
  memory = createFakeServerMemory(),
  configuration = CONFIGURATION,
) {
  const opened = openTestGateway({ a: fake }, configuration, false, memory);
  await opened.yard.settled({ signal: new AbortController().signal });
  const join = async (capabilities: object) => {
    const { client, close } = opened.connect();
    await client.initialize('2025-11-25', capabilities);
    const list = async () => toNames(await client.request('tools/list'));
    const told = (before = 0) =>
      waitUntil(() => (opened.clock.advance(50), client.notifications.filter(isChange).length > before));
    /** Lists whenever it is told of a change, as clients do, until there is something. */
    const follow = async (): Promise<readonly string[]> => {
      const before = client.notifications.filter(isChange).length;
      const names = await list();
      if (names.length > 0) return names;
      await told(before);
      return follow();
    };
    return { ...client, leave: close, list, told, follow };
  };
  return { ...opened, memory, join };
}

function toNames(answer: Frame): readonly string[] {
  const { tools } = answer.value('result') as { readonly tools: readonly { readonly name: string }[] };
  return tools.map(({ name }) => name);
}

/** Holds back every start; `next` waits for one more, and gives what lets it go on. */
function holdStarts(links: LinkStarter) {
  const held: (() => void)[] = [];
  let given = 0;
  const start = links.start.bind(links);
  links.start = async (...args) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return start(...args);
  };
  const next = async (): Promise<() => void> => {
    await waitUntil(() => held.length > given);
    return held[given++] ?? (() => undefined);
  };
  return { next, held };
}

const isChange = ({ method }: Frame): boolean => method === LIST_CHANGED;

describe('what a server with "sharing": "per-session" offers', () => {
  it.each([
    { first: 'a client without sampling', orders: [{}, SAMPLING] },
    { first: 'a client with it', orders: [SAMPLING, {}] },
  ])('is listed by what each client can be asked, where $first comes first', async ({ orders }) => {
    const { join, yard } = await open();
    const expected = (capabilities: object) => ['a__work', hasSampling(capabilities) ? 'a__think' : 'a__spell'];
    for (const capabilities of orders) {
      const client = await join(capabilities);
      expect(await client.list()).toEqual(expected(capabilities));
      for (const name of expected(capabilities)) expect(await client.callForText(name)).toBe(`${name.slice(3)} {}`);
    }
    for (const capabilities of orders) expect(await (await join(capabilities)).list()).toEqual(expected(capabilities));
    expect(yard.catalogue.list('tools').map(({ name }) => name)).toEqual(['work', 'think', 'spell']);
  });

  it('is listed so after a restart too, without a start, and whoever calls first', async () => {
    const before = await open();
    for (const capabilities of [{}, SAMPLING]) await (await before.join(capabilities)).list();
    await before.yard.stop();
    const { join, links, yard } = await open(FITTING, before.memory);
    const [less, more] = [await join({}), await join(SAMPLING)];
    expect([await less.list(), await more.list()]).toEqual([
      ['a__work', 'a__spell'],
      ['a__work', 'a__think'],
    ]);
    expect(links.all).toEqual([]);
    const written = before.memory.remembered.length;
    await less.callForText('a__work');
    await waitUntil(() => before.memory.remembered.length > written);
    expect([await less.list(), await more.list()]).toEqual([
      ['a__work', 'a__spell'],
      ['a__work', 'a__think'],
    ]);
    expect(yard.server('a')).toMatchObject({ state: 'idle', tools: 3 });
  });

  it('is asked for once, for all clients that can be asked the same', async () => {
    const { join, links } = await open();
    const clients = [await join({}), await join({}), await join({})];
    for (const list of await Promise.all(clients.map((client) => client.list()))) {
      expect(list).toEqual(['a__work', 'a__spell']);
    }
    expect(links.all).toHaveLength(2);
  });

  it('is announced to those alone whom a change concerns', async () => {
    const { join, links, clock } = await open();
    const [less, more] = [await join({}), await join(SAMPLING)];
    await less.list();
    await more.list();
    await more.callForText('a__work');
    const copy = links.all.find(({ server }) => server.received.some((frame) => frame.method === 'tools/call'));
    copy?.server.offer(['work']);
    await waitUntil(() => (clock.advance(50), more.notifications.some(isChange)));
    expect([await less.list(), await more.list()]).toEqual([['a__work', 'a__spell'], ['a__work']]);
    expect(less.notifications.filter(isChange)).toEqual([]);
  });

  it('is left out where it takes too long to find out, and announced then', async () => {
    const { join, clock, links } = await open();
    const client = await join({});
    const { next } = holdStarts(links);
    const listed = client.list();
    const letStart = await next();
    clock.advance(5000);
    expect(await listed).toEqual([]);
    letStart();
    await client.told();
    expect(await client.list()).toEqual(['a__work', 'a__spell']);
  });

  it.each([[['other']], [['work', 'think', 'spell']]])(
    'is forgotten for others, who are told, where a copy is not what it was in an earlier run and has %j',
    async (tools) => {
      const before = await open();
      for (const capabilities of [{}, SAMPLING]) await (await before.join(capabilities)).list();
      await before.yard.stop();
      const { join } = await open({ tools }, before.memory);
      const [less, more] = [await join({}), await join(SAMPLING)];
      expect(await less.list()).toEqual(['a__work', 'a__spell']);
      expect(await more.list()).toEqual(['a__work', 'a__think']);
      await less.request('tools/call', { name: 'a__work', arguments: {} });
      const expected = tools.map((name) => `a__${name}`);
      for (const client of [less, more]) {
        await client.told();
        expect(await client.follow()).toEqual(expected);
      }
      expect(await (await join({ roots: {} })).list()).toEqual(expected);
    },
  );

  it.each([
    {
      news: 'is enabled',
      before: CONFIGURATION,
      begin: (yard: LocalYard) => yard.disable('a'),
      change: (yard: LocalYard) => yard.enable('a'),
    },
    {
      news: 'is added',
      before: createConfiguration({}, SETTINGS),
      begin: async () => undefined,
      change: (yard: LocalYard) => yard.reconfigure(CONFIGURATION),
    },
    {
      news: 'has another definition',
      before: CONFIGURATION,
      begin: async () => undefined,
      change: (yard: LocalYard) => yard.reconfigure(createConfiguration({ a: { ...OWN, timeoutMs: 5 } }, SETTINGS)),
    },
  ])('is listed and announced where the server $news after a first list', async ({ before, begin, change }) => {
    const { join, yard } = await open(FITTING, createFakeServerMemory(), before);
    await begin(yard);
    const client = await join({});
    await client.list();
    await change(yard);
    await client.told();
    expect(await client.follow()).toEqual(['a__work', 'a__spell']);
  });

  it('is read by another client where the one that all wait for leaves', async () => {
    const { join, links } = await open();
    const clients = [await join({}), await join({}), await join({})];
    const { next } = holdStarts(links);
    const lists = Promise.allSettled(clients.map((client) => client.list()));
    for (const client of clients.slice(0, 2)) {
      const letStart = await next();
      await client.leave();
      letStart();
    }
    (await next())();
    expect((await lists)[2]).toEqual({ status: 'fulfilled', value: ['a__work', 'a__spell'] });
  });

  it('is not asked for any more where nobody waits for it', async () => {
    const { join, yard, links } = await open(FITTING, createFakeServerMemory(), createConfiguration({}, SETTINGS));
    const clients = [await join({}), await join({})];
    const { next, held } = holdStarts(links);
    await yard.reconfigure(CONFIGURATION);
    const letStart = await next();
    const unanswered = Promise.allSettled(clients.map((client) => client.list()));
    for (const client of clients) {
      await client.request('ping');
      await client.leave();
    }
    await unanswered;
    letStart();
    await waitUntil(() => yard.server('a')?.state === 'idle');
    expect(held).toHaveLength(1);
  });

  it('is asked for again with the next list where a copy did not start, of which a warning tells', async () => {
    const { join, links, log } = await open();
    const { start } = links;
    links.start = async () => {
      throw new ToolyardError('server-start-failed', 'no more memory.');
    };
    const client = await join({});
    expect(await client.list()).toEqual([]);
    const why = 'Server "a" did not start: no more memory. The next request starts it again.';
    const text = `Server "a": a client is shown nothing of it: ${why} Let the client list its tools again, or reconnect it.`;
    expect(log.lines.filter(({ level }) => level === 'warning')).toEqual([{ level: 'warning', text, server: 'a' }]);
    links.start = start;
    expect(await client.follow()).toEqual(['a__work', 'a__spell']);
  });

  it('is asked for again where there were too many copies', async () => {
    const configuration = createConfiguration({ a: OWN }, { ...SETTINGS, sessionCopyLimit: 1 });
    const { join, log } = await open(FITTING, createFakeServerMemory(), configuration);
    const [less, more] = [await join({}), await join(SAMPLING)];
    await less.list();
    expect(await more.list()).toEqual([]);
    expect(log.lines.at(-1)).toMatchObject({ level: 'warning', text: expect.stringContaining('sessionCopyLimit') });
    await less.leave();
    expect(await more.follow()).toEqual(['a__work', 'a__think']);
  });

  it('stays known for connected clients, however many others there are', async () => {
    const { join, memory } = await open();
    const first = await join({ experimental: { n: -1 } });
    await first.list();
    const long = { experimental: { text: 'x'.repeat(3000) } };
    for (let n = 0; n < 20; n++) {
      const client = await join(n === 0 ? long : { experimental: { n } });
      expect(await client.list()).toEqual(['a__work', 'a__spell']);
      await client.leave();
    }
    expect(await first.list()).toEqual(['a__work', 'a__spell']);
    const kept = memory.remembered.map(({ sets = [] }) => sets.map(({ set }) => set));
    expect(Math.max(...kept.map((sets) => sets.length))).toBe(15);
    expect(kept.flat().some((set) => set.includes('xxx'))).toBe(false);
  });
});
