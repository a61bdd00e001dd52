import type { CommandServer, LinkStarter, SavedServer, YardEvent } from '@toolyard/core';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  waitUntil,
  type FakeServerOptions,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createLocalYard } from '../create-local-yard.ts';
import { createVolatileMemory } from './create-volatile-memory.ts';

const signal = new AbortController().signal;
type Servers = Record<string, Partial<CommandServer>>;

function open(
  fakes: Record<string, FakeServerOptions>,
  given?: Servers,
  memory = createVolatileMemory(),
  headStart: Promise<void> = Promise.resolve(),
) {
  const clock = createFakeClock();
  const links = createFakeLinkStarter(fakes);
  const servers = given ?? Object.fromEntries(Object.keys(fakes).map((key) => [key, {}]));
  const yard = createLocalYard({
    configuration: createConfiguration(servers),
    links,
    clock,
    log: { write: () => undefined },
    memory,
    headStart,
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
    redact: (text, { key }) => text.replaceAll(`secret of ${key}`, '***'),
  });
  const events: YardEvent[] = [];
  yard.on((event) => events.push(event));
  const crash = (key: string, reason = 'exited with code 1'): void => links.starts.get(key)?.pair.breakOff(reason);
  const until = (key: string, state: string): Promise<void> => waitUntil(() => yard.server(key)?.state === state);
  const call = (tool: `${string}:${string}`) => yard.caller.call({ tool, arguments: {}, origin: 'person' }, signal);
  return { yard, links, clock, memory, events, crash, until, call };
}

const EARLY = 'dropped within 10 s of coming up, which counts as a failed retry: ';

describe('a server that crashes', () => {
  it('is back after one second, with its tools, and a call works again', async () => {
    const { yard, clock, crash, until, call } = open({ one: { tools: ['a'] } });
    await until('one', 'running');
    crash('one');
    await until('one', 'retrying');
    expect(yard.catalogue.list('tools')).toEqual([]);
    clock.advance(999);
    expect(yard.server('one')?.state).toBe('retrying');
    clock.advance(1);
    await until('one', 'running');
    expect(yard.catalogue.list('tools').map((entry) => entry.id)).toEqual(['one:a']);
    expect((await call('one:a')).kind).toBe('success');
    expect(yard.server('one')).toMatchObject({
      failures: 0,
      history: [{ outcome: 'connected' }, { outcome: 'failed' }, { outcome: 'connected' }],
    });
  });

  it('with a secret in its last words shows and keeps it nowhere', async () => {
    const { yard, links, crash, until, memory, call } = open({ one: { tools: ['a'], call: () => undefined } });
    await until('one', 'running');
    const lost = expect(call('one:a')).rejects.toThrow('Server "one" refused ***');
    await waitUntil(() => links.starts.get('one')?.server.received.at(-1)?.method === 'tools/call');
    crash('one', 'refused secret of one');
    await until('one', 'retrying');
    await lost;
    expect(yard.server('one')?.reason).toBe('refused ***');
    expect(JSON.stringify([yard.servers(), memory.recall('one')])).not.toContain('secret of one');
  });

  it('again and again right after its start is given up after three retries, with one notification', async () => {
    const { yard, clock, crash, until, events, call } = open({ one: { tools: ['a'] } });
    for (const ms of [1000, 5000, 15_000]) {
      await until('one', 'running');
      crash('one', 'exited with code 9');
      await until('one', 'retrying');
      clock.advance(ms);
    }
    await until('one', 'running');
    crash('one', 'exited with code 9');
    await until('one', 'auto-disabled');
    expect(events.filter((event) => event.type === 'server-auto-disabled')).toEqual([
      { type: 'server-auto-disabled', key: 'one', reason: `${EARLY}exited with code 9` },
    ]);
    expect(yard.server('one')).toMatchObject({ failures: 4, retries: 3, reason: `${EARLY}exited with code 9` });
    clock.advance(3_600_000);
    expect(yard.server('one')?.state).toBe('auto-disabled');
    await expect(call('one:a')).rejects.toThrow(
      `Server "one" stopped working: ${EARLY}exited with code 9. Toolyard gave up after 3 retries. Fix it, then run "toolyard enable one".`,
    );
    await yard.enable('one');
    await until('one', 'running');
    expect((await call('one:a')).kind).toBe('success');
  });

  it('after it has stayed up for a while has all its retries again', async () => {
    const { clock, crash, until } = open({ one: { tools: ['a'] } });
    for (let round = 0; round < 10; round++) {
      await until('one', 'running');
      clock.advance(10_000);
      crash('one');
      await until('one', 'retrying');
      clock.advance(1000);
    }
    await until('one', 'running');
  });
});

describe('health', () => {
  it('is asked for every 30 s, and the latency is kept', async () => {
    const { yard, clock, until, links } = open({
      one: { tools: ['a'], answer: (frame) => (frame.method === 'ping' ? '{}' : undefined) },
    });
    await until('one', 'running');
    clock.advance(30_000);
    await waitUntil(() => yard.server('one')?.latencyMs !== undefined);
    expect(yard.server('one')).toMatchObject({ latencyMs: 0, lastPingAt: '2026-01-01T00:00:30.000Z' });
    for (const count of [2, 3]) {
      clock.advance(30_000);
      await waitUntil(
        () => links.starts.get('one')?.server.received.filter((frame) => frame.method === 'ping').length === count,
      );
      await waitUntil(() => yard.server('one')?.lastPingAt === new Date(clock.now()).toISOString());
    }
    expect(yard.server('one')?.state).toBe('running');
  });

  it('of a server that says nothing any more counts as a failure', async () => {
    const { yard, clock, until, links } = open({ one: { tools: ['a'] } });
    await until('one', 'running');
    links.starts.get('one')?.pair.far.receive(() => undefined);
    clock.advance(30_000);
    clock.advance(30_000);
    await until('one', 'retrying');
    expect(yard.server('one')?.reason).toBe('did not answer a ping within 30000 ms');
    expect((await links.starts.get('one')?.pair.near.closed)?.expected).toBe(true);
  });

  it('is the reason that calls are told which were open at a server that fell silent', async () => {
    const { yard, clock, until, links } = open({ one: { tools: ['a'], call: () => undefined } });
    await until('one', 'running');
    const call = { tool: 'one:a', arguments: {}, origin: 'person', timeoutMs: 300_000 } as const;
    const lost = expect(yard.caller.call(call, signal)).rejects.toThrow(
      'Server "one" was stopped: it did not answer a ping within 30000 ms',
    );
    await waitUntil(() => links.starts.get('one')?.server.received.at(-1)?.method === 'tools/call');
    links.starts.get('one')?.pair.far.receive(() => undefined);
    clock.advance(30_000);
    clock.advance(30_000);
    await lost;
  });
});

describe('the switch', () => {
  it('takes the tools away and brings them back, and outlives the yard', async () => {
    const first = open({ one: { tools: ['a'] } });
    await first.until('one', 'running');
    await first.yard.disable('one');
    expect(first.yard.server('one')?.state).toBe('disabled');
    expect(first.yard.catalogue.list('tools')).toEqual([]);
    await first.yard.stop();

    const second = open({ one: { tools: ['a'] } }, undefined, first.memory);
    expect(second.yard.server('one')?.state).toBe('disabled');
    await second.yard.enable('one');
    await second.until('one', 'running');

    await second.yard.disable('one');
    const changed = open({ one: { tools: ['a'] } }, { one: { args: ['--other'] } }, first.memory);
    await changed.until('one', 'running');
  });
});

describe('what is remembered', () => {
  it('is offered before its server is started, while servers that are not known start at once', async () => {
    const first = open({ one: { tools: ['a'] } });
    await first.until('one', 'running');
    let release = (): void => undefined;
    const headStart = new Promise<void>((resolve) => (release = resolve));
    const fakes = { one: { tools: ['a'] }, two: { tools: ['b'] } };
    const { yard, links, until } = open(fakes, undefined, first.memory, headStart);
    expect(yard.catalogue.list('tools').map((entry) => entry.id)).toEqual(['one:a']);
    await until('two', 'running');
    expect([...links.starts.keys()]).toEqual(['two']);
    expect(yard.server('one')).toMatchObject({ state: 'starting', remembered: true });
    release();
    await until('one', 'running');
  });

  const saved = async (): Promise<ReturnType<typeof createVolatileMemory>> => {
    const { memory, until, yard } = open(
      { one: { tools: ['a', 'b'] } },
      { one: { start: 'lazy', idleStopMs: 60_000 } },
    );
    await until('one', 'running');
    await yard.stop();
    return memory;
  };
  const lazy: Servers = { one: { start: 'lazy', idleStopMs: 60_000 } };

  it('offers the tools of a lazy server that is started by the first call and stopped when it is idle', async () => {
    const { yard, links, clock, until, call } = open({ one: { tools: ['a', 'b'] } }, lazy, await saved());
    expect(yard.server('one')).toMatchObject({ state: 'idle', tools: 2, remembered: true });
    expect(links.starts.size).toBe(0);
    const [one, two] = await Promise.all([call('one:a'), call('one:b')]);
    expect([one.kind, two.kind]).toEqual(['success', 'success']);
    clock.advance(30_000);
    await waitUntil(() => yard.server('one')?.lastPingAt !== undefined);
    clock.advance(29_999);
    expect(yard.server('one')?.state).toBe('running');
    clock.advance(1);
    await until('one', 'idle');
    expect(yard.catalogue.list('tools')).toHaveLength(2);
    expect((await call('one:a')).kind).toBe('success');
  });

  it('is not used for another definition', async () => {
    const { yard, until } = open(
      { one: { tools: ['c'] } },
      { one: { ...lazy['one'], args: ['--other'] } },
      await saved(),
    );
    expect(yard.server('one')).toMatchObject({ state: 'starting', tools: 0 });
    await until('one', 'running');
    expect(yard.catalogue.list('tools').map((entry) => entry.name)).toEqual(['c']);
  });

  it('is a given-up server, which gets one more try at the next start', async () => {
    const memory = createVolatileMemory();
    const first = open({ one: { tools: ['a'] } }, undefined, memory);
    await first.until('one', 'running');
    await first.yard.stop();
    const given: SavedServer = {
      ...(memory.recall('one') ?? { key: 'one', definitionHash: '', failures: 0 }),
      autoDisabledAt: 5,
    };
    memory.remember(given);
    const second = open({ one: { tools: ['a'], silent: true } }, undefined, memory);
    await waitUntil(() => second.yard.server('one')?.phase === 'initialization');
    second.crash('one');
    await second.until('one', 'auto-disabled');
  });
});

describe('another configuration', () => {
  it('restarts what changed, and nothing else', async () => {
    const fakes = {
      same: { tools: ['a'] },
      changed: { tools: ['b'] },
      gone: { tools: ['c'], call: () => undefined },
      fresh: { tools: ['d'] },
    };
    const { yard, links, until, call, events } = open(fakes, { same: {}, changed: {}, gone: {} });
    await yard.settled({ signal });
    const before = links.starts.get('same');
    const lost = call('gone:c');
    await waitUntil(() => links.starts.get('gone')?.server.received.at(-1)?.method === 'tools/call');
    const next = createConfiguration({ fresh: {}, same: {}, changed: { args: ['--new'] } });
    const applied = yard.reconfigure(next);
    await expect(lost).rejects.toThrow('Server "gone" was stopped: it was removed from the configuration');
    await applied;
    await until('changed', 'running');
    await until('fresh', 'running');
    expect(links.starts.get('same')).toBe(before);
    expect(yard.servers().map((server) => server.key)).toEqual(['fresh', 'same', 'changed']);
    expect(yard.catalogue.list('tools').map((entry) => entry.id)).toEqual(['fresh:d', 'same:a', 'changed:b']);
    expect(events.filter((event) => event.type === 'configuration-changed')).toHaveLength(1);
  });

  it('starts no second copy of a server before the first is gone, also where a call needs it', async () => {
    const fakes = createFakeLinkStarter({ one: { tools: ['a'] } });
    let starts = 0;
    let letGo: () => void = () => undefined;
    const holding = new Promise<void>((resolve) => (letGo = resolve));
    const links: LinkStarter = {
      async start(definition, by) {
        starts++;
        const link = await fakes.start(definition, by);
        return { ...link, close: () => holding.then(() => link.close()) };
      },
    };
    const yard = createLocalYard({
      configuration: createConfiguration({ one: {} }),
      links,
      clock: createFakeClock(),
      log: { write: () => undefined },
      client: { name: 'toolyard', version: '0' },
      chainId: 'y',
    });
    await yard.settled({ signal });
    const applied = yard.reconfigure(createConfiguration({ one: { args: ['--new'] } }));
    expect(yard.server('one')?.state).toBe('starting');
    const call = yard.caller.call({ tool: 'one:a', arguments: {}, origin: 'person' }, signal);
    await new Promise((resolve) => void setTimeout(resolve, 5));
    expect(starts).toBe(1);
    letGo();
    await applied;
    expect((await call).kind).toBe('success');
    expect(starts).toBe(2);
  });

  it('that comes while the yard stops, or after, starts nothing', async () => {
    const { yard, links } = open({ one: { tools: ['a'] }, late: { tools: ['b'] } }, { one: {} });
    await yard.settled({ signal });
    const applied = yard.reconfigure(createConfiguration({ one: { args: ['--new'] } }));
    void yard.reconfigure(createConfiguration({ late: {} }));
    await Promise.all([yard.stop(), applied]);
    await yard.reconfigure(createConfiguration({ late: {} }));
    expect(links.starts.has('late')).toBe(false);
    expect(yard.servers().map(({ key, state }) => [key, state])).toEqual([['one', 'stopped']]);
  });
});
