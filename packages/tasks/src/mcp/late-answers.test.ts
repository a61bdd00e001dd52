import { createLinkPair, type Clock } from '@toolyard/core';
import { createTestClient, startPlainTaskBackend, type PlainTaskBackendOptions } from '@toolyard/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createBackendClient } from '../backend-client/create-backend-client.ts';
import { createHttpExchange } from '../backend-client/create-http-exchange.ts';
import { createTaskMcpServer } from './create-task-mcp-server.ts';

const TOKEN = 'a-service-token-of-more-than-32-characters';

/** Ten times as fast as the real one, so that 30 seconds are 3. */
const SPEED = 10;
const clock: Clock = {
  now: () => Date.now() * SPEED,
  after(ms, action) {
    const timer = setTimeout(action, ms / SPEED);
    return () => clearTimeout(timer);
  },
};

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

type Behaviour = Pick<PlainTaskBackendOptions, 'hasKeys' | 'onCreated'>;

async function createOnce(behaviour: Behaviour) {
  const plain = await startPlainTaskBackend({ token: TOKEN, ...behaviour });
  const baseUrl = new URL(`http://127.0.0.1:${plain.port}`);
  const backend = createBackendClient({
    exchange: createHttpExchange({ baseUrl, serviceToken: TOKEN, clock }),
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
  const answer = await client.request('tools/call', { name: 'create_task', arguments: { title: 'once' } });
  const { structuredContent } = answer.value('result') as { structuredContent: Record<string, unknown> };
  return {
    result: structuredContent,
    tasks: plain.tasks().length,
    tries: plain.requests.filter(({ method }) => method === 'POST').length,
  };
}

describe('a backend that keeps a task and answers late', () => {
  it('is asked three times and keeps one task, where it knows keys', async () => {
    const never = await createOnce({ hasKeys: true, onCreated: () => undefined });
    expect(never).toMatchObject({ tasks: 1, tries: 3, result: { error_type: 'timeout_error' } });
  });

  it('gives the one task when it answers at last, where it knows keys', async () => {
    let tries = 0;
    const late = await createOnce({ hasKeys: true, onCreated: (send) => (tries += 1) === 3 && send() });
    expect(late).toMatchObject({ tasks: 1, tries: 3, result: { id: 1, title: 'once' } });
  });

  it('gives the one task after a connection was cut, where it knows keys', async () => {
    let tries = 0;
    const cut = await createOnce({
      hasKeys: true,
      onCreated: (send, response) => ((tries += 1) < 3 ? response.destroy() : send()),
    });
    expect(cut).toMatchObject({ tasks: 1, tries: 3, result: { id: 1, title: 'once' } });
  });

  it('is asked once, where it knows no keys', async () => {
    const never = await createOnce({ onCreated: () => undefined });
    expect(never).toMatchObject({ tasks: 1, tries: 1, result: { error_type: 'timeout_error' } });
    const cut = await createOnce({ onCreated: (_send, response) => void response.destroy() });
    expect(cut).toMatchObject({ tasks: 1, tries: 1, result: { error_type: 'connection_error' } });
  });

  it('is waited for all the time there is, where it knows no keys', async () => {
    // Longer than one of three tries would wait.
    const late = await createOnce({ onCreated: (send) => void setTimeout(send, 1500) });
    expect(late).toMatchObject({ tasks: 1, tries: 1, result: { id: 1, title: 'once' } });
  });
});
