import { createRequest, ToolyardError, type Frame, type Settings, type YardEvent } from '@toolyard/core';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  waitUntil,
  type FakeServerOptions,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createLocalYard, type LocalYard, type YardOptions } from './create-local-yard.ts';

const signal = new AbortController().signal;

function createTestYard(
  servers: Record<string, FakeServerOptions | undefined>,
  disabled: readonly string[] = [],
  settings: Partial<Settings> = {},
  given: Partial<YardOptions> = {},
) {
  const clock = createFakeClock();
  const started = Object.fromEntries(Object.entries(servers).filter(([, options]) => options !== undefined));
  const links = createFakeLinkStarter(started as Record<string, FakeServerOptions>);
  const lines: string[] = [];
  const yard = createLocalYard({
    configuration: createConfiguration(
      Object.fromEntries(Object.keys(servers).map((key) => [key, { enabled: !disabled.includes(key) }])),
      settings,
    ),
    links,
    clock,
    log: { write: (level, text) => void lines.push(`${level}: ${text}`) },
    client: { name: 'toolyard', version: '0' },
    chainId: 'this-yard',
    ...given,
  });
  return { yard, links, clock, lines };
}

const call = (yard: LocalYard, tool: `${string}:${string}`, extra: object = {}) =>
  yard.caller.call({ tool, arguments: { a: 1 }, origin: 'person', ...extra }, signal);

describe('a yard', () => {
  it('starts all servers, and one that fails does not stop the others', async () => {
    const { yard, lines } = createTestYard({ one: { tools: ['a', 'b'] }, gone: undefined, two: { tools: ['c'] } });
    await yard.settled({ signal });
    expect(yard.servers().map(({ key, state, tools, phase }) => [key, state, tools, phase])).toEqual([
      ['one', 'running', 2, undefined],
      ['gone', 'failed', 0, 'startup'],
      ['two', 'running', 1, undefined],
    ]);
    expect(yard.catalogue.list('tools').map((entry) => entry.id)).toEqual(['one:a', 'one:b', 'two:c']);
    expect(lines).toEqual([
      'error: Server "gone" did not start: "nothing" was not found. Fix its configuration, then run "toolyard enable gone".',
    ]);
  });

  it('does not start what is disabled', async () => {
    const { yard, links } = createTestYard({ off: { tools: ['a'] } }, ['off']);
    await yard.settled({ signal });
    expect(yard.server('off')?.state).toBe('disabled');
    expect(links.starts.size).toBe(0);
    await expect(call(yard, 'off:a')).rejects.toThrow('Server off is disabled');
  });

  it('takes a server that crashes out of the catalogue at once and fails its open calls', async () => {
    const { yard, links } = createTestYard({ one: { tools: ['a'], call: () => undefined }, two: { tools: ['b'] } });
    await yard.settled({ signal });
    const open = call(yard, 'one:a');
    await waitUntil(() => links.starts.get('one')?.server.received.at(-1)?.method === 'tools/call');
    links.starts.get('one')?.pair.breakOff('exited with code 7');
    await expect(open).rejects.toThrow('Server "one" exited with code 7');
    expect(yard.catalogue.list('tools').map((entry) => entry.id)).toEqual(['two:b']);
    expect(yard.server('one')).toMatchObject({
      state: 'retrying',
      phase: 'runtime',
      reason: 'exited with code 7',
      failures: 1,
    });
    await expect(call(yard, 'one:a')).rejects.toThrow(
      'Server "one" stopped working: exited with code 7. Retrying in 1 s (retry 1).',
    );
    expect((await call(yard, 'two:b')).kind).toBe('success');
  });

  it('promises no next try where it ends with one command', async () => {
    const { yard, links } = createTestYard({ one: { tools: ['a'] } }, [], {}, { isForOneCommand: true });
    await yard.settled({ signal });
    links.starts.get('one')?.pair.breakOff('exited with code 7');
    await expect(call(yard, 'one:a')).rejects.toThrow(/^Server "one" stopped working: exited with code 7\.$/);
    expect(yard.server('one')).toMatchObject({ state: 'retrying', retries: 1 });
    expect(yard.server('one')).not.toHaveProperty('nextTryAt');
  });

  it('reads a list again when the server says it changed, and tells whether it did', async () => {
    const { yard, links } = createTestYard({ one: { tools: ['a'] } });
    await yard.settled({ signal });
    const events: YardEvent[] = [];
    yard.on((event) => events.push(event));
    links.starts.get('one')?.server.offer(['a', 'b']);
    await waitUntil(() => yard.catalogue.find('tools', 'one:b') !== undefined);
    links.starts.get('one')?.server.offer(['a', 'b']);
    links.starts.get('one')?.server.offer([]);
    await waitUntil(() => yard.catalogue.list('tools').length === 0);
    expect(events).toEqual([
      { type: 'catalogue-changed', kind: 'tools', server: 'one' },
      { type: 'catalogue-changed', kind: 'tools', server: 'one' },
    ]);
  });

  it('gives up a list that is not answered, so that the next change is seen', async () => {
    const one = { tools: ['a'], silent: false };
    const { yard, links, clock, lines } = createTestYard({ one }, [], { healthCheckMs: 100_000_000 });
    await yard.settled({ signal });
    const server = links.starts.get('one')?.server;
    one.silent = true;
    const asked = (): number => server?.received.filter(({ method }) => method === 'tools/list').length ?? 0;
    server?.offer(['a', 'b']);
    await waitUntil(() => asked() === 2);
    one.silent = false;
    clock.advance(120_000);
    await waitUntil(() => lines.length > 0);
    expect(lines).toEqual([
      'warning: Server "one": its tools could not be read again: it did not answer within 120000 ms ("startTimeoutMs")',
    ]);
    server?.offer(['a', 'b', 'c']);
    await waitUntil(() => yard.catalogue.list('tools').length === 3);
  });

  it('gives up on a server that does not become ready in time', async () => {
    const { yard, clock } = createTestYard({ slow: { tools: [], silent: true } });
    await waitUntil(() => yard.server('slow')?.phase === 'initialization');
    clock.advance(120_000);
    await yard.settled({ signal });
    expect(yard.server('slow')).toMatchObject({
      state: 'retrying',
      phase: 'initialization',
      reason: 'it did not answer within 120000 ms ("startTimeoutMs")',
    });
  });

  it('stops everything, also what is still starting', async () => {
    const { yard, links, clock } = createTestYard({ one: { tools: ['a'] }, slow: { tools: [], silent: true } });
    await waitUntil(() => yard.server('one')?.state === 'running');
    await yard.stop();
    expect(yard.servers().map((server) => server.state)).toEqual(['stopped', 'stopped']);
    for (const { pair } of links.starts.values()) expect((await pair.near.closed).expected).toBe(true);
    expect(clock.pending).toBe(0);
  });
});

describe('calls', () => {
  it('tell success, tool error and failure apart', async () => {
    const { yard } = createTestYard({
      one: {
        tools: ['good', 'bad'],
        call: (name) => (name === 'good' ? '{"content":[],"n":12345678901234567890}' : '{"content":[],"isError":true}'),
      },
    });
    expect(await call(yard, 'one:good')).toMatchObject({
      kind: 'success',
      json: '{"content":[],"n":12345678901234567890}',
    });
    expect(await call(yard, 'one:bad')).toMatchObject({ kind: 'tool-error' });
    await expect(call(yard, 'one:none')).rejects.toThrow('Tool not found: one:none');
    await expect(call(yard, 'nobody:x')).rejects.toThrow('Server not found: nobody');
  });

  it('end at their time limit, and the server is told to stop', async () => {
    const { yard, links, clock } = createTestYard({ one: { tools: ['a'], call: () => undefined } });
    await yard.settled({ signal });
    const before = clock.pending;
    const open = call(yard, 'one:a', { timeoutMs: 1500 });
    const received = (): readonly Frame[] => links.starts.get('one')?.server.received ?? [];
    await waitUntil(() => received().at(-1)?.method === 'tools/call');
    clock.advance(1500);
    await expect(open).rejects.toThrow('Execution timeout after 1500 ms');
    await waitUntil(() => received().at(-1)?.method === 'notifications/cancelled');
    expect(received().at(-1)?.param('requestId')).toBe(received().at(-2)?.id);
    expect(clock.pending).toBe(before);
  });

  it('end when their signal is aborted', async () => {
    const { yard, links } = createTestYard({ one: { tools: ['a'], call: () => undefined } });
    const stop = new AbortController();
    const open = yard.caller.call({ tool: 'one:a', arguments: {}, origin: 'person' }, stop.signal);
    await waitUntil(() => links.starts.get('one')?.server.received.at(-1)?.method === 'tools/call');
    stop.abort();
    await expect(open).rejects.toThrow('Execution stopped by user');
  });
});

describe('the chain of a request', () => {
  const send = async (chain: unknown): Promise<{ answer: Frame | ToolyardError; received: Frame | undefined }> => {
    const { yard, links } = createTestYard({ one: { tools: ['a'] } });
    await yard.settled({ signal });
    const params = { name: 'a', _meta: { 'dev.toolyard/chain': chain, other: 1 } };
    const answer = await new Promise<Frame | ToolyardError>((resolve) => {
      yard.request('one', {
        frame: createRequest('q', 'tools/call', params),
        onAnswer(given) {
          resolve(given);
          return undefined;
        },
      });
    });
    return {
      answer,
      received: links.starts.get('one')?.server.received.find((frame) => frame.method === 'tools/call'),
    };
  };

  it('grows by this yard', async () => {
    const { received } = await send(['another']);
    expect(received?.param('_meta')).toEqual({ 'dev.toolyard/chain': ['another', 'this-yard'], other: 1 });
  });

  it('ends where it would come back, and after ten yards', async () => {
    const back = await send(['another', 'this-yard']);
    expect(back.received).toBeUndefined();
    expect(ToolyardError.is(back.answer) && back.answer.code).toBe('call-chain-refused');
    const long = await send(Array.from({ length: 10 }, (_, index) => `yard-${index}`));
    expect(ToolyardError.is(long.answer) && long.answer.message).toContain('passed 10 Toolyards');
  });

  it('is begun anew where somebody sent nonsense', async () => {
    const { received } = await send('nonsense');
    expect(received?.param('_meta')).toMatchObject({ 'dev.toolyard/chain': ['this-yard'] });
  });
});
