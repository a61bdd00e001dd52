import { createRequest, type Frame } from '@toolyard/core';
import { createConfiguration, waitUntil, type FakeServer, type FakeServerOptions } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from './open-test-gateway.ts';

const signal = new AbortController().signal;
const uri = 'lib://start';

const library: FakeServerOptions = {
  tools: [],
  capabilities: { resources: { subscribe: true }, logging: {} },
  answer: (request) => (request.method === 'resources/list' ? JSON.stringify({ resources: [{ uri }] }) : '{}'),
};

const asked = (server: FakeServer, method: string): Frame[] =>
  server.received.filter((frame) => frame.method === method);

async function openLibrary(idleStopMs?: number) {
  const entry = idleStopMs === undefined ? {} : { start: 'lazy' as const, idleStopMs };
  const opened = openTestGateway({ lib: library }, createConfiguration({ lib: entry }));
  await opened.yard.settled({ signal });
  const until = (state: string): Promise<void> => waitUntil(() => opened.yard.server('lib')?.state === state);
  const restart = async (): Promise<void> => {
    opened.links.starts.get('lib')?.pair.breakOff('exited');
    await until('retrying');
    opened.clock.advance(1000);
    await until('running');
  };
  /** Lets the server be unused for the minute after which it stops; it is pinged meanwhile. */
  const idle = async (): Promise<void> => {
    opened.clock.advance(30_000);
    await waitUntil(() => opened.yard.server('lib')?.lastPingAt !== undefined);
    await new Promise((resolve) => void setTimeout(resolve, 5));
    opened.clock.advance(29_999);
    opened.clock.advance(1);
    await until('idle');
  };
  return { ...opened, until, restart, idle };
}

describe('a server that starts again', () => {
  it('is told what clients subscribed to', async () => {
    const { client, server, restart } = await openLibrary();
    await client.request('resources/subscribe', { uri });
    await restart();
    await waitUntil(() => asked(server('lib'), 'resources/subscribe').length === 1);
    expect(asked(server('lib'), 'resources/subscribe')[0]?.param('uri')).toBe(uri);
    server('lib').notify('notifications/resources/updated', { uri });
    await waitUntil(() => client.notifications.some((frame) => frame.method === 'notifications/resources/updated'));
  });

  it('is told the log level, and only then', async () => {
    const { client, server, restart, clock, yard } = await openLibrary();
    await client.request('logging/setLevel', { level: 'debug' });
    await restart();
    await waitUntil(() => asked(server('lib'), 'logging/setLevel').length === 1);
    clock.advance(30_000);
    await waitUntil(() => yard.server('lib')?.lastPingAt !== undefined);
    await client.request('resources/read', { uri });
    expect(asked(server('lib'), 'logging/setLevel')).toHaveLength(1);
  });
});

describe('a server that nobody uses', () => {
  it('stops, though a client set a log level', async () => {
    const { client, idle } = await openLibrary(60_000);
    await client.request('logging/setLevel', { level: 'debug' });
    await idle();
  });

  it('is not started because a client that had subscribed leaves', async () => {
    const { connect, idle, yard } = await openLibrary(60_000);
    const { client, close } = connect();
    await client.request('resources/subscribe', { uri });
    await idle();
    await close();
    await new Promise((resolve) => void setTimeout(resolve, 5));
    expect(yard.server('lib')?.state).toBe('idle');
  });
});

it('lets a resource be read while the server that has it is starting', async () => {
  const opened = openTestGateway({ other: library, lib: { ...library, tools: ['t'] } });
  const answer = await opened.client.request('resources/read', { uri });
  expect(answer.text('result')).toBe('{}');
});

it('passes no cancellation on that a server means for a question of its own', async () => {
  const { client, server } = await openLibrary();
  await client.request('ping');
  server('lib').notify('notifications/cancelled', { requestId: 1 });
  server('lib').notify('notifications/future');
  await waitUntil(() => client.notifications.length > 0);
  expect(client.notifications.map((frame) => frame.method)).toEqual(['notifications/future']);
});

it('answers a call whose name changed because another server went down', async () => {
  const both = { tools: ['search'] };
  const naming = createConfiguration({ a: {}, b: {} }, { naming: 'none' });
  const { client, links, yard, server } = openTestGateway({ a: both, b: both }, naming);
  await yard.settled({ signal });
  links.starts.get('b')?.pair.breakOff('exited');
  await waitUntil(() => yard.server('b')?.state === 'retrying');
  client.send(createRequest('q', 'tools/call', { name: 'a__search', arguments: {} }));
  await waitUntil(() => client.answers.length === 1);
  expect(client.answers[0]?.span('error')).toBeUndefined();
  expect(asked(server('a'), 'tools/call')[0]?.param('name')).toBe('search');
});

it('says why a tool is not there also where the configuration changed meanwhile', async () => {
  const { client, links, yard } = openTestGateway(
    { a: { tools: ['t'] }, b: { tools: ['u'] } },
    createConfiguration({ a: {} }),
  );
  await yard.settled({ signal });
  links.starts.get('a')?.pair.breakOff('exited');
  await waitUntil(() => yard.server('a')?.state === 'retrying');
  await yard.reconfigure(createConfiguration({ a: {}, b: {} }));
  await yard.settled({ signal });
  const answer = await client.request('tools/call', { name: 'a__t' });
  expect(answer.text('result')).toContain('Retrying in');
  await yard.reconfigure(createConfiguration({ b: {} }));
  expect((await client.request('tools/call', { name: 'a__t' })).value('error')).toEqual({
    code: -32602,
    message: 'Tool not found: a__t',
  });
});
