import type { Frame } from '@toolyard/core';
import { waitUntil, type FakeServerOptions } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from './open-test-gateway.ts';

const signal = new AbortController().signal;

/** A server with one resource, one template and one prompt, which answers everything with its own name. */
const library = (name: string): FakeServerOptions => ({
  tools: [],
  capabilities: { prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} },
  answer(request) {
    switch (request.method) {
      case 'prompts/list':
        return JSON.stringify({ prompts: [{ name: 'summary' }] });
      case 'resources/list':
        return JSON.stringify({
          resources: [
            { uri: `${name}://start`, name: 'start' },
            { uri: 'shared://one', name: 'one' },
          ],
        });
      case 'resources/templates/list':
        return JSON.stringify({ resourceTemplates: [{ uriTemplate: `${name}://books/{id}/text`, name: 'book' }] });
      default:
        return JSON.stringify({ by: name, params: request.value('params') });
    }
  },
});

const resultOf = (answer: Frame): Record<string, unknown> => answer.value('result') as Record<string, unknown>;

async function openLibraries() {
  const opened = openTestGateway({ one: library('one'), two: library('two') });
  await opened.yard.settled({ signal });
  return opened;
}

describe('resources', () => {
  it('are listed with their own URIs and read from the server that has them', async () => {
    const { client } = await openLibraries();
    const { resources } = resultOf(await client.request('resources/list')) as { resources: { uri: string }[] };
    expect(resources.map(({ uri }) => uri)).toEqual(['one://start', 'shared://one', 'two://start']);
    expect(resultOf(await client.request('resources/read', { uri: 'two://start' }))['by']).toBe('two');
    expect(resultOf(await client.request('resources/read', { uri: 'shared://one' }))['by']).toBe('one');
    expect(resultOf(await client.request('resources/read', { uri: 'two://books/7/text' }))['by']).toBe('two');
  });

  it('that nobody has are refused as the protocol says', async () => {
    const { client } = await openLibraries();
    expect((await client.request('resources/read', { uri: 'three://x' })).value('error')).toEqual({
      code: -32002,
      message: 'Resource not found: three://x',
      data: { uri: 'three://x' },
    });
  });

  it('that are listed nowhere are asked of the only server that has resources', async () => {
    const { client, yard } = openTestGateway({ one: library('one'), plain: { tools: ['t'] } });
    await yard.settled({ signal });
    expect(resultOf(await client.request('resources/read', { uri: 'hidden://x' }))['by']).toBe('one');
  });

  it('are subscribed to once for all sessions, and updates reach those that want them', async () => {
    const { client, connect, server } = await openLibraries();
    const { client: second, close } = connect();
    const { client: third } = connect();
    const uri = 'two://start';
    await client.request('resources/subscribe', { uri });
    await second.request('resources/subscribe', { uri });
    await third.request('ping');
    server('two').notify('notifications/resources/updated', { uri, future: 1 });
    await waitUntil(() => client.notifications.length === 1 && second.notifications.length === 1);
    expect(client.notifications[0]?.value('params')).toEqual({ uri, future: 1 });
    expect(third.notifications).toEqual([]);
    await client.request('resources/unsubscribe', { uri });
    await close();
    await waitUntil(() => server('two').received.some((frame) => frame.method === 'resources/unsubscribe'));
    const asked = server('two')
      .received.flatMap((frame) => frame.method ?? [])
      .filter((method) => method.includes('subscribe'));
    expect(asked).toEqual(['resources/subscribe', 'resources/unsubscribe']);
  });
});

describe('prompts and completion', () => {
  it('find the server by the exposed name', async () => {
    const { client } = await openLibraries();
    const { prompts } = resultOf(await client.request('prompts/list')) as { prompts: { name: string }[] };
    expect(prompts.map(({ name }) => name)).toEqual(['one__summary', 'two__summary']);
    const got = resultOf(await client.request('prompts/get', { name: 'two__summary', arguments: { a: '1' } }));
    expect(got).toMatchObject({ by: 'two', params: { name: 'summary', arguments: { a: '1' } } });
    expect((await client.request('prompts/get', { name: 'none' })).value('error')).toEqual({
      code: -32602,
      message: 'Prompt not found: none',
    });
  });

  it('complete prompts and templates at their server, context kept', async () => {
    const { client } = await openLibraries();
    const argument = { name: 'id', value: '4' };
    const context = { arguments: { x: 'y' } };
    const prompt = { ref: { type: 'ref/prompt', name: 'two__summary', title: 'kept' }, argument, context };
    expect(resultOf(await client.request('completion/complete', prompt))).toMatchObject({
      by: 'two',
      params: { ref: { type: 'ref/prompt', name: 'summary', title: 'kept' }, argument, context },
    });
    const template = { ref: { type: 'ref/resource', uri: 'two://books/{id}/text' }, argument };
    expect(resultOf(await client.request('completion/complete', template))['by']).toBe('two');
    const unknown = await client.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'none' },
      argument,
    });
    expect(unknown.value('error')).toMatchObject({ code: -32602 });
  });
});

describe('logging', () => {
  it('asks servers once for the most talkative level and gives each session what it wants', async () => {
    const { client, connect, server } = await openLibraries();
    const { client: quiet } = connect();
    await client.request('logging/setLevel', { level: 'debug' });
    await quiet.request('logging/setLevel', { level: 'error' });
    for (const level of ['debug', 'error']) server('one').notify('notifications/message', { level, data: level });
    await waitUntil(() => client.notifications.length === 2 && quiet.notifications.length === 1);
    expect(quiet.notifications[0]?.param('level')).toBe('error');
    const levels = (): unknown[] =>
      server('two')
        .received.filter((frame) => frame.method === 'logging/setLevel')
        .map((frame) => frame.param('level'));
    expect(levels()).toEqual(['debug']);
    await client.request('logging/setLevel', { level: 'warning' });
    await waitUntil(() => levels().length === 2);
    expect(levels()).toEqual(['debug', 'warning']);
    expect((await client.request('logging/setLevel', { level: 'loud' })).value('error')).toMatchObject({
      code: -32602,
    });
  });
});

it('passes on notifications it does not know', async () => {
  const { client, server } = await openLibraries();
  await client.request('ping');
  server('one').notify('notifications/future', { a: 1 });
  await waitUntil(() => client.notifications.length === 1);
  expect(client.notifications[0]?.value('params')).toEqual({ a: 1 });
});
