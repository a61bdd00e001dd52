import {
  createErrorResponse,
  createLinkPair,
  createResponse,
  ToolyardError,
  type Frame,
  type Link,
  type LinkEnd,
  type LinkPair,
  type ServerDefinition,
  type UrlServer,
  type WireEra,
} from '@toolyard/core';
import {
  createConfiguration,
  createFakeClock,
  createMemoryLog,
  serveFakeStateless,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createQuestionLimit } from '../link/create-question-limit.ts';
import { startHandshake, type StartedServer } from './start-handshake.ts';

type Behaviour = 'handshake' | 'stateless' | 'both' | 'silent' | 'silent-then-handshake' | 'ends' | 'refuses';

/** A server at the other end of `link` that behaves like this; gives what it receives. */
function serve(link: Link, behaviour: Behaviour, end: (reason: string) => void): Frame[] {
  const received: Frame[] = [];
  const handshake = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'old', version: '1' } };
  if (behaviour === 'stateless') {
    serveFakeStateless({ ...link, receive: (given) => link.receive((frame) => (received.push(frame), given(frame))) });
    return received;
  }
  link.receive((frame) => {
    received.push(frame);
    const { id, method } = frame;
    if (id === undefined || behaviour === 'silent') return undefined;
    if (behaviour === 'ends' && method !== 'initialize') {
      end('exited with code 1');
      return undefined;
    }
    if (method === 'initialize' && behaviour !== 'refuses')
      return link.send(createResponse(id, JSON.stringify(handshake)));
    if (method === 'server/discover' && behaviour === 'silent-then-handshake') return undefined;
    if (method === 'server/discover' && behaviour === 'both') {
      const result = { supportedVersions: ['2025-11-25', '2026-07-28'], capabilities: {} };
      return link.send(createResponse(id, JSON.stringify(result)));
    }
    return link.send(createErrorResponse(id, { code: -32600, message: `no ${method}` }));
  });
  return received;
}

interface Setting {
  /** How each start behaves; the last goes for all that follow. */
  readonly starts: readonly Behaviour[];
  readonly era?: ServerDefinition['era'];
  readonly knownEra?: WireEra;
  readonly definition?: ServerDefinition;
  /** How a link of that start ends at once. */
  ends?(era: WireEra | undefined): (LinkEnd & { readonly status?: number }) | undefined;
}

function begin({ starts, era = 'auto', knownEra, definition, ends }: Setting) {
  const [server] = createConfiguration({ far: { era } }).servers;
  if (server === undefined) throw new Error('unreachable');
  const clock = createFakeClock();
  const begun: { readonly era: WireEra | undefined; readonly pair: LinkPair; readonly received: Frame[] }[] = [];
  let probesEnded = 0;
  let started = 0;
  const greeting: Promise<StartedServer> = startHandshake({
    definition: definition ?? server,
    clock,
    log: createMemoryLog(),
    knownEra: () => knownEra,
    questionLimit: createQuestionLimit(),
    caller: { client: { name: 'toolyard', version: '1' }, meta: {} },
    signal: new AbortController().signal,
    links: {
      start: async (_definition, _signal, given) => {
        const pair = createLinkPair();
        const behaviour = starts[begun.length] ?? starts.at(-1) ?? 'silent';
        const end = ends?.(given);
        const received = end === undefined ? serve(pair.far, behaviour, pair.breakOff) : [];
        begun.push({ era: given, pair, received });
        return end === undefined ? pair.near : { ...pair.near, closed: Promise.resolve(end) };
      },
    },
    onStarted: () => void started++,
    onProbeEnded: () => void probesEnded++,
    onNotification: () => undefined,
    onUnrelated: () => undefined,
    toLoss: ({ reason }) => new ToolyardError('connection-lost', `it ${reason}`),
  });
  greeting.catch(() => undefined);
  const methods = (at = 0): unknown[] => begun[at]?.received.map(({ method }) => method) ?? [];
  return { greeting, clock, begun, methods, started: () => started, probesEnded: () => probesEnded };
}

const PROBE = 'server/discover';
const HANDSHAKE = ['initialize', 'notifications/initialized'];
const URL_SERVER: UrlServer = {
  kind: 'url',
  key: 'far',
  url: 'http://127.0.0.1:9/mcp',
  transport: 'auto',
  headers: {},
  enabled: true,
  tools: { exclude: [], rename: {} },
  trust: false,
  start: 'eager',
  sharing: 'shared',
  era: 'auto',
};

describe('a server that is started', () => {
  it('is asked first, and spoken to without a handshake where it can be', async () => {
    const { greeting, methods, begun } = begin({ starts: ['stateless'] });
    const { era, verdict, link } = await greeting;
    expect([era, verdict]).toEqual(['2026-07-28', '2026-07-28']);
    expect(link.perRequestCapabilities).toBe(true);
    await waitUntil(() => methods().includes('subscriptions/listen'));
    expect(methods()).toEqual([PROBE, 'subscriptions/listen']);
    expect(begun).toHaveLength(1);
  });

  it('is greeted with a handshake, in the same process, where it refuses the question', async () => {
    const { greeting, methods, begun } = begin({ starts: ['handshake'] });
    const { era, verdict, greeting: said, link } = await greeting;
    expect([era, verdict, said.protocolVersion]).toEqual(['legacy', 'legacy', '2025-11-25']);
    expect(link.perRequestCapabilities).toBeUndefined();
    await waitUntil(() => methods().length === 3);
    expect(methods()).toEqual([PROBE, ...HANDSHAKE]);
    expect(begun).toHaveLength(1);
  });

  it('is waited for 3 s where it does not answer the question, and greeted then', async () => {
    const { greeting, clock, methods, begun } = begin({ starts: ['silent-then-handshake'] });
    await waitUntil(() => methods().length === 1);
    clock.advance(2999);
    await Promise.resolve();
    expect(methods()).toEqual([PROBE]);
    clock.advance(1);
    expect(await greeting).toMatchObject({ era: 'legacy', verdict: 'legacy' });
    expect(begun).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('that answers the question too late is greeted with a handshake, and known for the next time', async () => {
    const { greeting, clock, begun, methods } = begin({ starts: ['silent'] });
    await waitUntil(() => methods().length === 1);
    clock.advance(3000);
    await waitUntil(() => methods().length === 2);
    const [{ pair, received }] = begun as [(typeof begun)[0]];
    const late = { supportedVersions: ['2026-07-28'], capabilities: {} };
    void pair.far.send(createResponse(received[0]?.id ?? '', JSON.stringify(late)));
    void pair.far.send(createResponse(received[1]?.id ?? '', '{"protocolVersion":"2025-06-18","capabilities":{}}'));
    expect(await greeting).toMatchObject({
      era: 'legacy',
      verdict: '2026-07-28',
      greeting: { protocolVersion: '2025-06-18' },
    });
  });

  it('that was slow to start and knows no handshake is asked again', async () => {
    const { greeting, clock, begun, methods } = begin({ starts: ['silent'] });
    await waitUntil(() => methods().length === 1);
    clock.advance(3000);
    await waitUntil(() => methods().length === 2);
    const [{ pair, received }] = begun as [(typeof begun)[0]];
    void pair.far.send(createErrorResponse(received[1]?.id ?? '', { code: -32601, message: 'no' }));
    await waitUntil(() => methods().length === 3);
    const now = { supportedVersions: ['2026-07-28'], capabilities: {} };
    void pair.far.send(createResponse(received[2]?.id ?? '', JSON.stringify(now)));
    expect(await greeting).toMatchObject({ era: '2026-07-28', verdict: '2026-07-28' });
    expect(begun).toHaveLength(1);
  });

  it('that ends because of the question is started once more, without it', async () => {
    const { greeting, begun, methods, probesEnded, started } = begin({ starts: ['ends', 'ends'] });
    expect(await greeting).toMatchObject({ era: 'legacy', verdict: 'legacy' });
    expect(begun.map(({ era }) => era)).toEqual(['2026-07-28', 'legacy']);
    expect([methods(0), methods(1)[0]]).toEqual([[PROBE], 'initialize']);
    expect([probesEnded(), started()]).toEqual([1, 2]);
  });

  it('that refuses everything has failed with what it said to the handshake', async () => {
    const { greeting, begun } = begin({ starts: ['refuses'] });
    await expect(greeting).rejects.toThrow('no initialize');
    expect(begun).toHaveLength(1);
  });
});

describe('a server that is known', () => {
  it('to need a handshake is not asked, and that is not news', async () => {
    const { greeting, methods } = begin({ starts: ['handshake'], knownEra: 'legacy' });
    const greeted = await greeting;
    expect(greeted.era).toBe('legacy');
    expect(greeted).not.toHaveProperty('verdict');
    expect(methods()[0]).toBe('initialize');
  });

  it('to need a handshake and has another mind is asked at once', async () => {
    const { greeting, begun } = begin({ starts: ['stateless'], knownEra: 'legacy' });
    expect(await greeting).toMatchObject({ era: '2026-07-28', verdict: '2026-07-28' });
    expect(begun).toHaveLength(1);
  });

  it('to need none is waited for longer than 3 s', async () => {
    const { greeting, clock, begun, methods } = begin({ starts: ['silent'], knownEra: '2026-07-28' });
    await waitUntil(() => methods().length === 1);
    clock.advance(60_000);
    const [{ pair, received }] = begun as [(typeof begun)[0]];
    const result = { supportedVersions: ['2026-07-28'], capabilities: {} };
    void pair.far.send(createResponse(received[0]?.id ?? '', JSON.stringify(result)));
    expect(await greeting).toMatchObject({ era: '2026-07-28' });
  });

  it('to need none and has another mind is greeted with a handshake in the same process', async () => {
    const { greeting, begun } = begin({ starts: ['handshake'], knownEra: '2026-07-28' });
    expect(await greeting).toMatchObject({ era: 'legacy', verdict: 'legacy' });
    expect(begun).toHaveLength(1);
  });

  it('and crashes is not started twice', async () => {
    const { greeting, begun } = begin({ starts: ['ends'], knownEra: '2026-07-28' });
    await expect(greeting).rejects.toThrow('exited with code 1');
    expect(begun).toHaveLength(1);
  });
});

describe('a server whose era is configured', () => {
  it('as "legacy" is never asked', async () => {
    const { greeting, methods } = begin({ starts: ['both'], era: 'legacy' });
    expect(await greeting).toMatchObject({ era: 'legacy' });
    expect(methods()[0]).toBe('initialize');
  });

  it('as the other one and that needs a handshake has failed, and why is said', async () => {
    const { greeting, methods } = begin({ starts: ['handshake'], era: '2026-07-28' });
    await expect(greeting).rejects.toThrow(
      /^it does not speak revision 2026-07-28, which its "era" requires: it answered "initialize" with the error .*no server\/discover.*\. Set "era" to "auto"$/,
    );
    expect(methods()).toEqual([PROBE]);
  });
});

describe('a URL', () => {
  const status = (given: number, code: LinkEnd['code'] = 'server-start-failed'): LinkEnd & { status: number } => ({
    expected: false,
    reason: `answered ${given}`,
    status: given,
    ...(code === undefined ? {} : { code }),
  });

  it('is reached anew for the handshake where it refuses the question', async () => {
    const { greeting, begun } = begin({ starts: ['handshake'], definition: URL_SERVER });
    expect(await greeting).toMatchObject({ era: 'legacy', verdict: 'legacy' });
    expect(begun.map(({ era }) => era)).toEqual(['2026-07-28', 'legacy']);
  });

  it.each([400, 403, 404, 405, 500])(
    'that answers the question with status %i is tried with a handshake',
    async (code) => {
      const ends = (era: WireEra | undefined) => (era === '2026-07-28' ? status(code) : undefined);
      const { greeting, probesEnded } = begin({ starts: ['handshake'], definition: URL_SERVER, ends });
      expect(await greeting).toMatchObject({ era: 'legacy', verdict: 'legacy' });
      expect(probesEnded()).toBe(0);
    },
  );

  it('that wants a login is not tried again', async () => {
    const ends = () => status(401, 'login-required');
    const { greeting, begun } = begin({ starts: ['handshake'], definition: URL_SERVER, ends });
    await expect(greeting).rejects.toThrow('it answered 401');
    expect(begun).toHaveLength(1);
  });

  it('that cannot be reached is not tried again', async () => {
    const ends = (): LinkEnd => ({ expected: false, reason: 'cannot be reached', code: 'server-start-failed' });
    const { greeting, begun } = begin({ starts: ['handshake'], definition: URL_SERVER, ends });
    await expect(greeting).rejects.toThrow('it cannot be reached');
    expect(begun).toHaveLength(1);
  });

  it('of the old transport is never asked', async () => {
    const definition: UrlServer = { ...URL_SERVER, transport: 'sse' };
    const { greeting, begun } = begin({ starts: ['handshake'], definition });
    expect(await greeting).not.toHaveProperty('verdict');
    expect(begun.map(({ era }) => era)).toEqual(['legacy']);
  });
});
