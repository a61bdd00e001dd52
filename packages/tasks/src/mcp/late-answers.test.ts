import { createLinkPair } from '@toolyard/core';
import {
  createFakeClock,
  createTestClient,
  letTimePass,
  startPlainTaskBackend,
  type PlainTaskBackendOptions,
} from '@toolyard/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { BackendExchange } from '../backend-client/backend-exchange.ts';
import { createBackendClient } from '../backend-client/create-backend-client.ts';
import { createHttpExchange } from '../backend-client/create-http-exchange.ts';
import { createTaskMcpServer } from './create-task-mcp-server.ts';

const TOKEN = 'a-service-token-of-more-than-32-characters';

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** What becomes of the answer to the n-th request that creates the task: it never comes, comes after some time, or the connection is cut. */
interface Behaviour {
  readonly hasKeys?: true;
  answer(nth: number): 'never' | 'cut' | { readonly afterMs: number };
}

async function createOnce({ answer, ...options }: Behaviour) {
  const clock = createFakeClock();
  /** Whether only time can bring things on: while a request is on its way none may pass. */
  let isSilent = false;
  let created = 0;
  const onCreated: PlainTaskBackendOptions['onCreated'] = (send, response) => {
    const what = answer((created += 1));
    isSilent = what !== 'cut';
    if (what === 'cut') response.destroy();
    else if (what !== 'never') {
      clock.after(what.afterMs, () => {
        isSilent = false;
        send();
      });
    }
  };
  const plain = await startPlainTaskBackend({ token: TOKEN, ...options, onCreated });
  const baseUrl = new URL(`http://127.0.0.1:${plain.port}`);
  const http = createHttpExchange({ baseUrl, serviceToken: TOKEN, clock });
  const exchange: BackendExchange = {
    ...http,
    async send(request, options) {
      isSilent = false;
      return http.send(request, options).finally(() => (isSilent = true));
    },
  };
  const backend = createBackendClient({
    exchange,
    clock,
    random: () => 0,
    timeoutMs: 30_000,
    maxRetries: 2,
    writeLog: () => undefined,
  });
  open.push(
    () => plain.stop(),
    () => backend.close(),
  );
  const server = createTaskMcpServer({
    backend,
    clock,
    newId: () => crypto.randomUUID(),
    timeoutMs: 30_000,
    serverInfo: { name: 'tasks', version: '1' },
    onBug: (error) => {
      throw error;
    },
  });
  const pair = createLinkPair();
  void server.accept(pair.near, { callerOf: () => ({ kind: 'trusted', defaultUser: 'alice' }) });
  const client = createTestClient(pair.far);
  const called = client.request('tools/call', { name: 'create_task', arguments: { title: 'once' } });
  const reply = await letTimePass(clock, called, { stepMs: 500, isIdle: () => isSilent });
  const { structuredContent } = reply.value('result') as { structuredContent: Record<string, unknown> };
  return {
    result: structuredContent,
    tasks: plain.tasks().length,
    tries: plain.requests.filter(({ method }) => method === 'POST').length,
  };
}

describe('a backend that keeps a task and answers late', () => {
  it.each([{ hasKeys: true }, {}] as const)('is waited for all the time there is, given %j', async (options) => {
    // Longer than one of three tries would wait.
    const late = await createOnce({ ...options, answer: () => ({ afterMs: 15_000 }) });
    expect(late).toMatchObject({ tasks: 1, tries: 1, result: { id: 1, title: 'once' } });
    const never = await createOnce({ ...options, answer: () => 'never' });
    expect(never).toMatchObject({ tasks: 1, tries: 1, result: { error_type: 'timeout_error' } });
  });

  it('is waited for again after a connection was cut, where it knows keys', async () => {
    const late = await createOnce({ hasKeys: true, answer: (nth) => (nth === 1 ? 'cut' : { afterMs: 15_000 }) });
    expect(late).toMatchObject({ tasks: 1, tries: 2, result: { id: 1, title: 'once' } });
  });

  it('gives the one task after a connection was cut, where it knows keys', async () => {
    const cut = await createOnce({ hasKeys: true, answer: (nth) => (nth < 3 ? 'cut' : { afterMs: 0 }) });
    expect(cut).toMatchObject({ tasks: 1, tries: 3, result: { id: 1, title: 'once' } });
  });

  it('is asked once after a connection was cut, where it knows no keys', async () => {
    const cut = await createOnce({ answer: () => 'cut' });
    expect(cut).toMatchObject({ tasks: 1, tries: 1, result: { error_type: 'connection_error' } });
  });
});
