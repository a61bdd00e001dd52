import { createRequest, parseFrame, type Frame } from '@toolyard/core';
import { createConfiguration, waitUntil, type FakeServer, type TestClient } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway as open } from './open-test-gateway.ts';

const signal = new AbortController().signal;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (frame: Frame): string => new TextDecoder().decode(frame.bytes);

const call = (client: TestClient, name: string, extra: object = {}): Promise<Frame> =>
  client.request('tools/call', { name, arguments: { a: 1 }, ...extra });
const names = (list: Frame): string[] => {
  const { tools } = list.value('result') as { tools: { name: string }[] };
  return tools.map((tool) => tool.name);
};
const callsAt = (server: FakeServer): Frame[] => server.received.filter((frame) => frame.method === 'tools/call');

describe('the handshake', () => {
  it('is answered at once, while a server is still starting', async () => {
    const { client, yard } = open({ slow: { tools: ['a'], silent: true } });
    const answer = await client.initialize('2025-03-26');
    expect(yard.server('slow')?.state).toBe('starting');
    expect(answer.value('result')).toEqual({
      protocolVersion: '2025-03-26',
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
      },
      serverInfo: { name: 'toolyard', version: '1.2.3' },
    });
  });

  it('offers the newest revision to a client that wants an unknown one', async () => {
    const answer = await open({}).client.initialize('1999-01-01');
    expect(answer.value('result')).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  it('answers a ping itself and refuses methods it does not know', async () => {
    const { client } = open({});
    expect((await client.request('ping')).text('result')).toBe('{}');
    expect((await client.request('toString')).value('error')).toEqual({
      code: -32601,
      message: 'Method not found: toString',
    });
  });
});

describe('lists', () => {
  it('hold all servers in configuration order, with the tool id in _meta', async () => {
    const { client } = open({ b: { tools: ['z', 'y'] }, a: { tools: ['x'] } });
    const list = await client.request('tools/list');
    expect(list.value('result')).toEqual({
      tools: [
        { name: 'b__z', inputSchema: { type: 'object' }, _meta: { 'dev.toolyard/id': 'b:z' } },
        { name: 'b__y', inputSchema: { type: 'object' }, _meta: { 'dev.toolyard/id': 'b:y' } },
        { name: 'a__x', inputSchema: { type: 'object' }, _meta: { 'dev.toolyard/id': 'a:x' } },
      ],
    });
  });

  it('keep every field of a definition as the server wrote it', async () => {
    const definition =
      '{"future": {"n": 18446744073709551615} ,"name":"t","icons":[{"src":"x","odd":1}],"_meta":{"vendor/x":[1.0]},"inputSchema":{"maximum":18446744073709551615}}';
    const { client } = open({
      a: {
        tools: [],
        answer: (request) => (request.method === 'prompts/list' ? `{"prompts":[${definition}]}` : undefined),
        capabilities: { prompts: {} },
      },
    });
    const list = textOf(await client.request('prompts/list'));
    expect(list).toContain(
      '{"future": {"n": 18446744073709551615} ,"name":"a__t","icons":[{"src":"x","odd":1}],"_meta":{"vendor/x":[1.0],"dev.toolyard/id":"a:t"},"inputSchema":{"maximum":18446744073709551615}}',
    );
  });

  it('wait for servers that are starting, once for each session, and no longer than listWaitMs', async () => {
    const { client, clock, connect, yard } = open({ slow: { tools: ['a'], silent: true }, quick: { tools: ['b'] } });
    await waitUntil(() => yard.server('quick')?.state === 'running');
    clock.advance(2000);
    const first = client.request('tools/list');
    await client.request('ping');
    expect(client.answers).toHaveLength(1);
    clock.advance(3000);
    expect(names(await first)).toEqual(['quick__b']);
    expect(names(await client.request('tools/list'))).toEqual(['quick__b']);
    // Five seconds after the start there is nothing left to wait for, for a new session either.
    expect(names(await connect().client.request('tools/list'))).toEqual(['quick__b']);
  });

  it('leave out what the configuration excludes, and rename', async () => {
    const tools = { include: ['read_*', 'write_*'], exclude: ['*_all'], rename: { write_one: 'save' } };
    const { client, server } = open(
      { files: { tools: ['read_one', 'read_all', 'write_one', 'other'] } },
      createConfiguration({ files: { tools } }),
    );
    expect(names(await client.request('tools/list'))).toEqual(['files__read_one', 'files__save']);
    await call(client, 'files__save');
    expect(callsAt(server('files'))[0]?.param('name')).toBe('write_one');
  });
});

describe('calls', () => {
  it('reach the server with its own name for the tool and unchanged arguments', async () => {
    const { client, server } = open({ a: { tools: ['t'] } });
    await client.request('tools/list');
    client.send(
      parseFrame(
        encode(
          '{"jsonrpc":"2.0","id":"q","method":"tools/call","params":{"name":"a__t","arguments":{"n":12345678901234567890,"f":1.0},"later":true}}',
        ),
      ) ?? createRequest(0, 'x'),
    );
    await waitUntil(() => client.answers.length === 2);
    const [sent] = callsAt(server('a'));
    expect(sent && textOf(sent)).toMatch(
      /^\{"jsonrpc":"2.0","id":\d+,"method":"tools\/call","params":\{"name":"t","arguments":\{"n":12345678901234567890,"f":1.0\},"later":true,"_meta":\{"dev.toolyard\/chain":\["y"\]\}\}\}$/,
    );
    expect(client.answers[1]?.id).toBe('q');
  });

  it.each(['a__t', 'a:t', 't'])('find the tool by %s', async (name) => {
    const { client } = open({ a: { tools: ['t'] }, b: { tools: ['u'] } });
    expect((await call(client, name)).value('result')).toEqual({ content: [{ type: 'text', text: 't {"a":1}' }] });
  });

  it('give results back byte for byte', async () => {
    const result = '{ "content":[{"type":"hologram","x":1.0}], "structuredContent":[1,2], "n":12345678901234567890 }';
    const { client } = open({ a: { tools: ['t'], call: () => result } });
    expect((await call(client, 'a__t')).text('result')).toBe(result);
  });

  it('to an unknown tool, or to a name that several have, are refused', async () => {
    const { client } = open({ a: { tools: ['t'] }, b: { tools: ['t'] } });
    expect((await call(client, 'nothing')).value('error')).toEqual({
      code: -32602,
      message: 'Tool not found: nothing',
    });
    expect((await call(client, 't')).value('error')).toEqual({
      code: -32602,
      message: 'Tool not found: t; several servers have it: a:t, b:t',
    });
    expect((await client.request('tools/call', {})).value('error')).toEqual({
      code: -32602,
      message: 'Missing parameter: name',
    });
  });

  it('to a server that went down give a tool error that says why', async () => {
    const { client, links } = open({ a: { tools: ['t'] }, b: { tools: ['u'] } });
    await client.request('tools/list');
    links.starts.get('a')?.pair.breakOff('exited with code 1');
    await waitUntil(() => links.starts.get('a') !== undefined);
    const expected = {
      isError: true,
      content: [
        {
          type: 'text',
          text: 'Server "a" stopped working: exited with code 1. Retrying in 1 s (retry 1).',
        },
      ],
    };
    expect((await call(client, 'a__t')).value('result')).toEqual(expected);
    expect((await call(client, 'a:t')).value('result')).toEqual(expected);
    expect(names(await client.request('tools/list'))).toEqual(['b__u']);
  });

  it('that are open when the server goes down get a tool error', async () => {
    const { client, links, server, yard } = open({ a: { tools: ['t'], call: () => undefined } });
    await yard.settled({ signal });
    const waiting = call(client, 'a__t');
    await waitUntil(() => callsAt(server('a')).length === 1);
    links.starts.get('a')?.pair.breakOff('was ended by signal SIGKILL');
    expect((await waiting).value('result')).toMatchObject({
      isError: true,
      content: [{ text: 'Server "a" was ended by signal SIGKILL' }],
    });
  });

  it('of two clients that use the same ids never meet', async () => {
    const { client: one, connect, yard } = open({ a: { tools: ['t'] } });
    await yard.settled({ signal });
    const { client: two } = connect();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        [one, two].map((client, who) =>
          client.request('tools/call', { name: 'a__t', arguments: { who, index } }, index),
        ),
      ).flat(),
    );
    answers.forEach((answer, position) => {
      const [index, who] = [Math.floor(position / 2), position % 2];
      expect(answer.id).toBe(index);
      expect(answer.text('result')).toContain(`{\\"who\\":${who},\\"index\\":${index}}`);
    });
  });

  it('under an id that is still in use are refused', async () => {
    const { client, server, yard } = open({ a: { tools: ['t'], call: () => undefined } });
    await yard.settled({ signal });
    void client.request('tools/call', { name: 'a__t' }, 7);
    const second = await client.request('tools/call', { name: 'a__t' }, 7);
    expect(second.value('error')).toEqual({
      code: -32600,
      message: 'The id 7 belongs to a request that is still open',
    });
    expect(callsAt(server('a'))).toHaveLength(1);
  });
});

describe('progress and cancellation', () => {
  it('bring progress back under the token of the client', async () => {
    const { client, server, yard } = open({ a: { tools: ['t'], call: () => undefined } });
    await yard.settled({ signal });
    void call(client, 'a__t', { _meta: { progressToken: 'mine', x: 1 } });
    await waitUntil(() => callsAt(server('a')).length === 1);
    const meta = callsAt(server('a'))[0]?.param('_meta') as { progressToken: number; x: number };
    expect(meta.x).toBe(1);
    server('a').notify('notifications/progress', { progressToken: meta.progressToken, progress: 1, future: true });
    server('a').notify('notifications/progress', { progressToken: 999, progress: 1 });
    await waitUntil(() => client.notifications.length > 0);
    expect(client.notifications.map((frame) => frame.value('params'))).toEqual([
      { progressToken: 'mine', progress: 1, future: true },
    ]);
  });

  it('cancel the right request with 50 others in flight, which is then answered no more', async () => {
    const unlimited = createConfiguration({ a: {} }, { concurrentLimit: -1 });
    const { client, server, yard } = open({ a: { tools: ['t'], call: () => undefined } }, unlimited);
    await yard.settled({ signal });
    for (let index = 0; index < 51; index++)
      void client.request('tools/call', { name: 'a__t', arguments: { index } }, `c${index}`);
    await waitUntil(() => callsAt(server('a')).length === 51);
    client.notify('notifications/cancelled', { requestId: 'c25', reason: 'changed my mind' });
    await waitUntil(() => server('a').received.at(-1)?.method === 'notifications/cancelled');
    const wanted = callsAt(server('a')).find((frame) => (frame.param('arguments') as { index: number }).index === 25);
    expect(server('a').received.at(-1)?.value('params')).toEqual({ requestId: wanted?.id, reason: 'changed my mind' });
  });

  it('tell the server when the client is gone', async () => {
    const { connect, server, yard } = open({ a: { tools: ['t'], call: () => undefined } });
    await yard.settled({ signal });
    const { client, close } = connect();
    void call(client, 'a__t');
    await waitUntil(() => callsAt(server('a')).length === 1);
    await close();
    await waitUntil(() => server('a').received.at(-1)?.method === 'notifications/cancelled');
  });
});

describe('changes', () => {
  it('are announced once for many, to clients that have listed', async () => {
    const { client, connect, server, clock, yard } = open({ a: { tools: ['t'] } });
    await yard.settled({ signal });
    const { client: other } = connect();
    await client.request('tools/list');
    await other.request('prompts/list');
    server('a').offer(['t', 'u']);
    await waitUntil(() => yard.catalogue.list('tools').length === 2);
    server('a').offer(['t', 'u', 'v']);
    await waitUntil(() => yard.catalogue.list('tools').length === 3);
    clock.advance(50);
    await waitUntil(() => client.notifications.length > 0);
    expect(client.notifications.map((frame) => frame.method)).toEqual(['notifications/tools/list_changed']);
    expect(other.notifications).toEqual([]);
    expect(names(await client.request('tools/list'))).toEqual(['a__t', 'a__u', 'a__v']);
  });

  it('include the crash of a server', async () => {
    const { client, links, clock, yard } = open({ a: { tools: ['t'] }, b: { tools: ['u'] } });
    await client.request('tools/list');
    links.starts.get('a')?.pair.breakOff('exited');
    await waitUntil(() => yard.server('a')?.state === 'retrying');
    clock.advance(50);
    await waitUntil(() => client.notifications.length === 1);
    expect(names(await client.request('tools/list'))).toEqual(['b__u']);
  });
});

describe('a large yard', () => {
  it('lists 200 servers of 50 tools in order, and one restart leaves the other 199 alone', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `server${index}`);
    const tools = Array.from({ length: 50 }, (_, index) => `tool${index}`);
    const { client, server, yard, clock } = open(Object.fromEntries(keys.map((key) => [key, { tools }])));
    await yard.settled({ signal });
    expect(names(await client.request('tools/list'))).toEqual(
      keys.flatMap((key) => tools.map((tool) => `${key}__${tool}`)),
    );
    const before = new Map(keys.map((key) => [key, yard.catalogue.listOf('tools', key)]));
    const asked = keys.map((key) => server(key).received.length);
    server('server77').offer([...tools, 'extra']);
    await waitUntil(() => yard.catalogue.listOf('tools', 'server77').length === 51);
    clock.advance(50);
    expect(names(await client.request('tools/list'))).toHaveLength(10_001);
    for (const [index, key] of keys.entries()) {
      if (key === 'server77') continue;
      expect(yard.catalogue.listOf('tools', key)).toBe(before.get(key));
      expect(server(key).received.length).toBe(asked[index]);
    }
  });
});
