import { createRequest, ToolyardError, type Frame, type Pressure } from '@toolyard/core';
import { createConfiguration, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { indexOf, openTestCalls } from './open-test-calls.ts';

describe('time limits', () => {
  it('begin when a call goes to the server, not while it waits', async () => {
    const { call, arrived, clock, answer } = await openTestCalls({ concurrentLimit: 1 });
    const first = call(1);
    await waitUntil(() => arrived.length === 1);
    const second = call(2, { timeoutMs: 1000 });
    await new Promise((resolve) => void setTimeout(resolve, 0));
    clock.advance(20_000);
    answer(arrived[0]);
    expect((await first).kind).toBe('success');
    await waitUntil(() => arrived.length === 2);
    clock.advance(999);
    const late = expect(second).rejects.toMatchObject({
      code: 'call-timeout',
      message: 'Execution timeout after 1000 ms',
    });
    clock.advance(1);
    await late;
  });

  it('include retries and their waits', async () => {
    const { call, arrived, clock, crash, finished } = await openTestCalls();
    const late = expect(call(1, { tool: 'a:read', timeoutMs: 1500 })).rejects.toThrow(
      'Execution timeout after 1500 ms',
    );
    await waitUntil(() => arrived.length === 1);
    clock.advance(400);
    crash();
    await waitUntil(() => clock.pending >= 3);
    clock.advance(1000);
    await waitUntil(() => arrived.length === 2);
    clock.advance(100);
    await late;
    expect(finished).toMatchObject([{ status: 'timeout', retryAttempt: 1 }]);
  });

  it('are for gateway clients the longest silence, which progress ends', async () => {
    const { relay, arrived, clock, cancelled, progress, yard } = await openTestCalls();
    const reports: Frame[] = [];
    const { answers } = relay('write', { onProgress: (report) => void reports.push(report) });
    await waitUntil(() => arrived.length === 1);
    for (let round = 1; round <= 3; round++) {
      clock.advance(299_000);
      await waitUntil(() => yard.server('a')?.state === 'running');
      progress(arrived[0]);
      await waitUntil(() => reports.length === round);
    }
    clock.advance(299_999);
    expect(answers).toEqual([]);
    clock.advance(1);
    expect(answers).toEqual([
      expect.objectContaining({ message: 'Execution timeout after 300000 ms without an answer or progress' }),
    ]);
    await waitUntil(() => cancelled().length === 1);
    expect(yard.calls.history()).toMatchObject([{ status: 'timeout', origin: 'client' }]);
  });
});

describe('a call that is lost', () => {
  it('is not made again where the tool may have done something', async () => {
    const { call, arrived, crash, clock, finished } = await openTestCalls();
    const lost = expect(call(1)).rejects.toMatchObject({
      code: 'connection-lost',
      message: 'Server "a" exited with code 1',
    });
    await waitUntil(() => arrived.length === 1);
    crash();
    await lost;
    clock.advance(60_000);
    expect(arrived).toHaveLength(1);
    expect(finished).toMatchObject([{ status: 'error', retryAttempt: 0, error: { code: 'connection-lost' } }]);
  });

  it.each(['read', 'idempotent'])(
    'is made again after 1 s where the tool says that it is harmless: %s',
    async (tool) => {
      const { call, arrived, crash, clock, answer, statuses, yard } = await openTestCalls();
      const again = call(1, { tool: `a:${tool}` });
      await waitUntil(() => arrived.length === 1);
      crash();
      await waitUntil(() => yard.server('a')?.state === 'retrying' && yard.calls.active()[0]?.status === 'pending');
      clock.advance(999);
      await new Promise((resolve) => void setTimeout(resolve, 0));
      expect(arrived).toHaveLength(1);
      clock.advance(1);
      await waitUntil(() => arrived.length === 2);
      answer(arrived[1]);
      expect((await again).kind).toBe('success');
      expect(statuses()).toEqual(['y-1 pending', 'y-1 executing', 'y-1 pending', 'y-1 executing', 'y-1 success']);
      expect(yard.calls.history()).toMatchObject([{ retryAttempt: 1, maxRetries: 3, startedAt: expect.any(Number) }]);
    },
  );

  it('of a gateway client is made again the same way, at most three times', async () => {
    const { relay, arrived, crash, clock, yard } = await openTestCalls({ retryDelaysMs: [10, 20, 30] });
    const { answers } = relay('read');
    for (const [attempt, ms] of [10, 20, 30].entries()) {
      await waitUntil(() => arrived.length === attempt + 1);
      crash();
      await waitUntil(() => yard.calls.active()[0]?.status === 'pending' && yard.server('a')?.state === 'retrying');
      clock.advance(ms);
    }
    await waitUntil(() => arrived.length === 4);
    crash();
    await waitUntil(() => answers.length === 1);
    expect(answers).toEqual([expect.objectContaining({ code: 'connection-lost' })]);
  });

  it('gives its slot to others while it waits for its retry', async () => {
    const { call, arrived, crash, clock, yard, answer, queued } = await openTestCalls({ concurrentLimit: 1 });
    void call(1, { tool: 'a:read' });
    await waitUntil(() => arrived.length === 1);
    void call(2, { tool: 'a:read' });
    void call(3, { tool: 'a:read', session: 'other' });
    await queued(3);
    crash();
    await waitUntil(() => yard.calls.active().every(({ retryAttempt }) => retryAttempt === 1));
    clock.advance(1000);
    for (let done = 1; done < 4; done++) {
      await waitUntil(() => arrived.length === done + 1);
      answer(arrived[done]);
    }
    await waitUntil(() => yard.calls.active().length === 0);
    expect(arrived.map(indexOf).toSorted((left, right) => left - right)).toEqual([1, 1, 2, 3]);
  });

  it('is not waited for where its server does not come back', async () => {
    const { call, arrived, yard, finished } = await openTestCalls();
    const lost = expect(call(1, { tool: 'a:read' })).rejects.toThrow('Server "a" was stopped: it was disabled');
    await waitUntil(() => arrived.length === 1);
    await yard.disable('a');
    await lost;
    expect(finished).toMatchObject([{ status: 'error', retryAttempt: 0 }]);
  });

  it('that never left is made again, whatever the tool, when its server is back', async () => {
    const { call, arrived, yard, crash, clock, answer, queued } = await openTestCalls({ concurrentLimit: 1 });
    const first = expect(call(1)).rejects.toThrow('exited with code 1');
    await waitUntil(() => arrived.length === 1);
    const second = call(2);
    await queued(2);
    crash();
    await first;
    await waitUntil(() => yard.calls.active()[0]?.retryAttempt === 1);
    clock.advance(1000);
    await waitUntil(() => arrived.length === 2);
    answer(arrived[1]);
    expect((await second).kind).toBe('success');
    expect(arrived.map(indexOf)).toEqual([1, 2]);
  });

  it('ends with its reason where its server was removed while it waited', async () => {
    const { call, arrived, yard, queued } = await openTestCalls({ concurrentLimit: 1 });
    const first = expect(call(1)).rejects.toThrow('Server "a" was stopped: it was removed from the configuration');
    await waitUntil(() => arrived.length === 1);
    const second = expect(call(2)).rejects.toThrow('Server not found: a');
    await queued(2);
    await yard.reconfigure(createConfiguration({}, { concurrentLimit: 1 }));
    await Promise.all([first, second]);
    expect(yard.calls.active()).toEqual([]);
  });

  it('is told when the yard ends, and no timer stays', async () => {
    const { call, relay, yard, arrived, clock } = await openTestCalls();
    const ended = expect(call(1, { tool: 'a:read' })).rejects.toThrow('Execution stopped: Toolyard is ending');
    const { answers } = relay('read');
    await waitUntil(() => arrived.length === 2);
    await yard.stop();
    await ended;
    expect(answers).toEqual([expect.objectContaining({ code: 'call-cancelled' })]);
    expect(clock.pending).toBe(0);
  });
});

describe('a call that is given up', () => {
  it.each(['pending', 'executing'])('by who hears that it is %s ends at once and keeps no slot', async (status) => {
    const { call, yard, finished, arrived } = await openTestCalls({ concurrentLimit: 1 });
    const stop = new AbortController();
    yard.calls.on((event) => {
      if (event.type === 'call-changed' && event.call.status === status) stop.abort();
    });
    await expect(call(1, {}, stop.signal)).rejects.toMatchObject({ code: 'call-cancelled' });
    expect(finished).toMatchObject([{ status: 'cancelled' }]);
    expect(yard.calls.active()).toEqual([]);
    void call(2);
    await waitUntil(() => arrived.length === 1);
    expect(arrived.map(indexOf)).toEqual([2]);
  });

  it('by who hears that it was lost is not made again and keeps no slot', async () => {
    const { call, yard, arrived, crash, clock } = await openTestCalls({ concurrentLimit: 1 });
    const stop = new AbortController();
    yard.calls.on((event) => {
      if (event.type === 'call-changed' && event.call.retryAttempt === 1) stop.abort();
    });
    const lost = expect(call(1, { tool: 'a:read' }, stop.signal)).rejects.toMatchObject({ code: 'call-cancelled' });
    await waitUntil(() => arrived.length === 1);
    crash();
    await lost;
    await waitUntil(() => yard.server('a')?.state === 'retrying');
    clock.advance(1000);
    await waitUntil(() => yard.server('a')?.state === 'running');
    void call(2);
    await waitUntil(() => arrived.length === 2);
    expect(arrived.map(indexOf)).toEqual([1, 2]);
  });
});

describe('the call of a gateway client', () => {
  it('is answered once, also where all calls are stopped by who hears that it has ended', async () => {
    const { relay, arrived, answer, yard } = await openTestCalls();
    yard.calls.on((event) => {
      if (event.type === 'call-changed' && event.call.status === 'success') void yard.calls.stop();
    });
    const { answers } = relay('write');
    await waitUntil(() => arrived.length === 1);
    answer(arrived[0]);
    await waitUntil(() => yard.calls.isStopped());
    expect(answers).toEqual([expect.objectContaining({ isResponse: true })]);
    expect(yard.calls.history().map((record) => record.status)).toEqual(['success']);
  });

  it('that is cancelled while it waits never reaches the server', async () => {
    const { relay, arrived, answer, yard, cancelled } = await openTestCalls({ concurrentLimit: 1 });
    const first = relay('write');
    const second = relay('write');
    second.sent.cancel('changed my mind');
    second.sent.cancel('again');
    await waitUntil(() => arrived.length === 1);
    answer(arrived[0]);
    await waitUntil(() => first.answers.length === 1);
    expect(arrived).toHaveLength(1);
    expect(second.answers).toEqual([]);
    expect(cancelled()).toEqual([]);
    expect(yard.calls.history().map((record) => record.status)).toEqual(['cancelled', 'success']);
  });

  it('lets the client slow the server down', async () => {
    const { yard, arrived, answer } = await openTestCalls();
    let goOn: () => void = () => undefined;
    const busy = new Promise<void>((resolve) => (goOn = resolve));
    let answered = 0;
    const frame = createRequest('q', 'tools/call', { name: 'write' });
    const onAnswer = (): Pressure => (++answered === 1 ? busy : undefined);
    for (let n = 0; n < 2; n++) yard.request('a', { frame, onAnswer });
    await waitUntil(() => arrived.length === 2);
    for (const request of arrived) answer(request);
    await new Promise((resolve) => void setTimeout(resolve, 5));
    expect(answered).toBe(1);
    goOn();
    await waitUntil(() => answered === 2);
  });

  it('leaves no parameters and no result in the history', async () => {
    const { relay, yard } = await openTestCalls({}, { call: () => '{"content":[],"isError":true}' });
    const { answers } = relay('write', { session: 'client-7' });
    await waitUntil(() => answers.length === 1);
    expect(yard.calls.history()).toEqual([
      {
        id: 'y-1',
        tool: 'a:write',
        server: 'a',
        toolName: 'write',
        origin: 'client',
        session: 'client-7',
        status: 'error',
        error: { code: 'tool-error', message: 'The tool reported an error' },
        submittedAt: expect.any(Number),
        startedAt: expect.any(Number),
        completedAt: expect.any(Number),
        retryAttempt: 0,
        maxRetries: 3,
      },
    ]);
  });
});

describe('arguments', () => {
  const define = (name: string) => ({
    inputSchema:
      name === 'write'
        ? { type: 'object', properties: { days: { type: 'integer' } }, required: ['city'] }
        : { type: 'strng' },
  });

  it('that are wrong are refused with every problem, before anything is sent', async () => {
    const { call, finished, statuses, arrived } = await openTestCalls({}, { define });
    await expect(call(1, { arguments: { days: 'three' } })).rejects.toMatchObject({
      code: 'arguments-invalid',
      message: 'Invalid parameters for a:write: city: is required; days: must be a whole number, got "three"',
    });
    expect(finished).toMatchObject([{ status: 'error', startedAt: undefined, error: { code: 'arguments-invalid' } }]);
    expect([statuses(), arrived]).toEqual([['y-1 pending', 'y-1 error'], []]);
  });

  it('of a tool whose schema is wrong are sent as they are, with one warning', async () => {
    const { call, log } = await openTestCalls({}, { define, call: () => '{}' });
    for (let n = 0; n < 3; n++) expect((await call(n, { tool: 'a:read' })).kind).toBe('success');
    expect(log.at('warning')).toEqual([expect.stringContaining('Arguments of a:read are not checked')]);
  });

  it('of gateway clients are the server’s to judge', async () => {
    const { relay } = await openTestCalls({}, { define, call: () => '{}' });
    const { answers } = relay('write');
    await waitUntil(() => answers.length === 1);
    expect(ToolyardError.is(answers[0])).toBe(false);
  });
});

it('keeps a whole record of a call from a document', async () => {
  const { call, finished, yard } = await openTestCalls({}, { call: () => '{"content":[{"type":"text","text":"hi"}]}' });
  await call(1, { document: { path: 'note.md', line: 3 } });
  expect(finished).toMatchObject([
    {
      parameters: { n: 1 },
      document: { path: 'note.md', line: 3 },
      origin: 'document',
      session: 's',
      result: { content: 'hi', contentType: 'text', displayFormat: 'block', executionDuration: 1 },
    },
  ]);
  expect(yard.calls.history()).toEqual(finished);
});
