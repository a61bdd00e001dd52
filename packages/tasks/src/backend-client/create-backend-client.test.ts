import { describe, expect, it } from 'vitest';
import { createFakeClock, letTimePass, waitUntil, type FakeClock } from '@toolyard/testing';
import type { BackendExchangeOptions, ExchangeRequest } from './backend-exchange.ts';
import { createBackendClient } from './create-backend-client.ts';
import { BackendFailure, type BackendReply, type BackendRequest, type TaskBackend } from './task-backend.ts';
import type { RequestLogLine } from '../operations/request-log-line.ts';

type Answer = BackendReply | BackendFailure | Late | 'never' | 'never-connects';

/** An answer that takes its time. */
interface Late {
  readonly afterMs: number;
  readonly reply: BackendReply;
}

const KEYED = { paths: { '/tasks': { post: { parameters: [{ name: 'Idempotency-Key', in: 'header' }] } } } };
const REFUSED = new BackendFailure('connection', 'ECONNREFUSED', true);
const RESET = new BackendFailure('connection', 'ECONNRESET', false);

const CREATE: BackendRequest = {
  method: 'POST',
  path: '/tasks',
  body: { title: 'buy milk' },
  user: 'alice',
  requestId: 'r1',
  idempotencyKey: 'k1',
};

interface Setup {
  readonly client: TaskBackend;
  readonly clock: FakeClock;
  /** When each request came, in seconds from the start. */
  readonly tries: { readonly at: number; readonly path: string; readonly key: string | undefined }[];
  readonly lines: RequestLogLine[];
}

function setUp(answers: readonly Answer[], { document, maxRetries = 2 }: Given = {}): Setup {
  const clock = createFakeClock();
  const start = clock.now();
  const tries: Setup['tries'] = [];
  const lines: RequestLogLine[] = [];
  const left = [...answers];

  function send({ path, idempotencyKey: key }: ExchangeRequest, { signal, onConnected }: BackendExchangeOptions) {
    if (path === '/openapi.json') {
      return Promise.resolve(document === undefined ? { status: 404 } : { status: 200, body: document });
    }
    tries.push({ at: (clock.now() - start) / 1000, path, key });
    const answer = left.shift() ?? 'never';
    if (answer !== 'never-connects' && answer !== REFUSED) onConnected();
    if (answer instanceof BackendFailure) return Promise.reject(answer);
    if (typeof answer === 'object' && 'status' in answer) return Promise.resolve(answer);
    return new Promise<BackendReply>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      if (typeof answer === 'object') clock.after(answer.afterMs, () => resolve(answer.reply));
    });
  }

  const client = createBackendClient({
    exchange: { send, close: () => Promise.resolve() },
    clock,
    random: () => 0,
    timeoutMs: 30_000,
    maxRetries,
    writeLog: (line) => lines.push(line),
  });
  return { client, clock, tries, lines };
}

interface Given {
  readonly document?: unknown;
  readonly maxRetries?: number;
}

/** Lets time pass until the request is over. */
async function run({ client, clock }: Setup, request: BackendRequest): Promise<BackendReply | BackendFailure> {
  try {
    return await letTimePass(clock, client.send(request, new AbortController().signal));
  } catch (error) {
    if (error instanceof BackendFailure) return error;
    throw error;
  }
}

describe('createBackendClient', () => {
  it('asks once where the answer comes at once', async () => {
    const setup = setUp([{ status: 201, body: { id: 1 } }]);
    expect(await run(setup, CREATE)).toEqual({ status: 201, body: { id: 1 } });
    expect(setup.tries).toHaveLength(1);
  });

  it('repeats a read after one and after two seconds more, and then gives up', async () => {
    const setup = setUp([RESET, RESET, RESET]);
    expect(await run(setup, { ...CREATE, method: 'GET' })).toBe(RESET);
    const [first = 0, second = 0, third = 0] = setup.tries.map(({ at }) => at);
    expect(second - first).toBeCloseTo(1, 0);
    expect(third - second).toBeCloseTo(2, 0);
    expect(setup.tries).toHaveLength(3);
  });

  it('waits for a slow answer to a read for as long as there is time', async () => {
    const setup = setUp([{ afterMs: 12_000, reply: { status: 200, body: [] } }]);
    expect(await run(setup, { ...CREATE, method: 'GET' })).toEqual({ status: 200, body: [] });
    expect(setup.tries).toHaveLength(1);
  });

  it('leaves a later try all the time that the earlier ones left', async () => {
    const setup = setUp([RESET, RESET, { afterMs: 26_000, reply: { status: 200 } }]);
    expect(await run(setup, { ...CREATE, method: 'GET' })).toEqual({ status: 200 });
    const late = setUp([RESET, RESET, { afterMs: 28_000, reply: { status: 200 } }]);
    expect(await run(late, { ...CREATE, method: 'GET' })).toMatchObject({ kind: 'timeout' });
    expect(late.clock.now() - Date.UTC(2026, 0, 1)).toBeLessThanOrEqual(30_500);
  });

  it('spends no more than the total time on a backend that never answers, or cannot be reached', async () => {
    for (const answer of ['never', 'never-connects'] as const) {
      const setup = setUp([answer]);
      const outcome = await run(setup, { ...CREATE, method: 'GET' });
      expect(outcome).toMatchObject({ kind: 'timeout', message: 'no answer within 30000 ms' });
      expect(setup.tries).toHaveLength(1);
      expect(setup.clock.now() - Date.UTC(2026, 0, 1)).toBeLessThanOrEqual(30_500);
    }
  });

  it('does not repeat a POST that may have arrived where the backend knows no idempotency keys', async () => {
    for (const answer of [RESET, { status: 503 }, { status: 429, retryAfterMs: 1000 }, 'never'] as const) {
      const setup = setUp([answer, { status: 201 }]);
      await run(setup, CREATE);
      expect(setup.tries).toHaveLength(1);
    }
  });

  it('gives a POST that is made once all the time there is', async () => {
    const setup = setUp(['never']);
    await run(setup, CREATE);
    expect(setup.clock.now() - Date.UTC(2026, 0, 1)).toBeGreaterThanOrEqual(30_000);
  });

  it('repeats a POST that surely never arrived', async () => {
    const setup = setUp([REFUSED, REFUSED, { status: 201 }]);
    expect(await run(setup, CREATE)).toEqual({ status: 201 });
    expect(setup.tries).toHaveLength(3);
  });

  it('repeats a POST under the same key where the backend declares Idempotency-Key', async () => {
    const setup = setUp([RESET, RESET, { status: 201 }], { document: KEYED });
    expect(await run(setup, CREATE)).toEqual({ status: 201 });
    expect(setup.tries.map(({ key }) => key)).toEqual(['k1', 'k1', 'k1']);
  });

  it('waits for its own earlier try of a keyed POST, and never calls that a conflict', async () => {
    const later = setUp([RESET, { status: 409 }, { status: 201 }], { document: KEYED });
    expect(await run(later, CREATE)).toEqual({ status: 201 });
    const never = setUp([RESET, { status: 409 }, { status: 409 }], { document: KEYED });
    expect(await run(never, CREATE)).toBe(RESET);
  });

  it('gives a conflict of the first try as it is', async () => {
    const setup = setUp([{ status: 409 }], { document: KEYED });
    expect(await run(setup, CREATE)).toEqual({ status: 409 });
  });

  it('repeats PUT, DELETE and the PATCH of completed, but no change that depends on a version', async () => {
    const put: BackendRequest = { method: 'PUT', path: '/tasks/1', body: { title: 'x' }, user: 'a', requestId: 'r' };
    const cases: [BackendRequest, number][] = [
      [put, 2],
      [{ ...put, method: 'PATCH', body: { completed: true } }, 2],
      [{ method: 'DELETE', path: '/tasks/1', user: 'a', requestId: 'r' }, 2],
      [{ ...put, method: 'PATCH' }, 1],
      [{ ...put, ifVersion: 3, idempotencyKey: 'k' }, 1],
    ];
    for (const [request, expected] of cases) {
      const setup = setUp([RESET, { status: 200 }]);
      await run(setup, request);
      expect(setup.tries, JSON.stringify(request)).toHaveLength(expected);
    }
  });

  it('repeats a change that depends on a version where a key makes it safe', async () => {
    const document = { paths: { '/tasks/{id}': { put: { parameters: [{ name: 'Idempotency-Key' }] } } } };
    const setup = setUp([RESET, { status: 200 }], { document });
    const put = { method: 'PUT', path: '/tasks/12', body: { title: 'x' }, user: 'a', requestId: 'r' } as const;
    expect(await run(setup, { ...put, ifVersion: 3, idempotencyKey: 'k' })).toEqual({ status: 200 });
    expect(setup.tries).toHaveLength(2);
  });

  it('takes a task that an earlier try may have removed as removed', async () => {
    const remove: BackendRequest = { method: 'DELETE', path: '/tasks/1', user: 'a', requestId: 'r' };
    expect(await run(setUp([RESET, { status: 404 }]), remove)).toEqual({ status: 204 });
    expect(await run(setUp([REFUSED, { status: 404 }]), remove)).toEqual({ status: 404 });
    expect(await run(setUp([{ status: 404 }]), remove)).toEqual({ status: 404 });
  });

  it('waits as long as the backend asks, if that is within the time', async () => {
    const read: BackendRequest = { method: 'GET', path: '/tasks', user: 'a', requestId: 'r' };
    const short = setUp([{ status: 429, retryAfterMs: 7000 }, { status: 200 }]);
    expect(await run(short, read)).toEqual({ status: 200 });
    expect(short.tries[1]?.at).toBeGreaterThanOrEqual(7);
    const long = setUp([{ status: 429, retryAfterMs: 60_000 }, { status: 200 }]);
    expect(await run(long, read)).toEqual({ status: 429, retryAfterMs: 60_000 });
    expect(long.tries).toHaveLength(1);
  });

  it('does not repeat what the backend refuses or breaks on', async () => {
    for (const status of [400, 401, 403, 404, 409, 412, 422, 500]) {
      const setup = setUp([{ status }, { status: 200 }]);
      expect(await run(setup, { ...CREATE, method: 'GET' })).toEqual({ status });
    }
  });

  it('repeats as often as it is told', async () => {
    const none = setUp([RESET], { maxRetries: 0 });
    await run(none, { ...CREATE, method: 'GET' });
    expect(none.tries).toHaveLength(1);
    const many = setUp([REFUSED, REFUSED, REFUSED, REFUSED], { maxRetries: 3 });
    await run(many, { ...CREATE, method: 'GET' });
    expect(many.tries).toHaveLength(4);
  });

  it('stops when it is cancelled, between tries too', async () => {
    const setup = setUp([RESET, { status: 200 }]);
    const cancel = new AbortController();
    const sent = setup.client.send({ ...CREATE, method: 'GET' }, cancel.signal);
    await waitUntil(() => setup.tries.length === 1 && setup.clock.pending === 1);
    cancel.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
    setup.clock.advance(10_000);
    expect(setup.tries).toHaveLength(1);
  });

  it('writes down why a try ended, where its caller ends it', async () => {
    const reasons = [new BackendFailure('timeout', 'no result within 5000 ms', false), new Error('enough')];
    for (const reason of reasons) {
      const setup = setUp(['never']);
      const cancel = new AbortController();
      const sent = setup.client.send({ ...CREATE, method: 'GET' }, cancel.signal);
      cancel.abort(reason);
      await expect(sent).rejects.toBe(reason);
      const error = reason instanceof BackendFailure ? 'timeout: no result within 5000 ms' : 'cancelled';
      expect(setup.lines).toEqual([expect.objectContaining({ status_code: null, error })]);
    }
  });

  it('writes down every try, without the query, which may hold words of a person', async () => {
    const setup = setUp([RESET, { status: 200 }]);
    await run(setup, { ...CREATE, method: 'GET', path: '/tasks?search=secret' });
    expect(setup.lines).toEqual([
      {
        timestamp: '2026-01-01T00:00:00.000Z',
        event: 'backend_request',
        request_id: 'r1',
        user_id: 'alice',
        method: 'GET',
        endpoint: '/tasks',
        status_code: null,
        duration_ms: expect.any(Number),
        error: 'connection: ECONNRESET',
      },
      expect.objectContaining({ endpoint: '/tasks', status_code: 200, error: null }),
    ]);
  });
});
