import { createNotification, createRequest, type Frame, type LinkEnd } from '@toolyard/core';
import { createNodeHttpRequester, systemClock } from '@toolyard/node';
import { createUrlLinkStarter } from '@toolyard/runtime';
import {
  createMemoryLog,
  recordLink,
  startHttpServer,
  startStatelessHttpServer,
  waitUntil,
  type StatelessHttpOptions,
} from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const withMeta = (params: object = {}): object => ({ ...params, _meta: META });

async function reach(url: string, headers: Readonly<Record<string, string>> = {}) {
  const requester = createNodeHttpRequester();
  const log = createMemoryLog();
  const starter = createUrlLinkStarter({ requester, clock: systemClock, log });
  const definition = { key: 'far', transport: 'http', url, headers } as const;
  const link = await starter.start(definition, new AbortController().signal, '2026-07-28');
  onTestFinished(async () => {
    await link.close();
    requester.close();
  });
  const record = recordLink(link);
  const call = (id: number, name: string, args: object = {}): Promise<Frame> =>
    record.ask(id, 'tools/call', withMeta({ name, arguments: args }));
  return { link, log, ...record, call };
}

async function open(options: StatelessHttpOptions = {}, headers: Readonly<Record<string, string>> = {}) {
  const server = await startStatelessHttpServer(options);
  onTestFinished(() => server.stop());
  return { server, ...(await reach(server.url, headers)) };
}

const endOf = async (closed: Promise<LinkEnd>): Promise<LinkEnd> => closed;

describe('a request', () => {
  it('says in its headers what those between must know, besides those that are configured', async () => {
    const { server, ask, call } = await open({}, { Authorization: 'Bearer abc', 'MCP-Method': 'mine' });
    await ask(1, 'server/discover', withMeta());
    await call(2, 'echo');
    await call(3, 'größe');
    const headers = server.requests.map(({ headers: given }) => [
      given['mcp-protocol-version'],
      given['mcp-method'],
      given['mcp-name'],
      given.authorization,
      given.accept,
    ]);
    const accept = 'application/json, text/event-stream';
    expect(headers).toEqual([
      ['2026-07-28', 'server/discover', undefined, 'Bearer abc', accept],
      ['2026-07-28', 'tools/call', 'echo', 'Bearer abc', accept],
      ['2026-07-28', 'tools/call', '=?base64?Z3LDtsOfZQ==?=', 'Bearer abc', accept],
    ]);
    expect(server.requests[0]?.headers).not.toHaveProperty('mcp-session-id');
  });

  it('with a name that no header may hold harms nobody', async () => {
    const { ask } = await open();
    const answer = await ask(2, 'odd\nmethod', withMeta({ name: 'a\r\nx: y' }));
    expect(answer.value('error')).toMatchObject({ code: -32020 });
  });

  it.each(['json', 'events'] as const)('is answered with %s, and what comes belongs to it', async (answers) => {
    const { call, received } = await open({ answers });
    expect((await call(2, 'echo', { a: 1 })).value('result')).toMatchObject({
      content: [{ type: 'text', text: 'echo {"a":1}' }],
    });
    expect(received.map(({ relatedTo }) => relatedTo)).toEqual([2]);
  });

  it('gets what comes before its answer on the same stream', async () => {
    const { call, received } = await open({
      take(message, response) {
        if (message.method !== 'tools/call') return false;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const progress = {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: 2, progress: 1 },
        };
        response.write(`data: ${JSON.stringify(progress)}\n\nevent: other\ndata: ?\n\n`);
        response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: {} })}\n\n`);
        return true;
      },
    });
    await call(2, 'echo');
    expect(received.map(({ frame, relatedTo }) => [frame.method, relatedTo])).toEqual([
      ['notifications/progress', 2],
      [undefined, 2],
    ]);
  });

  it('gets the error that comes with a status, with or without its id', async () => {
    const error = { code: -32021, message: 'needs more', data: { requiredCapabilities: { roots: {} } } };
    const { call } = await open({
      take(message, response) {
        response.writeHead(400, { 'content-type': 'application/json' });
        const id = message.params?.['name'] === 'with' ? message.id : null;
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
        return true;
      },
    });
    expect((await call(2, 'with')).value('error')).toEqual(error);
    expect((await call(3, 'without')).value('error')).toEqual(error);
  });

  it('gets an error of its own for other refusals, and the link goes on', async () => {
    const { call, ask } = await open({
      take(message, response) {
        if (message.method !== 'tools/call') return false;
        response.writeHead(503).end('busy');
        return true;
      },
    });
    expect((await call(2, 'echo')).value('error')).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^The server could not answer \(127\.0\.0\.1:\d+ answered 503/),
    });
    expect((await ask(3, 'tools/list', withMeta())).value('result')).toMatchObject({ resultType: 'complete' });
  });

  it('whose stream breaks off is lost, alone, and not taken up again', async () => {
    const { link, server, lost, ask } = await open({
      take(message, response) {
        if (message.method !== 'tools/call') return false;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('id: 7\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n');
        setImmediate(() => response.destroy());
        return true;
      },
    });
    void link.send(createRequest(2, 'tools/call', withMeta({ name: 'echo' })));
    await waitUntil(() => lost.length === 1);
    expect(lost[0]).toEqual([
      2,
      { expected: false, reason: expect.stringMatching(/^closed the connection before it answered/) },
    ]);
    await ask(3, 'tools/list', withMeta());
    expect(server.methods()).toEqual(['tools/call', 'tools/list']);
  });

  it('that is taken back ends its stream, and nothing is sent for it', async () => {
    let isClosed = false;
    const { link, server, received, ask } = await open({
      take(message, response) {
        if (message.method !== 'tools/call') return false;
        response.on('close', () => (isClosed = true));
        return true;
      },
    });
    void link.send(createRequest(2, 'tools/call', withMeta({ name: 'echo' })));
    await waitUntil(() => server.requests.length === 1);
    void link.send(createNotification('notifications/cancelled', { requestId: 2 }));
    await waitUntil(() => isClosed);
    await ask(3, 'tools/list', withMeta());
    expect(server.methods()).toEqual(['tools/call', 'tools/list']);
    expect(received.map(({ frame }) => frame.id)).toEqual([3]);
  });

  it('is one of a hundred at once, and gets its own answer', async () => {
    const { call } = await open({ answers: 'events' });
    const ids = Array.from({ length: 100 }, (_, index) => index + 2);
    const answers = await Promise.all(ids.map((id) => call(id, 'echo', { id })));
    expect(answers.map((answer) => answer.text('result'))).toEqual(
      ids.map((id) => expect.stringContaining(`echo {\\"id\\":${id}}`)),
    );
  });
});

describe('parameters in headers', () => {
  const inputSchema = {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      deep: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } },
      dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
      other: { type: 'string' },
    },
  };
  const bad = { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } };
  const tools = [
    { name: 'good', inputSchema, odd: 1.0 },
    { name: 'bad', inputSchema: bad },
    { name: 'plain', inputSchema: {} },
  ];

  it('are sent where the list said so, and only where there is a value', async () => {
    const { server, ask, call } = await open({ tools });
    await ask(1, 'tools/list', withMeta());
    await call(2, 'good', { region: 'ö', deep: { count: 3 }, dry: false, other: 'x' });
    await call(3, 'good', { region: null });
    await call(4, 'plain', { region: 'a' });
    const sent = server.requests.slice(1).map(({ headers }) => {
      const names = Object.keys(headers).filter((name) => name.startsWith('mcp-param-'));
      return Object.fromEntries(names.map((name) => [name, headers[name]]));
    });
    expect(sent).toEqual([
      { 'mcp-param-region': '=?base64?w7Y=?=', 'mcp-param-count': '3', 'mcp-param-dry': 'false' },
      {},
      {},
    ]);
  });

  it('that are described wrongly leave their tool out of the list, with a word in the log', async () => {
    const { ask, log } = await open({ tools });
    const list = await ask(1, 'tools/list', withMeta());
    expect(list.value('result')).toMatchObject({ tools: [{ name: 'good', odd: 1 }, { name: 'plain' }] });
    expect(log.at('warning')).toEqual([
      'its tool "bad" is left out: "x-mcp-header" is only for strings, integers and booleans, and "a" is none of these',
    ]);
  });

  it('that the server misses make the list be read again', async () => {
    const error = { code: -32020, message: 'Header mismatch' };
    const { call, notices } = await open({
      take(message, response) {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }));
        return true;
      },
    });
    expect((await call(2, 'echo')).value('error')).toEqual(error);
    expect(notices('notifications/tools/list_changed')).toHaveLength(1);
  });
});

describe('the stream of changes', () => {
  it('stays open, delivers, and is lost alone where it breaks off', async () => {
    const { link, server, received, lost, ask } = await open();
    void link.send(createRequest(2, 'subscriptions/listen', withMeta({ notifications: { toolsListChanged: true } })));
    await waitUntil(() => received.length === 1);
    server.notify('notifications/tools/list_changed');
    await waitUntil(() => received.length === 2);
    expect(received.map(({ frame, relatedTo }) => [frame.method, relatedTo])).toEqual([
      ['notifications/subscriptions/acknowledged', 2],
      ['notifications/tools/list_changed', 2],
    ]);
    server.cut();
    await waitUntil(() => lost.length === 1);
    expect(lost[0]?.[0]).toBe(2);
    await ask(3, 'tools/list', withMeta());
  });

  it('is closed with the link', async () => {
    const { link, server } = await open();
    void link.send(createRequest(2, 'subscriptions/listen', withMeta({ notifications: {} })));
    await waitUntil(() => server.streams === 1);
    await link.close();
    await waitUntil(() => server.streams === 0);
    expect(server.methods()).toEqual(['subscriptions/listen']);
  });
});

describe('a link', () => {
  it('ends where nobody is there', async () => {
    const server = await startHttpServer(() => undefined);
    await server.stop();
    const { link } = await reach(`http://127.0.0.1:${server.port}/mcp`);
    void link.send(createRequest(1, 'server/discover', withMeta()));
    expect(await endOf(link.closed)).toMatchObject({ expected: false, code: 'server-start-failed' });
    expect(await endOf(link.closed)).not.toHaveProperty('status');
  });

  it.each([
    [404, 'text/plain', 'nothing here'],
    [200, 'text/html', '<p>hello</p>'],
  ])('ends with the status where the first question gets %i %s', async (status, type, body) => {
    const { link } = await open({
      take(_message, response) {
        response.writeHead(status, { 'content-type': type }).end(body);
        return true;
      },
    });
    void link.send(createRequest(1, 'server/discover', withMeta()));
    expect(await endOf(link.closed)).toMatchObject({ expected: false, code: 'server-start-failed', status });
  });

  it('ends for a login whenever the server wants one, and shows no secret', async () => {
    const headers = { Authorization: 'Bearer very-secret' };
    const { link, call } = await open(
      {
        take(message, response) {
          if (message.params?.['name'] !== 'closed') return false;
          response.writeHead(401).end('very-secret');
          return true;
        },
      },
      headers,
    );
    await call(2, 'echo');
    void link.send(createRequest(3, 'tools/call', withMeta({ name: 'closed' })));
    const end = await endOf(link.closed);
    expect(end).toMatchObject({ expected: false, code: 'login-required' });
    expect(end.reason).not.toContain('very-secret');
  });

  it('takes no token to another origin', async () => {
    const other = await startHttpServer((_request, response) => void response.end('{}'));
    onTestFinished(() => other.stop());
    const { link } = await open({
      take(_message, response) {
        response.writeHead(307, { location: `http://127.0.0.1:${other.port}/mcp` }).end();
        return true;
      },
    });
    void link.send(createRequest(1, 'server/discover', withMeta()));
    expect((await endOf(link.closed)).reason).toContain('redirects to another origin');
    expect(other.requests).toEqual([]);
  });

  it('tells once of events that are no messages', async () => {
    const { call, log } = await open({
      take(message, response) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const answer = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: {} });
        response.end(`data: hello\n\ndata: {"a":1}\n\ndata: ${answer}\n\n`);
        return true;
      },
    });
    await call(2, 'echo');
    await call(3, 'echo');
    expect(log.at('warning')).toEqual(['it sends events that are not protocol messages; they are ignored']);
  });

  it('is quiet about notifications that are taken, and warns of those that are not', async () => {
    const { link, ask, log } = await open({
      take(message, response) {
        if (message.id !== undefined) return false;
        response.writeHead(message.method === 'x/good' ? 202 : 400).end();
        return true;
      },
    });
    void link.send(createNotification('x/good'));
    void link.send(createNotification('x/bad'));
    await waitUntil(() => log.at('warning').length === 1);
    await ask(2, 'tools/list', withMeta());
    expect(log.at('warning')[0]).toMatch(/^it did not accept "x\/bad"/);
  });
});
