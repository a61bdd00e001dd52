import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Clock } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { TaskStore } from '../domain/task-store.ts';
import { createFakeTaskStore } from '../../test/create-fake-task-store.ts';
import { openTestBackend, TEST_TOKENS, type TestBackend } from '../../test/open-test-backend.ts';

const HEADERS = { authorization: `Bearer ${TEST_TOKENS[0]}`, 'x-user-id': 'ann' };

const CLOCK: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const opened: { end(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.end();
});

function openAgent(): Agent {
  const agent = new Agent({ keepAlive: true });
  opened.push({ end: () => agent.destroy() });
  return agent;
}

function get(port: number, path: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { port, path, headers: HEADERS, host: '127.0.0.1', ...(agent === undefined ? {} : { agent }) };
    const asked = request(options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => void (body += text));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** A store whose summary waits until it is let go. */
function openSlowStore(): { store: TaskStore; asked: Promise<void>; letGo(): void } {
  const store = createFakeTaskStore(CLOCK);
  let letGo = (): void => undefined;
  let ask = (): void => undefined;
  const goes = new Promise<void>((resolve) => (letGo = resolve));
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const summary: TaskStore['summary'] = async (user) => {
    ask();
    await goes;
    return store.summary(user);
  };
  return { store: { ...store, summary }, asked, letGo: () => letGo() };
}

async function listen(test: TestBackend): Promise<number> {
  return (await test.backend.listen({ host: '127.0.0.1', port: 0 })).port;
}

describe('a stop', () => {
  it('lets requests in flight finish, ends connections that wait, and takes no new ones', async () => {
    const slow = openSlowStore();
    const test = openTestBackend(CLOCK, { store: slow.store });
    const port = await listen(test);
    const agent = openAgent();
    await get(port, '/healthz', agent);
    const inFlight = get(port, '/summary');
    await slow.asked;
    const closed = test.backend.close();
    await expect(get(port, '/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    slow.letGo();
    const answer = await inFlight;
    expect(answer.status).toBe(200);
    expect(answer.headers.connection).toBe('close');
    await closed;
  });

  it('takes readiness away first, and still answers while it drains', async () => {
    const test = openTestBackend(CLOCK, { limits: { drainMs: 2000 } });
    const port = await listen(test);
    const agent = openAgent();
    expect((await get(port, '/readyz', agent)).status).toBe(200);
    const closed = test.backend.close();
    const unready = await get(port, '/readyz', agent);
    expect(unready.status).toBe(503);
    expect(JSON.parse(unready.body)).toMatchObject({ detail: 'The backend is stopping.' });
    expect(unready.headers.connection).toBe('close');
    expect((await get(port, '/tasks')).status).toBe(200);
    await closed;
  });

  it('does not wait longer than it may', async () => {
    const slow = openSlowStore();
    const test = openTestBackend(CLOCK, { store: slow.store, limits: { stopMs: 100 } });
    const port = await listen(test);
    const inFlight = get(port, '/summary');
    await slow.asked;
    const [ended] = await Promise.allSettled([inFlight, test.backend.close()]);
    expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'ECONNRESET' } });
    slow.letGo();
    await expect
      .poll(() => test.lines)
      .toMatchObject([{ endpoint: '/summary', status_code: null, error: 'client-closed' }]);
  });

  it('is one stop, however often it is asked for', async () => {
    const test = openTestBackend(CLOCK);
    await listen(test);
    await Promise.all([test.backend.close(), test.backend.close()]);
  });
});

describe('listening', () => {
  it('says why it cannot', async () => {
    const first = openTestBackend(CLOCK);
    const port = await listen(first);
    const second = openTestBackend(CLOCK);
    await expect(second.backend.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'port-unavailable',
      message: `The task backend cannot listen on 127.0.0.1, port ${port}: another program is using it. Stop that program, or choose another port.`,
    });
    await first.backend.close();
  });
});

describe('what is no HTTP', () => {
  it.each([
    ['HELLO\r\n\r\n', 400, 'malformed-request'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers-too-large'],
  ])('gets a problem too: %j', async (text, status, kind) => {
    const test = openTestBackend(createFakeClock());
    const port = await listen(test);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => void socket.write(text));
      let all = '';
      socket.setEncoding('utf8');
      socket.on('data', (part: string) => void (all += part));
      socket.on('end', () => resolve(all));
      socket.on('error', reject);
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nContent-Type: application/problem\\+json`));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      type: `urn:toolyard:problem:${kind}`,
      status,
    });
    expect(test.lines).toMatchObject([{ status_code: status, endpoint: '(unknown)' }]);
    await test.backend.close();
  });
});
