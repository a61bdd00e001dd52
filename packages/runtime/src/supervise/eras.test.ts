import {
  createLinkPair,
  type CommandServer,
  type Frame,
  type LinkPair,
  type LinkStarter,
  type RequestId,
  type ServerMemory,
} from '@toolyard/core';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createFakeServerMemory,
  serveFakeStateless,
  waitUntil,
  type FakeStatelessOptions,
  type FakeStatelessServer,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createLocalYard } from '../create-local-yard.ts';

const signal = new AbortController().signal;

function openYard(
  links: LinkStarter,
  memory: ServerMemory = createFakeServerMemory(),
  more: Partial<CommandServer> = {},
) {
  const clock = createFakeClock();
  const yard = createLocalYard({
    configuration: createConfiguration({ far: { era: 'auto', ...more } }),
    links,
    clock,
    memory,
    log: { write: () => undefined },
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  const until = (state: string): Promise<void> => waitUntil(() => yard.server('far')?.state === state);
  const call = () => yard.caller.call({ tool: 'far:echo', arguments: {}, origin: 'person' }, signal);
  return { yard, clock, memory, until, call };
}

/** Starts stateless servers; `lose` loses a request without the link. */
function createStatelessStarter(options: FakeStatelessOptions = {}) {
  const starts: { readonly pair: LinkPair; readonly server: FakeStatelessServer; lose(id: RequestId): void }[] = [];
  const links: LinkStarter = {
    start: async () => {
      const pair = createLinkPair();
      let lose: (id: RequestId) => void = () => undefined;
      starts.push({ pair, server: serveFakeStateless(pair.far, options), lose: (id) => lose(id) });
      return {
        ...pair.near,
        receive(receiver, onLost) {
          lose = (id) => onLost?.(id, { expected: false, reason: 'broke the stream off' });
          pair.near.receive(receiver);
        },
      };
    },
  };
  return { links, starts };
}

describe('a server without a handshake', () => {
  it('runs, is called, and is known the next time', async () => {
    const { links, starts } = createStatelessStarter();
    const { yard, until, call, memory, clock } = openYard(links);
    await until('running');
    expect(yard.catalogue.list('tools').map(({ id }) => id)).toEqual(['far:echo']);
    expect(yard.greeting('far')).toMatchObject({ protocolVersion: '2025-11-25' });
    expect((await call()).kind).toBe('success');
    expect(memory.recall('far')?.era).toEqual({ verdict: '2026-07-28', at: clock.now() });
    expect(starts).toHaveLength(1);
  });

  it('is pinged in its own way, and one that is silent has crashed', async () => {
    let isSilent = false;
    const { links, starts } = createStatelessStarter({ answer: () => (isSilent ? 'never' : undefined) });
    const { yard, until, clock } = openYard(links);
    await until('running');
    const asked = (): number => starts[0]?.server.of('server/discover').length ?? 0;
    expect(asked()).toBe(1);
    clock.advance(30_000);
    await waitUntil(() => yard.server('far')?.lastPingAt !== undefined);
    isSilent = true;
    clock.advance(30_000);
    await waitUntil(() => asked() === 3);
    clock.advance(30_000);
    await until('retrying');
  });

  it('that says nothing the next time is not believed, and asked as one that is not known', async () => {
    const memory = createFakeServerMemory();
    const first = openYard(createStatelessStarter().links, memory);
    await first.until('running');
    await first.yard.stop();
    const { links, starts } = createStatelessStarter({ answer: () => 'never' });
    const { until, clock } = openYard(links, memory);
    await waitUntil(() => starts[0]?.server.received.length === 1);
    clock.advance(120_000);
    await until('retrying');
    expect(memory.recall('far')?.era).toBeUndefined();
    clock.advance(1000);
    await waitUntil(() => starts[1]?.server.received.length === 1);
    clock.advance(3000);
    await waitUntil(() => starts[1]?.server.of('initialize').length === 1);
  });

  it('can lose one request alone: a tool that may be repeated is', async () => {
    const tools = [{ name: 'echo', inputSchema: {}, annotations: { readOnlyHint: true } }];
    let calls = 0;
    const answer = ({ method }: Frame) => {
      if (method === 'tools/list') return { result: { tools } };
      return method === 'tools/call' && ++calls === 1 ? ('never' as const) : undefined;
    };
    const { links, starts } = createStatelessStarter({ answer });
    const { yard, until, call, clock } = openYard(links);
    await until('running');
    const outcome = call();
    const sent = (): readonly Frame[] => starts[0]?.server.of('tools/call') ?? [];
    await waitUntil(() => sent().length === 1);
    starts[0]?.lose(sent()[0]?.id ?? '');
    clock.advance(1000);
    expect((await outcome).kind).toBe('success');
    expect([sent().length, starts.length, yard.server('far')?.failures]).toEqual([2, 1, 0]);
  });
});

describe('a server with a handshake', () => {
  it('is asked once, and not again by the next run', async () => {
    const memory = createFakeServerMemory();
    const links = createFakeLinkStarter({ far: { tools: ['echo'] } });
    const methods = (): unknown[] => links.starts.get('far')?.server.received.map(({ method }) => method) ?? [];
    const first = openYard(links, memory);
    await first.until('running');
    expect(methods().slice(0, 2)).toEqual(['server/discover', 'initialize']);
    expect(memory.recall('far')?.era?.verdict).toBe('legacy');
    await first.yard.stop();
    const second = openYard(links, memory);
    await second.until('running');
    expect(methods()[0]).toBe('initialize');
    expect(memory.recall('far')?.era).toEqual({ verdict: 'legacy', at: first.clock.now() });
  });

  it('whose definition has changed is asked again', async () => {
    const memory = createFakeServerMemory();
    const links = createFakeLinkStarter({ far: { tools: ['echo'] } });
    const first = openYard(links, memory);
    await first.until('running');
    await first.yard.stop();
    const second = openYard(links, memory, { args: ['other'] });
    await second.until('running');
    expect(links.starts.get('far')?.server.received[0]?.method).toBe('server/discover');
  });
});
