import { ToolyardError } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { TaskStore } from '../domain/task-store.ts';
import type { DirectRequest } from './create-rest-backend.ts';
import { openTestBackend, type TestRequest } from '../../test/open-test-backend.ts';

type Case = readonly [
  what: string,
  status: number,
  method: DirectRequest['method'],
  path: string,
  request: TestRequest,
];

const CASES: readonly Case[] = [
  ['a body that is no JSON', 400, 'POST', '/tasks', { text: '{"title":' }],
  ['a key that would change prototypes', 400, 'POST', '/tasks', { text: '{"title":"x","__proto__":{}}' }],
  ['an address that cannot be decoded', 400, 'GET', '/tasks/%zz', {}],
  ['an unknown path', 404, 'GET', '/nothing', {}],
  ['a method that a path does not have', 405, 'DELETE', '/tasks', {}],
  ['a large body', 413, 'POST', '/tasks', { body: { title: 'x', description: 'x'.repeat(70_000) } }],
  ['a long address', 414, 'GET', `/tasks?search=${'x'.repeat(9000)}`, {}],
  ['a long id', 414, 'GET', `/tasks/${'1'.repeat(9000)}`, {}],
  ['another type of body', 415, 'POST', '/tasks', { text: 'title=x', headers: { 'content-type': 'text/plain' } }],
  ['no body', 422, 'POST', '/tasks', {}],
  ['an empty body', 422, 'POST', '/tasks', { text: '' }],
  ['an id that is no number', 422, 'GET', '/tasks/abc', {}],
  ['an id beyond all numbers', 422, 'GET', '/tasks/99999999999999999999', {}],
  ['an id of none', 422, 'GET', '/tasks/0', {}],
];

describe('a problem', () => {
  it.each(CASES)('is told as problem+json: %s gives %d', async (_, status, ...request) => {
    const { send } = openTestBackend(createFakeClock());
    const reply = await send(...request);
    expect(reply.status).toBe(status);
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(reply.json).toMatchObject({ status, request_id: 'request-1' });
    expect(reply.headers['x-request-id']).toBe('request-1');
  });

  it('has a field error for everything that is wrong', async () => {
    const { send } = openTestBackend(createFakeClock());
    const reply = await send('POST', '/tasks', { body: { title: '', due_date: 'tomorrow' } });
    expect(reply.json).toEqual({
      type: 'urn:toolyard:problem:validation',
      title: 'Input validation failed',
      status: 422,
      detail: 'Title cannot be empty, and 1 more. See "errors" for each field.',
      request_id: 'request-1',
      errors: [
        {
          field: 'title',
          message: 'Title cannot be empty',
          received_value: '',
          suggestion: 'Provide a task title (1-200 characters)',
        },
        {
          field: 'due_date',
          message: 'Invalid datetime format',
          received_value: 'tomorrow',
          suggestion: 'Use ISO 8601 format: 2026-01-02T10:00:00Z, or a day: 2026-01-02. Today is 2026-01-01',
        },
      ],
    });
  });

  it('of a wrong method says which there are', async () => {
    const { send } = openTestBackend(createFakeClock());
    expect((await send('DELETE', '/tasks/')).headers.allow).toBe('GET, HEAD, POST');
    expect((await send('POST', '/tasks/1')).headers.allow).toBe('GET, HEAD, PUT, PATCH, DELETE');
  });

  it('of the database is one that passes', async () => {
    const { send } = openTestBackend(createFakeClock(), {
      store: brokenStore(new ToolyardError('database-unavailable', 'No connection to db.internal:5432.')),
    });
    const reply = await send('GET', '/tasks');
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBe('5');
    expect(reply.body).not.toContain('db.internal');
    expect((await send('GET', '/readyz')).status).toBe(503);
    expect((await send('GET', '/healthz')).json).toEqual({ status: 'ok' });
  });

  it('of a full disk says so, and that nothing was changed', async () => {
    const { send } = openTestBackend(createFakeClock(), {
      store: brokenStore(new ToolyardError('database-full', 'No space left on /var/lib/secret.')),
    });
    const detail = 'The disk of the database is full, so nothing can be changed. Free disk space, then try again.';
    const reply = await send('GET', '/tasks');
    expect(reply).toMatchObject({ status: 503, json: { type: 'urn:toolyard:problem:unavailable', detail } });
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(reply.headers['retry-after']).toBe('30');
    expect(await send('GET', '/readyz')).toMatchObject({ status: 503, json: { detail } });
    expect((await send('GET', '/healthz')).status).toBe(200);
  });

  it('of our own tells nothing, and the log where it came from', async () => {
    const store = brokenStore(new TypeError('cannot read "Buy milk"'));
    const { send, lines } = openTestBackend(createFakeClock(), { store });
    const reply = await send('GET', '/tasks');
    expect(reply.status).toBe(500);
    expect(reply.json).toMatchObject({ type: 'urn:toolyard:problem:internal', request_id: 'request-1' });
    expect(reply.body).not.toContain('milk');
    expect(lines[0]?.error).toMatch(/^internal: TypeError at .*problems\.test\.ts/);
    expect(lines[0]?.error).not.toContain('milk');
  });

  it('is what /readyz answers with when the database is silent', async () => {
    const clock = createFakeClock();
    const { send } = openTestBackend(clock, {
      store: { ...brokenStore(new Error('unused')), ready: () => new Promise(() => undefined) },
    });
    const answer = send('GET', '/readyz');
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(5000);
    expect((await answer).status).toBe(503);
  });

  it('is looked for once by /readyz for all who ask at the same time', async () => {
    let asked = 0;
    let settle = (): void => undefined;
    const ready = (): Promise<void> => {
      asked += 1;
      return new Promise((resolve) => (settle = resolve));
    };
    const clock = createFakeClock();
    const { send } = openTestBackend(clock, { store: { ...brokenStore(new Error('unused')), ready } });
    const answers = Array.from({ length: 20 }, () => send('GET', '/readyz'));
    // Each waits for at most so long.
    await expect.poll(() => clock.pending).toBe(20);
    expect(asked).toBe(1);
    settle();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
    const later = send('GET', '/readyz');
    await expect.poll(() => asked).toBe(2);
    settle();
    expect((await later).status).toBe(200);
  });
});

function brokenStore(failure: Error): TaskStore {
  const { store } = openTestBackend(createFakeClock());
  const fail = async (): Promise<never> => {
    throw failure;
  };
  return { ...store, list: fail, ready: fail };
}
