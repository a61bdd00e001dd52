import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestBackend, TEST_TOKENS } from '../../test/open-test-backend.ts';

describe('the log', () => {
  it('has one line for each request, in the seed’s shape', async () => {
    const clock = createFakeClock();
    const { store } = openTestBackend(clock);
    const slow = {
      ...store,
      async summary(user: string) {
        clock.advance(42);
        return store.summary(user);
      },
    };
    const { send, lines } = openTestBackend(clock, { store: slow });
    await send('GET', '/summary');
    await send('GET', '/tasks/7/');
    expect(lines).toEqual([
      {
        timestamp: '2026-01-01T00:00:00.042Z',
        event: 'backend_request',
        request_id: 'request-1',
        user_id: 'ann',
        method: 'GET',
        endpoint: '/summary',
        status_code: 200,
        duration_ms: 42,
        error: null,
      },
      {
        timestamp: '2026-01-01T00:00:00.042Z',
        event: 'backend_request',
        request_id: 'request-2',
        user_id: 'ann',
        method: 'GET',
        endpoint: '/tasks/7',
        status_code: 404,
        duration_ms: 0,
        error: 'not-found',
      },
    ]);
  });

  it('has the request id of the client, where it is one', async () => {
    const { send, lines } = openTestBackend(createFakeClock());
    const reply = await send('GET', '/tasks', { headers: { 'x-request-id': 'call-7:a' } });
    expect(reply.headers['x-request-id']).toBe('call-7:a');
    await send('GET', '/tasks', { headers: { 'x-request-id': 'two words"}' } });
    expect(lines.map((line) => line.request_id)).toEqual(['call-7:a', 'request-1']);
  });

  it('holds no token and nothing that a user wrote, whatever happens', async () => {
    const { send, backend, lines } = openTestBackend(createFakeClock());
    const secret = 'SECRETWORD';
    await send('POST', '/tasks', { body: { title: secret, tags: [secret] } });
    await send('POST', '/tasks', { body: { title: `${secret}\0`, [secret]: 1 } });
    await send('POST', '/tasks', { text: `{${secret}` });
    await send('GET', `/tasks?search=${secret}`);
    await send('GET', `/tasks?cursor=${secret}`);
    await send('GET', `/tasks/${secret}`);
    await send('GET', `/${secret}`);
    await send('GET', `/tasks/%zz${secret}`);
    await send('GET', '/tasks', { headers: { 'idempotency-key': secret, 'if-match': secret } });
    await backend.handle({ method: 'GET', path: '/tasks', headers: { authorization: `Bearer ${secret}` } });
    await backend.handle({ method: 'GET', path: `/tasks?token=${TEST_TOKENS[0]}` });
    const text = JSON.stringify(lines);
    expect(lines).toHaveLength(11);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(TEST_TOKENS[0]);
  });
});

describe('the measurements', () => {
  it('count requests by operation and status, without telling tasks apart', async () => {
    const { send } = openTestBackend(createFakeClock());
    await send('GET', '/tasks/1');
    await send('GET', '/tasks/2');
    await send('GET', '/anything');
    const { body, headers } = await send('GET', '/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(body).toContain('toolyard_tasks_requests_total{method="GET",endpoint="/tasks/{id}",status="404"} 2\n');
    expect(body).toContain('toolyard_tasks_requests_total{method="any",endpoint="(unknown)",status="404"} 1\n');
    expect(body).toContain('toolyard_tasks_request_seconds_count{method="GET",endpoint="/tasks/{id}"} 2\n');
    expect(body).toContain('toolyard_tasks_requests_running 1\n');
  });
});
