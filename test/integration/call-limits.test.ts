import { createRequest, ToolyardError, type CallEvent } from '@toolyard/core';
import { createLocalYard } from '@toolyard/runtime';
import { createConfiguration, createFakeClock, createFakeLinkStarter, waitUntil } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOf, openTestCalls } from './open-test-calls.ts';

const signal = new AbortController().signal;
const UNLIMITED = { sessionLimit: -1 };
const STOPPED = 'Execution stopped by user';

/** How many were executing at most, by what was told of them. */
function mostAtOnce(events: readonly CallEvent[]): number {
  const executing = new Set<string>();
  let most = 0;
  for (const event of events) {
    if (event.type !== 'call-changed') continue;
    if (event.call.status === 'executing') executing.add(event.call.id);
    else executing.delete(event.call.id);
    most = Math.max(most, executing.size);
  }
  return most;
}

/** The order in which calls of sessions start where one ends at a time: first those with room, then turn by turn. */
function settledOrder(sessions: readonly string[], limit: number): number[] {
  const order = sessions.slice(0, limit).map((_, n) => n);
  const lines = new Map<string, number[]>();
  sessions.forEach((session, n) => {
    if (n >= limit) lines.set(session, [...(lines.get(session) ?? []), n]);
  });
  while (lines.size > 0) {
    for (const [session, line] of lines) {
      order.push(...line.splice(0, 1));
      if (line.length === 0) lines.delete(session);
    }
  }
  return order;
}

describe('the limit of calls at once', () => {
  it('lets 1,000 calls through 25 at a time, in the settled order, and loses none', async () => {
    const { call, arrived, answer, events, yard } = await openTestCalls(UNLIMITED);
    const sessions = Array.from({ length: 1000 }, (_, n) => `s${Math.floor(Math.sqrt(n * 37)) % 7}`);
    const calls = sessions.map((session, n) => call(n, { session }));
    await waitUntil(() => arrived.length === 25);
    expect(yard.calls.active()).toHaveLength(1000);
    for (let done = 0; done < 1000; done++) {
      if (arrived.length === done) await waitUntil(() => arrived.length > done);
      answer(arrived[done]);
    }
    expect((await Promise.all(calls)).every((outcome) => outcome.kind === 'success')).toBe(true);
    expect(mostAtOnce(events)).toBe(25);
    expect(arrived.map(indexOf)).toEqual(settledOrder(sessions, 25));
    expect(yard.calls.active()).toEqual([]);
    expect(yard.calls.history()).toHaveLength(500);
  }, 30_000);

  it('holds while a tenth of 1,000 is cancelled and a tenth times out, and every call ends exactly once', async () => {
    await fc.assert(fc.asyncProperty(fc.integer(), checkPlan), { numRuns: 4, endOnFailure: true });
  }, 60_000);

  it('is none at -1', async () => {
    const { call, arrived } = await openTestCalls({ concurrentLimit: -1, sessionLimit: -1 });
    for (let n = 0; n < 1000; n++) void call(n);
    await waitUntil(() => arrived.length === 1000);
  });

  it('that is raised by another configuration lets those in who wait', async () => {
    const { call, arrived, yard, queued } = await openTestCalls({ concurrentLimit: 1, sessionLimit: -1 });
    for (let n = 0; n < 5; n++) void call(n);
    await queued(5);
    expect(arrived).toHaveLength(1);
    await yard.reconfigure(createConfiguration({ a: {} }, { concurrentLimit: 4 }));
    await waitUntil(() => arrived.length === 4);
  });

  it('of one server leaves other sessions with other servers alone', async () => {
    const links = createFakeLinkStarter({ few: { tools: ['t'], call: () => undefined }, many: { tools: ['t'] } });
    const yard = createLocalYard({
      configuration: createConfiguration({ few: { concurrentLimit: 2 }, many: {} }, { sessionLimit: -1 }),
      links,
      clock: createFakeClock(),
      log: { write: () => undefined },
      client: { name: 'toolyard', version: '0' },
      chainId: 'y',
    });
    await yard.settled({ signal });
    for (let n = 0; n < 5; n++) {
      void yard.caller.call({ tool: 'few:t', arguments: {}, origin: 'hook' }, signal).catch(() => undefined);
    }
    const other = { tool: 'many:t', arguments: {}, origin: 'hook', session: 'another' } as const;
    expect((await yard.caller.call(other, signal)).kind).toBe('success');
    const calls = links.starts.get('few')?.server.received.filter((frame) => frame.method === 'tools/call');
    expect(calls).toHaveLength(2);
    await yard.stop();
  });

  it('is not used up by calls that wait for a server to start', async () => {
    const clock = createFakeClock();
    const links = createFakeLinkStarter({ slow: { tools: ['t'], silent: true }, quick: { tools: ['t'] } });
    const yard = createLocalYard({
      configuration: createConfiguration({ slow: {}, quick: {} }, { concurrentLimit: 1 }),
      links,
      clock,
      log: { write: () => undefined },
      client: { name: 'toolyard', version: '0' },
      chainId: 'y',
    });
    await waitUntil(() => yard.server('quick')?.state === 'running');
    const frame = createRequest('q', 'tools/call', { name: 't', arguments: {} });
    const answers: string[] = [];
    const relay = (key: string) => yard.request(key, { frame, onAnswer: () => void answers.push(key) });
    const waiting = relay('slow');
    relay('quick');
    await waitUntil(() => answers.length === 1);
    expect(yard.calls.active()).toMatchObject([{ server: 'slow', status: 'pending' }]);
    waiting.cancel('changed my mind');
    expect(yard.calls.active()).toEqual([]);
    await yard.stop();
    expect(answers).toEqual(['quick']);
  });

  it('counts the calls of gateway clients too, which take turns with the others', async () => {
    const { call, relay, arrived, answer } = await openTestCalls({ concurrentLimit: 1, sessionLimit: -1 });
    void call(1);
    await waitUntil(() => arrived.length === 1);
    void call(2);
    const frame = createRequest('q', 'tools/call', { name: 'write', arguments: { n: 3 } });
    const relayed = relay('write', { frame, session: 'client-1' });
    await waitUntil(() => arrived.length === 1);
    for (let done = 0; done < 3; done++) {
      answer(arrived[done]);
      await waitUntil(() => arrived.length === Math.min(3, done + 2));
    }
    await waitUntil(() => relayed.answers.length === 1);
    expect(new Set(arrived.map(indexOf))).toEqual(new Set([1, 2, 3]));
  });
});

interface Planned {
  readonly fate: 'success' | 'call-cancelled' | 'call-timeout';
  readonly session: string;
  readonly stop: AbortController;
}

/** Numbers below `below` that only depend on the seed, so that a failure is told by one number. */
function createChoice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

function createPlan(choose: (below: number) => number): readonly Planned[] {
  return Array.from({ length: 1000 }, () => {
    const tenth = choose(10);
    const fate = tenth === 0 ? 'call-cancelled' : tenth === 1 ? 'call-timeout' : 'success';
    return { fate, session: `s${choose(5)}`, stop: new AbortController() };
  });
}

async function checkPlan(seed: number): Promise<void> {
  const choose = createChoice(seed);
  const plan = createPlan(choose);
  const opened = await openTestCalls(UNLIMITED);
  const timersBefore = opened.clock.pending;
  const ends = await runPlan(plan, choose, opened);
  const { arrived, events, finished, yard, clock } = opened;
  expect(plan.map((_, n) => ends.get(n))).toEqual(plan.map(({ fate }) => [fate]));
  expect(mostAtOnce(events)).toBe(25);
  for (const session of new Set(plan.map((planned) => planned.session))) {
    const started = arrived.map(indexOf).filter((n) => plan[n]?.session === session);
    expect(started).toEqual(started.toSorted((left, right) => left - right));
  }
  expect(finished).toHaveLength(1000);
  expect(new Set(finished.map((record) => record.id)).size).toBe(1000);
  expect(yard.calls.active()).toEqual([]);
  expect(clock.pending).toBeLessThanOrEqual(timersBefore);
}

/** Answers what is to be answered, cancels at random moments, waiting or running, and lets time pass for the rest. */
async function runPlan(
  plan: readonly Planned[],
  choose: (below: number) => number,
  { call, arrived, answer, yard, clock }: Awaited<ReturnType<typeof openTestCalls>>,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const ends = new Map<number, string[]>();
  plan.forEach(({ fate, session, stop }, n) => {
    const note = (end: string): void => void ends.set(n, [...(ends.get(n) ?? []), end]);
    call(n, { session, timeoutMs: fate === 'call-timeout' ? 1000 : 300_000 }, stop.signal).then(
      (outcome) => note(outcome.kind),
      (error: ToolyardError) => note(error.code),
    );
  });
  await waitUntil(() => yard.calls.active().length === 1000);
  const toCancel = plan.filter(({ fate }) => fate === 'call-cancelled');
  for (let seen = 0; ends.size < 1000;) {
    for (const request of arrived.slice(seen)) if (plan[indexOf(request)]?.fate === 'success') answer(request);
    seen = arrived.length;
    toCancel.splice(choose(toCancel.length || 1), choose(2)).forEach(({ stop }) => stop.abort());
    if (choose(5) === 0) clock.advance(1000);
    await new Promise((resolve) => void setTimeout(resolve, 0));
  }
  return ends;
}

describe('the limit of a session', () => {
  it('refuses the 26th call with its message, and continuing grants 25 more', async () => {
    const { call, yard, events } = await openTestCalls({}, { call: () => '{"content":[]}' });
    const many = (count: number, session: string) =>
      Promise.allSettled(Array.from({ length: count }, (_, n) => call(n, { session })));
    const refused = (await many(26, 'note')).filter((end) => end.status === 'rejected');
    expect(refused.map((end) => [end.reason.code, end.reason.message])).toEqual([
      ['session-limit', 'Session execution limit reached (25)'],
    ]);
    await expect(call(27, { session: 'note' })).rejects.toThrow('Session execution limit reached (25)');
    expect(events.filter((event) => event.type === 'session-limit-reached')).toEqual([
      { type: 'session-limit-reached', session: 'note', limit: 25 },
    ]);
    expect((await call(0, { session: 'other' })).kind).toBe('success');
    await yard.calls.continueSession('note');
    expect((await many(25, 'note')).every((end) => end.status === 'fulfilled')).toBe(true);
    await expect(call(0, { session: 'note' })).rejects.toThrow('limit reached');
  });

  it('does not hold for gateway clients, for a person without a session, or at -1', async () => {
    const { call, relay } = await openTestCalls({ sessionLimit: 2 }, { call: () => '{"content":[]}' });
    const relayed = Array.from({ length: 30 }, () => relay('write', { session: 'client-1' }));
    await waitUntil(() => relayed.every(({ answers }) => answers.length === 1));
    expect(relayed.every(({ answers }) => !ToolyardError.is(answers[0]))).toBe(true);
    const alone = { tool: 'a:write', arguments: {}, origin: 'person' } as const;
    const { yard } = await openTestCalls({ sessionLimit: 2 }, { call: () => '{"content":[]}' });
    for (let n = 0; n < 5; n++) await yard.caller.call(alone, signal);
    for (let n = 0; n < 2; n++) await yard.caller.call({ ...alone, origin: 'hook' }, signal);
    await expect(yard.caller.call({ ...alone, origin: 'hook' }, signal)).rejects.toThrow('limit reached (2)');
    const free = await openTestCalls({ sessionLimit: -1 }, { call: () => '{"content":[]}' });
    for (let n = 0; n < 60; n++) await free.call(n);
    expect((await call(0, { session: 'n' })).kind).toBe('success');
  });

  it('does not count calls with wrong arguments', async () => {
    const define = () => ({ inputSchema: { type: 'object', required: ['city'] } });
    const { call } = await openTestCalls({ sessionLimit: 1 }, { define, call: () => '{}' });
    await expect(call(1)).rejects.toThrow('city');
    expect((await call(1, { arguments: { city: 'Rome' } })).kind).toBe('success');
  });
});

describe('stop', () => {
  it('ends 25 that run and 100 that wait as cancelled, tells the server 25 times, and resume takes calls again', async () => {
    const { call, yard, arrived, cancelled, answer, finished, clock } = await openTestCalls(UNLIMITED);
    const timersBefore = clock.pending;
    const calls = Array.from({ length: 125 }, (_, n) => call(n));
    await waitUntil(() => arrived.length === 25);
    await yard.calls.stop();
    const ends = await Promise.allSettled(calls);
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { message: STOPPED } });
    expect(finished.map((record) => [record.status, record.error?.message])).toEqual(
      Array.from({ length: 125 }, () => ['cancelled', STOPPED]),
    );
    await waitUntil(() => cancelled().length === 25);
    expect(cancelled()).toEqual(arrived.map((request) => ({ requestId: request.id, reason: STOPPED })));
    expect(arrived).toHaveLength(25);
    expect(clock.pending).toBe(timersBefore);
    expect(yard.calls.isStopped()).toBe(true);
    await expect(call(200)).rejects.toThrow(STOPPED);
    await yard.calls.resume();
    const again = call(201);
    await waitUntil(() => arrived.length === 26);
    answer(arrived[25]);
    expect((await again).kind).toBe('success');
  });

  it('reaches gateway clients too', async () => {
    const { relay, yard, arrived } = await openTestCalls();
    const running = relay('write');
    await waitUntil(() => arrived.length === 1);
    await yard.calls.stop();
    const refused = relay('write');
    await waitUntil(() => refused.answers.length === 1);
    for (const { answers } of [running, refused]) {
      expect(answers).toEqual([expect.objectContaining({ code: 'call-cancelled', message: STOPPED })]);
    }
  });

  it('ends calls that wait for a server to start', async () => {
    const { call, yard, crash, clock } = await openTestCalls(UNLIMITED, {});
    crash();
    await waitUntil(() => yard.server('a')?.state === 'retrying');
    clock.advance(1000);
    expect(yard.server('a')?.state).toBe('starting');
    const waiting = call(1);
    await yard.calls.stop();
    await expect(waiting).rejects.toThrow(STOPPED);
  });
});
