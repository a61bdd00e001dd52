import { createLinkPair, type Link } from '@toolyard/core';
import { pipeSession } from '@toolyard/gateway';
import { createTestClient, waitUntil, type FakeServerOptions, type TestClient } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { openTestGateway } from './open-test-gateway.ts';

const servers: Record<string, FakeServerOptions> = {
  a: { tools: ['quick', 'slow'], call: (name) => (name === 'slow' ? undefined : '{"content":[]}') },
};

function openPipe(): {
  client: TestClient;
  leave: () => Promise<void>;
  kill: () => void;
  ended: Promise<void>;
  opened: () => number;
} {
  const toClient = createLinkPair();
  let kill: () => void = () => undefined;
  let count = 0;
  const openGateway = (): Link => {
    count++;
    const { gateway } = openTestGateway(servers);
    const pair = createLinkPair();
    gateway.accept(pair.near);
    kill = () => pair.breakOff('was killed');
    return pair.far;
  };
  const ended = pipeSession({
    client: toClient.near,
    gateway: openGateway(),
    reopen: async () => openGateway(),
    log: { write: () => undefined },
  });
  return {
    client: createTestClient(toClient.far),
    leave: () => toClient.far.close(),
    kill: () => kill(),
    ended,
    opened: () => count,
  };
}

it('keeps a session alive when its gateway is killed', async () => {
  const { client, kill, opened } = openPipe();
  await client.initialize();
  await client.request('tools/list');
  const lost = client.request('tools/call', { name: 'a__slow' });
  await client.request('ping');
  kill();
  expect((await lost).value('error')).toEqual({
    code: -32000,
    message: 'The running Toolyard ended before it answered. Try again.',
  });
  await waitUntil(() => client.notifications.some((frame) => frame.method === 'notifications/tools/list_changed'));
  expect((await client.request('tools/call', { name: 'a__quick' })).text('result')).toBe('{"content":[]}');
  expect(opened()).toBe(2);
  expect(client.answers.filter((frame) => String(frame.id).startsWith('toolyard'))).toEqual([]);
});

it('makes the handshake again where it was not answered yet', async () => {
  const { client, kill } = openPipe();
  kill();
  expect((await client.initialize()).value('result')).toMatchObject({ serverInfo: { name: 'toolyard' } });
});

it('ends with the client', async () => {
  const { client, leave, ended } = openPipe();
  await client.initialize();
  await leave();
  await ended;
});
