import { createLinkPair, type Configuration, type Frame } from '@toolyard/core';
import { pipeSession } from '@toolyard/gateway';
import { createConfiguration, createTestClient, waitUntil, type FakeServerOptions } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from './open-test-gateway.ts';

const signal = new AbortController().signal;

/** A server whose tool returns a link to what its argument `uri` says, and which answers everything with its own name. */
const linking = (
  name: string,
  lists: { resources?: object[]; resourceTemplates?: object[] } = {},
): FakeServerOptions => ({
  tools: ['link'],
  capabilities: { tools: {}, resources: { subscribe: true } },
  call: (_tool, request) => linkTo(request),
  answer(request) {
    switch (request.method) {
      case 'resources/list':
        return JSON.stringify({ resources: lists.resources ?? [] });
      case 'resources/templates/list':
        return JSON.stringify({ resourceTemplates: lists.resourceTemplates ?? [] });
      default:
        return JSON.stringify({ by: name });
    }
  },
});

function linkTo(request: Frame): string {
  const { uri } = request.param('arguments') as { uri: string };
  return JSON.stringify({ content: [{ type: 'resource_link', uri, name: 'linked' }] });
}

async function open(servers: Record<string, FakeServerOptions>, configuration?: Configuration) {
  const opened = openTestGateway(servers, configuration);
  await opened.yard.settled({ signal });
  const { client } = opened;
  const readerOf = async (uri: string): Promise<unknown> => {
    const answer = await client.request('resources/read', { uri });
    return (answer.value('result') as { by?: string } | undefined)?.by;
  };
  const link = (server: string, uri: string): Promise<Frame> =>
    client.request('tools/call', { name: `${server}__link`, arguments: { uri } });
  const list = async (method: string): Promise<unknown> => (await client.request(method)).value('result');
  return { ...opened, readerOf, link, list };
}

describe('a resource that is listed nowhere', () => {
  it('is read from the server that returned a link to it', async () => {
    const { readerOf, link } = await open({ one: linking('one'), two: linking('two') });
    expect(await readerOf('made://1')).toBeUndefined();
    await link('two', 'made://1');
    expect(await readerOf('made://1')).toBe('two');
    await link('one', 'made://1');
    expect(await readerOf('made://1')).toBe('one');
  });

  it('is known to every client', async () => {
    const { connect, link } = await open({ one: linking('one'), two: linking('two') });
    await link('two', 'made://1');
    const answer = await connect().client.request('resources/read', { uri: 'made://1' });
    expect(answer.value('result')).toEqual({ by: 'two' });
  });

  it('is not looked for at a server that has no resources', async () => {
    const web: FakeServerOptions = { tools: ['link'], call: (_tool, request) => linkTo(request) };
    const { readerOf, link } = await open({ web, one: linking('one') });
    await link('web', 'made://1');
    expect(await readerOf('made://1')).toBe('one');
  });

  it('does not take a listed one, or one of a template, from its server', async () => {
    const lists = {
      resources: [{ uri: 'a://1', name: 'a' }],
      resourceTemplates: [{ uriTemplate: 'b://{x}', name: 'b' }],
    };
    const { readerOf, link } = await open({ one: linking('one', lists), two: linking('two') });
    await link('two', 'a://1');
    await link('two', 'b://1');
    expect(await readerOf('a://1')).toBe('one');
    expect(await readerOf('b://1')).toBe('one');
  });

  it('is unsubscribed from where it was subscribed to', async () => {
    const { client, link, server } = await open({ one: linking('one'), two: linking('two') });
    await link('two', 'made://1');
    await client.request('resources/subscribe', { uri: 'made://1' });
    await link('one', 'made://1');
    await client.request('resources/unsubscribe', { uri: 'made://1' });
    const asked = (key: string): number =>
      server(key).received.filter(({ method }) => method?.endsWith('subscribe') === true).length;
    expect([asked('one'), asked('two')]).toEqual([0, 2]);
  });
});

describe('a resource of a server that is down', () => {
  const lists = {
    resources: [{ uri: 'a://1', name: 'a' }],
    resourceTemplates: [{ uriTemplate: 'b://{x}', name: 'b' }],
  };
  const greedy = linking('evil', { resourceTemplates: [{ uriTemplate: '{+everything}', name: 'e' }] });
  const ENDINGS: readonly (readonly [string, (opened: Awaited<ReturnType<typeof open>>) => Promise<void>])[] = [
    ['is disabled', ({ yard }) => yard.disable('one')],
    [
      'crashed',
      async ({ links, yard }) => {
        links.starts.get('one')?.pair.breakOff('exited');
        await waitUntil(() => yard.server('one')?.state === 'retrying');
      },
    ],
    [
      'crashed before the configuration changed',
      async ({ links, yard }) => {
        links.starts.get('one')?.pair.breakOff('exited');
        await waitUntil(() => yard.server('one')?.state === 'retrying');
        await yard.reconfigure(createConfiguration({ one: {}, evil: {} }, { listWaitMs: 1000 }));
      },
    ],
  ];

  describe.each(ENDINGS)('that %s', (_how, end) => {
    it.each([
      ['links to it', linking('evil')],
      ['has a template for everything', greedy],
    ])('is not asked of one that %s', async (_what, evil) => {
      const opened = await open({ one: linking('one', lists), evil });
      const { client, link, server } = opened;
      await link('one', 'made://1');
      await end(opened);
      // A template goes before what was only seen in a result, whoever runs.
      for (const uri of ['a://1', 'b://1', ...(evil === greedy ? [] : ['made://1'])]) {
        await link('evil', uri);
        for (const method of ['resources/read', 'resources/subscribe']) {
          expect((await client.request(method, { uri })).value('error')).toMatchObject({ code: -32000 });
        }
      }
      const ref = { type: 'ref/resource', uri: 'b://{x}' };
      const completed = await client.request('completion/complete', { ref, argument: { name: 'x', value: '' } });
      expect(completed.value('error')).toMatchObject({ code: -32000 });
      const asked = server('evil').received.map(({ method }) => method ?? '');
      expect(asked.filter((method) => /read|subscribe|complete/.test(method))).toEqual([]);
    });

    it('is not asked of the only other one that has resources', async () => {
      const opened = await open({ one: linking('one'), evil: linking('evil') });
      await end(opened);
      expect((await opened.client.request('resources/read', { uri: 'hidden://1' })).value('error')).toMatchObject({
        code: -32002,
      });
    });
  });

  it('is asked of it again when it runs, and of others when it does not list it any more', async () => {
    let listed = lists.resources;
    const changing: FakeServerOptions = {
      ...linking('one'),
      answer: (request) =>
        request.method === 'resources/list' ? JSON.stringify({ resources: listed }) : linking('one').answer?.(request),
    };
    const { yard, readerOf, link } = await open({ one: changing, two: linking('two') });
    const restart = async (): Promise<void> => {
      await yard.disable('one');
      await yard.enable('one');
      await yard.settled({ signal });
    };
    await link('two', 'a://1');
    await restart();
    expect(await readerOf('a://1')).toBe('one');
    listed = [];
    await restart();
    await waitUntil(() => yard.catalogue.listOf('resources', 'one').length === 0);
    expect(await readerOf('a://1')).toBe('two');
  });

  it('is nobody any more when its server left the configuration', async () => {
    const { client, yard, readerOf, link } = await open({ one: linking('one', lists), two: linking('two') });
    await client.request('resources/subscribe', { uri: 'a://1' });
    await link('two', 'a://1');
    await yard.reconfigure(createConfiguration({ two: {} }));
    expect(await readerOf('a://1')).toBe('two');
    expect((await client.request('resources/unsubscribe', { uri: 'a://1' })).value('result')).toBeDefined();
    expect((await client.request('resources/subscribe', { uri: 'a://1' })).value('result')).toEqual({ by: 'two' });
  });
});

describe('a URI that two servers list', () => {
  const lists = (by: string) => ({
    resources: [
      { uri: 'same://x', name: by },
      { uri: `${by}://x`, name: by },
    ],
    resourceTemplates: [{ uriTemplate: 'same://{x}/y', name: by }],
  });
  const both = { one: linking('one', lists('one')), two: linking('two', lists('two')) };

  it('is listed once, as the first one has it', async () => {
    const { list } = await open(both);
    expect(await list('resources/list')).toEqual({
      resources: [...lists('one').resources, { uri: 'two://x', name: 'two' }],
    });
    expect(await list('resources/templates/list')).toEqual({
      resourceTemplates: lists('one').resourceTemplates,
    });
  });

  it('is the other one while the first is off, and the first again after that', async () => {
    const { list, readerOf, yard } = await open(both);
    await list('resources/list');
    await yard.disable('one');
    expect(await list('resources/list')).toEqual({ resources: lists('two').resources });
    expect(await readerOf('same://x')).toBe('two');
    await yard.enable('one');
    await yard.settled({ signal });
    expect(await list('resources/list')).toEqual({
      resources: [...lists('one').resources, { uri: 'two://x', name: 'two' }],
    });
    expect(await readerOf('same://x')).toBe('one');
  });

  it('is updated by its own server only', async () => {
    const { client, server } = await open(both);
    await client.request('resources/subscribe', { uri: 'same://x' });
    server('two').notify('notifications/resources/updated', { uri: 'same://x', by: 'two' });
    server('two').notify('notifications/future', {});
    await waitUntil(() => client.notifications.length > 0);
    server('one').notify('notifications/resources/updated', { uri: 'same://x', by: 'one' });
    await waitUntil(() => client.notifications.length > 1);
    expect(client.notifications.map((frame) => frame.param('by'))).toEqual([undefined, 'one']);
  });
});

describe('lists', () => {
  it('are whole, however long', async () => {
    const tools = Array.from({ length: 10_000 }, (_, index) => `tool-${index}`);
    const { client } = await open({ one: { tools } });
    const result = (await client.request('tools/list')).value('result') as { tools: unknown[]; nextCursor?: string };
    expect(result.tools).toHaveLength(10_000);
    expect(result).not.toHaveProperty('nextCursor');
  });

  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
    '%s refuses every cursor, since it gave none',
    async (method) => {
      const { client } = await open({ one: linking('one') });
      for (const cursor of ['abc', '', 5]) {
        expect((await client.request(method, { cursor })).value('error')).toEqual({
          code: -32602,
          message: 'Invalid cursor',
        });
      }
      expect((await client.request(method, { cursor: null })).value('error')).toBeUndefined();
    },
  );
});

describe('the user that a request names', () => {
  const call = { name: 'one__t', arguments: { user_id: 'argument' }, _meta: { user_id: 'ann', other: 1 } };

  async function receivedFrom(options: { readonly remote?: boolean; readonly trusted?: boolean }) {
    const { gateway, server } = await open({ one: { tools: ['t'] } });
    const pair = createLinkPair();
    gateway.accept(pair.near, options);
    await createTestClient(pair.far).request('tools/call', call);
    return server('one').received.find(({ method }) => method === 'tools/call');
  }

  it('does not reach a server where the client came over the network', async () => {
    const received = await receivedFrom({ remote: true });
    expect(received?.param('_meta')).toMatchObject({ other: 1 });
    expect(received?.param('_meta')).not.toHaveProperty('user_id');
    expect(received?.param('arguments')).toEqual({ user_id: 'argument' });
  });

  it.each([
    [true, undefined],
    [false, 'ann'],
  ])('is dropped on the way to the yard of another process where the client is remote: %s', async (remote, user) => {
    const { gateway, server } = await open({ one: { tools: ['t'] } });
    const outer = createLinkPair();
    const inner = createLinkPair();
    gateway.accept(inner.near, { trusted: true });
    const log = { write: () => undefined };
    void pipeSession({ client: outer.near, gateway: inner.far, reopen: async () => inner.far, log, remote });
    await createTestClient(outer.far).request('tools/call', call);
    const received = server('one').received.find(({ method }) => method === 'tools/call');
    const meta = received?.param('_meta') as { user_id?: string; other?: number } | undefined;
    expect([meta?.other, meta?.user_id]).toEqual([1, user]);
  });

  it('reaches it from other clients', async () => {
    expect((await receivedFrom({}))?.param('_meta')).toMatchObject({ user_id: 'ann', other: 1 });
    expect((await receivedFrom({ trusted: true }))?.param('_meta')).toMatchObject({ user_id: 'ann' });
  });
});

describe('a subscription that several clients want at once', () => {
  const subscribing = (answer: (request: Frame) => string | undefined): FakeServerOptions => ({
    ...linking('one', { resources: [{ uri: 'a://1', name: 'a' }] }),
    answer: (request) =>
      request.method === 'resources/subscribe' ? answer(request) : linking('one').answer?.(request),
  });

  it('is refused to each where the server refuses it', async () => {
    const { client, connect } = await open({ one: subscribing(() => undefined) });
    const clients = [client, connect().client, connect().client];
    const answers = await Promise.all(clients.map((each) => each.request('resources/subscribe', { uri: 'a://1' })));
    expect(answers.map((answer) => answer.value('error'))).toMatchObject([{}, {}, {}].map(() => ({ code: -32601 })));
  });

  it('is asked for no more when the server has agreed', async () => {
    const { client, connect, server } = await open({ one: subscribing(() => '{}') });
    for (const each of [client, connect().client, connect().client]) {
      expect((await each.request('resources/subscribe', { uri: 'a://1' })).value('result')).toEqual({});
    }
    expect(server('one').received.filter(({ method }) => method === 'resources/subscribe')).toHaveLength(1);
  });
});
