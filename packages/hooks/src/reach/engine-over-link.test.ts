import {
  createErrorResponse,
  createLinkPair,
  createNotification,
  createRequest,
  createResponse,
  Frame,
  ToolyardError,
  type Link,
  type LinkPair,
} from '@toolyard/core';
import { createFakeClock, waitUntil } from '@toolyard/testing';
import { assert, asyncProperty, jsonValue } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewEvent } from '../event/hook-event.ts';
import type { Entered, HookEngine } from '../run/hook-engine.ts';
import type { RunRecord } from '../run/run-record.ts';
import { createHookEngineClient } from './create-hook-engine-client.ts';
import { serveEngine, type ServedEngine } from './serve-engine.ts';

const EVENT: NewEvent = { name: 'manual', values: { path: 'ä/b.md', data: { n: [1, null] } }, id: 'event-1', at: 5 };
const RECORD: RunRecord = {
  id: 'run-1',
  hook: 'announce',
  source: 'workspace',
  status: 'success',
  event: { id: 'event-1', name: 'manual', at: '2026-01-01T00:00:00.000Z', context: { path: 'ä/b.md' } },
  action: 'mcp',
  target: 'chat:post',
  attempts: 1,
  queuedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  chain: [{ hook: 'a', run: 'run-0', inferred: true }],
  result: { text: 'ü\n' },
};
const forever = (): AbortSignal => new AbortController().signal;

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

function defer<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => undefined;
  let reject: Deferred<T>['reject'] = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/** An engine whose events are taken, and whose runs end, when a test says so. */
function createHandEngine(): Pick<HookEngine, 'enter'> & {
  readonly entered: NewEvent[];
  take(error?: Error): void;
  end(records: readonly RunRecord[]): void;
  fail(error: Error): void;
} {
  const entered: NewEvent[] = [];
  let taken = defer<Entered>();
  let ended = defer<readonly RunRecord[]>();
  return {
    entered,
    enter(events) {
      entered.push(...events);
      taken = defer();
      ended = defer();
      return taken.promise;
    },
    take: (error) => (error === undefined ? taken.resolve({ ended: ended.promise }) : taken.reject(error)),
    end: (records) => ended.resolve(records),
    fail: (error) => ended.reject(error),
  };
}

let pair: LinkPair;
let engine: ReturnType<typeof createHandEngine>;
beforeEach(() => {
  pair = createLinkPair();
  engine = createHandEngine();
});

describe('an engine over a link', () => {
  let served: ServedEngine;
  beforeEach(() => {
    served = serveEngine(pair.far, engine);
  });

  it('takes an event as it was given, and tells first that it is taken, then what it led to', async () => {
    const client = createHookEngineClient(pair.near, createFakeClock());
    const told: string[] = [];
    const records = client.enter(EVENT, forever(), () => told.push('taken'));
    void records.then(() => told.push('ended'));
    await waitUntil(() => engine.entered.length === 1);
    expect(engine.entered).toEqual([EVENT]);
    expect(told).toEqual([]);
    engine.take();
    await waitUntil(() => told.length === 1);
    expect(told).toEqual(['taken']);
    engine.end([RECORD, { ...RECORD, id: 'run-2' }]);
    expect(await records).toEqual([RECORD, { ...RECORD, id: 'run-2' }]);
    expect(told).toEqual(['taken', 'ended']);
  });

  it('keeps many events of one client apart, in whatever order they end', async () => {
    const ends = new Map<string, (records: readonly RunRecord[]) => void>();
    const other = createLinkPair();
    serveEngine(other.far, {
      enter: async ([event]) => ({ ended: new Promise((resolve) => void ends.set(event?.id ?? '', resolve)) }),
    });
    const client = createHookEngineClient(other.near, createFakeClock());
    const ids = Array.from({ length: 20 }, (_, index) => `event-${index}`);
    const all = ids.map((id) => client.enter({ ...EVENT, id }, forever()));
    await waitUntil(() => ends.size === 20);
    for (const id of ids.toReversed()) ends.get(id)?.([{ ...RECORD, id: `run of ${id}` }]);
    expect((await Promise.all(all)).map(([record]) => record?.id)).toEqual(ids.map((id) => `run of ${id}`));
  });

  it('lets the runs of a client that leaves go on', async () => {
    const client = createHookEngineClient(pair.near, createFakeClock());
    const left = client.enter(EVENT, forever()).catch((error: unknown) => error);
    await waitUntil(() => engine.entered.length === 1);
    await pair.near.close();
    await left;
    engine.take();
    engine.end([RECORD]);
    await served.answered();
  });

  it('knows when it has answered everything', async () => {
    const other = createLinkPair();
    const sent: Frame[] = [];
    const send: Link['send'] = (frame) => void sent.push(frame);
    const recorded = serveEngine({ ...other.far, send }, engine);
    await recorded.answered();
    void other.near.send(createRequest(1, 'hooks/enter', { event: EVENT }));
    void other.near.send(createRequest(2, 'ping'));
    await waitUntil(() => sent.length === 1);
    engine.take();
    await waitUntil(() => sent.length === 2);
    const answered = recorded.answered();
    engine.end([RECORD]);
    await answered;
    expect(sent.map(({ id, method }) => id ?? method)).toEqual([2, 'hooks/taken', 1]);
  });

  it('passes on why an event could not be taken', async () => {
    const client = createHookEngineClient(pair.near, createFakeClock());
    const entering = client.enter(EVENT, forever());
    await waitUntil(() => engine.entered.length === 1);
    engine.take(new ToolyardError('state-not-written', 'The journal x could not be written: full. Make room.'));
    await expect(entering).rejects.toMatchObject({
      code: 'state-not-written',
      message: 'The journal x could not be written: full. Make room.',
    });
  });

  it('answers with what went wrong inside, and goes on', async () => {
    const client = createHookEngineClient(pair.near, createFakeClock());
    const entering = client.enter(EVENT, forever());
    await waitUntil(() => engine.entered.length === 1);
    engine.take();
    engine.fail(new Error('a bug'));
    await expect(entering).rejects.toMatchObject({
      code: 'protocol-error',
      message: 'The running engine of this workspace refused the event: a bug',
    });
    const again = client.enter(EVENT, forever());
    await waitUntil(() => engine.entered.length === 2);
    engine.take();
    engine.end([]);
    expect(await again).toEqual([]);
  });

  it('can be tried again where it is being stopped before it takes an event, and is lost where it is later', async () => {
    const client = createHookEngineClient(pair.near, createFakeClock());
    const before = client.enter(EVENT, forever());
    await waitUntil(() => engine.entered.length === 1);
    engine.take(new ToolyardError('interrupted', 'Toolyard has ended.'));
    await expect(before).rejects.toMatchObject({
      code: 'socket-unavailable',
      message: 'The running engine of this workspace has ended before it accepted the event. Fire it again.',
    });
    const after = client.enter(EVENT, forever());
    await waitUntil(() => engine.entered.length === 2);
    engine.take();
    engine.fail(new ToolyardError('interrupted', 'Toolyard has ended.'));
    await expect(after).rejects.toMatchObject({
      code: 'connection-lost',
      message:
        'The running engine of this workspace has ended. The event is safe in the queue; run "toolyard hooks log" to see what happens to it.',
    });
  });
});

describe('serveEngine', () => {
  async function ask(frame: Frame): Promise<unknown> {
    serveEngine(pair.far, engine);
    const answers: Frame[] = [];
    pair.near.receive((answer) => void answers.push(answer));
    void pair.near.send(frame);
    await waitUntil(() => answers.length === 1);
    return JSON.parse(new TextDecoder().decode(answers[0]?.bytes));
  }

  it('answers methods that it does not know with an error', async () => {
    expect(await ask(createRequest('a', 'hooks/leave', {}))).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -32601, message: 'Method not found: hooks/leave' },
    });
  });

  it.each([
    undefined,
    {},
    { event: null },
    { event: { ...EVENT, name: 'file.save' } },
    { event: { ...EVENT, values: [] } },
    { event: { name: 'manual' } },
    { event: { ...EVENT, id: '' } },
    { event: { ...EVENT, id: 5 } },
    { event: { ...EVENT, at: 'now' } },
    { event: { ...EVENT, at: 1e300 } },
    { event: { ...EVENT, window: [1] } },
    { event: { ...EVENT, chain: [{ hook: 'a', run: 'b' }] } },
    { event: { ...EVENT, target: null } },
    { event: { ...EVENT, replayOf: {} } },
    { event: { ...EVENT, fromTheFuture: true } },
    { event: { ...EVENT, toString: 1 } },
    { event: [EVENT] },
  ])('does not take what is no event: %j', async (params) => {
    expect(await ask(createRequest(7, 'hooks/enter', params))).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32602,
        message:
          'The event was not understood. The two sides may run different versions of Toolyard: stop the older one.',
      },
    });
    expect(engine.entered).toEqual([]);
  });

  it('takes an event with all that it can have', async () => {
    const full: NewEvent = {
      ...EVENT,
      chain: [{ hook: 'a', run: 'r', inferred: false }],
      window: [1, 2],
      target: 'a',
      replayOf: 'run-9',
    };
    serveEngine(pair.far, engine);
    void pair.near.send(createRequest(1, 'hooks/enter', { event: full }));
    await waitUntil(() => engine.entered.length === 1);
    expect(engine.entered).toEqual([full]);
  });

  it('goes on after an event that is nested too deeply to be written', async () => {
    const written: string[] = [];
    const ended = Promise.resolve([]);
    serveEngine(pair.far, { enter: async (events) => (written.push(JSON.stringify(events)), { ended }) });
    const answers: Frame[] = [];
    pair.near.receive((answer) => void answers.push(answer));
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = `{"id":1,"method":"hooks/enter","params":{"event":{"name":"manual","values":{"data":${deep}}}}}`;
    void pair.near.send(new Frame(new TextEncoder().encode(text)));
    void pair.near.send(createRequest(2, 'hooks/enter', { event: EVENT }));
    await waitUntil(() => answers.filter(({ isResponse }) => isResponse).length === 2);
    expect(answers.find(({ id }) => id === 1)?.value('error')).toMatchObject({ code: -32000 });
    expect(written).toHaveLength(1);
  });

  it('goes on whatever comes', async () => {
    serveEngine(pair.far, { enter: async () => ({ ended: Promise.resolve([]) }) });
    const answers: Frame[] = [];
    pair.near.receive((answer) => void answers.push(answer));
    const parts = { member: jsonValue(), other: jsonValue() };
    await assert(
      asyncProperty(parts.member, parts.other, async (member, other) => {
        void pair.near.send(createRequest(1, 'hooks/enter', member));
        void pair.near.send(createRequest(2, 'hooks/enter', { event: member, other }));
        void pair.near.send(createNotification('hooks/enter', { event: EVENT }));
        void pair.near.send(createResponse(3, JSON.stringify(other)));
        void pair.near.send(new Frame(new TextEncoder().encode(JSON.stringify({ id: member, method: other }))));
      }),
    );
    answers.length = 0;
    void pair.near.send(createRequest('last', 'hooks/enter', { event: EVENT }));
    await waitUntil(() => answers.some(({ id, isResponse }) => id === 'last' && isResponse), 20_000);
    expect(answers.find(({ id }) => id === 'last')?.value('result')).toEqual({ records: [] });
  });
});

describe('createHookEngineClient', () => {
  it('can be tried again where the link is lost before the event is taken', async () => {
    const client = createHookEngineClient(pair.near, createFakeClock());
    const entering = client.enter(EVENT, forever());
    pair.breakOff('lost the connection: ECONNRESET');
    const failure = {
      code: 'socket-unavailable',
      message:
        'The running engine of this workspace lost the connection: ECONNRESET before it accepted the event. Fire it again.',
    };
    await expect(entering).rejects.toMatchObject(failure);
    await expect(client.enter(EVENT, forever())).rejects.toMatchObject(failure);
  });

  it('says that the event is safe where the link is lost later', async () => {
    serveEngine(pair.far, engine);
    const taken = defer<void>();
    const client = createHookEngineClient(pair.near, createFakeClock());
    const entering = client.enter(EVENT, forever(), () => taken.resolve());
    await waitUntil(() => engine.entered.length === 1);
    engine.take();
    await taken.promise;
    pair.breakOff('closed the connection');
    await expect(entering).rejects.toMatchObject({
      code: 'connection-lost',
      message:
        'The running engine of this workspace closed the connection. The event is safe in the queue; run "toolyard hooks log" to see what happens to it.',
    });
  });

  it('does not wait longer than it is told to, and says what is known about the event', async () => {
    serveEngine(pair.far, engine);
    const client = createHookEngineClient(pair.near, createFakeClock());
    await expect(client.enter(EVENT, AbortSignal.abort())).rejects.toMatchObject({
      code: 'interrupted',
      message: 'The event was not fired.',
    });
    expect(engine.entered).toEqual([]);
    const controller = new AbortController();
    const sent = client.enter(EVENT, controller.signal);
    controller.abort();
    await expect(sent).rejects.toMatchObject({
      code: 'interrupted',
      message:
        'Stopped waiting for the event. The event may still have been accepted; run "toolyard hooks log" to find out.',
    });
    const other = new AbortController();
    const taken = defer<void>();
    const entering = client.enter({ ...EVENT, id: 'event-2' }, other.signal, () => taken.resolve());
    await waitUntil(() => engine.entered.length === 2);
    engine.take();
    await taken.promise;
    other.abort();
    await expect(entering).rejects.toMatchObject({
      code: 'interrupted',
      message:
        'Stopped waiting for the event. The event is safe in the queue; run "toolyard hooks log" to see what happens to it.',
    });
  });

  it.each([
    createResponse(1, '{}'),
    createResponse(1, 'null'),
    createResponse(1, '{"records":{}}'),
    createResponse(1, '{"records":[{"id":"run-1"}]}'),
    createResponse(1, JSON.stringify({ records: [{ ...RECORD, status: 'fine' }] })),
  ])('does not take anything else for records (%#)', async (answer) => {
    pair.far.receive(() => void pair.far.send(answer));
    await expect(createHookEngineClient(pair.near, createFakeClock()).enter(EVENT, forever())).rejects.toMatchObject({
      code: 'protocol-error',
      message: expect.stringContaining('sent an answer that this version of Toolyard does not know'),
    });
  });

  it.each([
    [{ code: -1, message: 'no' }, 'The running engine of this workspace refused the event: no'],
    [
      { code: -1, message: 'no', data: { code: 'usage' } },
      'The running engine of this workspace refused the event: no',
    ],
    [7, 'The running engine of this workspace refused the event: it gave no reason'],
  ])('makes an error of %j', async (error, message) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, error });
    pair.far.receive(() => void pair.far.send(new Frame(new TextEncoder().encode(text))));
    const entering = createHookEngineClient(pair.near, createFakeClock()).enter(EVENT, forever());
    await expect(entering).rejects.toMatchObject({ code: 'protocol-error', message });
  });

  it('is not misled by answers to nobody', async () => {
    const client = createHookEngineClient(pair.near, createFakeClock());
    let told = 0;
    const entering = client.enter(EVENT, forever(), () => told++);
    for (const request of [2, '1', null, {}]) void pair.far.send(createNotification('hooks/taken', { request }));
    void pair.far.send(createNotification('hooks/taken'));
    void pair.far.send(createErrorResponse(9, { code: 1, message: 'x' }));
    void pair.far.send(createResponse('1', '{"records":[]}'));
    void pair.far.send(createRequest(1, 'ping'));
    void pair.far.send(createNotification('hooks/taken', { request: 1 }));
    void pair.far.send(createNotification('hooks/taken', { request: 1 }));
    void pair.far.send(createResponse(1, JSON.stringify({ records: [RECORD] })));
    expect(await entering).toEqual([RECORD]);
    expect(told).toBe(1);
  });
});
