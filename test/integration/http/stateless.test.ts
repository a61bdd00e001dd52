import { createErrorResponse, createNotification, createResponse, type Frame, type Link } from '@toolyard/core';
import { createFakeClock, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { ask, handshake, HEADERS, messagesIn, openFront, openSession, readEvents, readMessages } from './open-front.ts';
import { ENVELOPE, postStateless, type StatelessPost } from './post-stateless.ts';

const text = (frame: Frame | undefined): unknown => JSON.parse(Buffer.from(frame?.bytes ?? []).toString());
const report = createNotification('notifications/progress', { progressToken: 'p', progress: 1 });
const log = createNotification('notifications/message', { level: 'info', data: 'x' });
const announcement = createNotification('notifications/tools/list_changed');

/** Answers each request with the frames that `answer` gives. */
function answering(answer: (id: string | number, frame: Frame) => readonly Frame[]) {
  const links: Link[] = [];
  const accept = (link: Link): void => {
    links.push(link);
    link.receive((frame) => {
      for (const sent of answer(frame.id ?? 0, frame)) void link.send(sent);
      return undefined;
    });
  };
  return { links, accept };
}

describe('a request without a session', () => {
  it('is answered with JSON on a link of its own that ends with it', async () => {
    const { url, front, accepted } = await openFront();
    const answer = await postStateless(url, 'tools/list', { id: 'a' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: { method: 'tools/list', resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
    });
    expect(accepted.map(({ end }) => end)).toEqual(['was closed']);
    expect(front.sessions).toBe(0);
  });

  it('reaches the server without its envelope, and with everything else', async () => {
    const { url, last } = await openFront();
    const meta = { ...ENVELOPE, progressToken: 7, 'example.com/trace': { id: 1 } };
    await postStateless(url, 'tools/call', { params: { name: 't', arguments: { a: 1 } }, meta });
    expect(last().received.map(text)).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 't', arguments: { a: 1 }, _meta: { progressToken: 7, 'example.com/trace': { id: 1 } } },
      },
    ]);
  });

  it('keeps what a server says about its result, and every byte of it', async () => {
    const result = '{"n":12345678901234567890.10, "ttlMs": 5,"resultType":"other"}';
    const { url } = await openFront(answering((id) => [createResponse(id, result)]));
    const answer = await postStateless(url, 'resources/read', { params: { uri: 'a:b' } });
    expect(await answer.text()).toContain(`${result.slice(0, -1)},"cacheScope":"private"}`);
  });

  it('gets what comes before the answer as a stream', async () => {
    const { url } = await openFront(answering((id) => [report, log, announcement, createResponse(id, '{}')]));
    const answer = await postStateless(url, 'tools/call', { params: { name: 't' } });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const seen = messagesIn(await readEvents(answer));
    expect(seen).toEqual([text(report), { jsonrpc: '2.0', id: 1, result: { resultType: 'complete' } }]);
  });

  it('gets JSON alone where it takes no stream', async () => {
    const { url } = await openFront(answering((id) => [report, createResponse(id, '{}')]));
    const headers = { accept: 'application/json' };
    const answer = await postStateless(url, 'tools/call', { params: { name: 't' }, headers });
    expect(await answer.json()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  });

  it('gets logs only where it names a level, which the servers are told first', async () => {
    const { accept } = answering((id, { method }) =>
      method === 'logging/setLevel' ? [createResponse(id, '{}'), log] : [createResponse(id, '{}')],
    );
    const { url } = await openFront({ accept });
    const meta = { ...ENVELOPE, 'io.modelcontextprotocol/logLevel': 'debug' };
    const answer = await postStateless(url, 'tools/call', { params: { name: 't' }, meta });
    expect(messagesIn(await readEvents(answer))).toMatchObject([{ method: 'notifications/message' }, { id: 1 }]);
  });

  it('is cancelled by the end of its response', async () => {
    const { accept, links } = answering(() => []);
    const audited: object[] = [];
    const { url } = await openFront({ accept, audit: (entry) => void audited.push(entry) });
    const stop = new AbortController();
    const answer = postStateless(url, 'tools/call', { params: { name: 't' }, signal: stop.signal });
    await waitUntil(() => links.length === 1);
    stop.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect(await links[0]?.closed).toMatchObject({ expected: false, reason: 'went away' });
    expect(audited).toMatchObject([{ event: 'call', client: 'raw', tool: 't', outcome: 'cancelled' }]);
  });

  it('is answered with an error where Toolyard ends', async () => {
    const { accept, links } = answering(() => []);
    const { url, front } = await openFront({ accept });
    const answers = [postStateless(url, 'tools/list'), postStateless(url, 'server/discover')];
    await waitUntil(() => links.length === 2);
    await front.close();
    for (const answer of answers) expect(await (await answer).json()).toMatchObject({ id: 1, error: { code: -32000 } });
  });

  it('is kept alive as a stream while nothing comes', async () => {
    const clock = createFakeClock();
    const { accept, links } = answering(() => []);
    const { url, front } = await openFront({ accept, clock });
    const answer = postStateless(url, 'tools/call', { params: { name: 't' } });
    await waitUntil(() => links.length === 1);
    clock.advance(15_000);
    expect((await answer).headers.get('content-type')).toBe('text/event-stream');
    await front.close();
    expect(messagesIn(await readEvents(await answer))).toMatchObject([{ id: 1, error: {} }]);
  });

  it.each([
    [-32002, -32602, 200],
    [-32601, -32601, 200],
    [-32021, -32021, 400],
  ])('shows the error %i of a server as %i with status %i', async (code, shown, status) => {
    const { url } = await openFront(
      answering((id) => [createErrorResponse(id, { code, message: 'no', data: { uri: 'a:b' } })]),
    );
    const answer = await postStateless(url, 'resources/read', { params: { uri: 'a:b' } });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ id: 1, error: { code: shown, message: 'no', data: { uri: 'a:b' } } });
  });

  it('discovers what a handshake would have told', async () => {
    const greeting = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'n', version: '2' },
      instructions: 'Be kind.',
    };
    const { url } = await openFront(answering((id) => [createResponse(id, JSON.stringify(greeting))]));
    expect(await (await postStateless(url, 'server/discover')).json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        supportedVersions: ['2026-07-28'],
        capabilities: greeting.capabilities,
        instructions: 'Be kind.',
        _meta: { 'io.modelcontextprotocol/serverInfo': greeting.serverInfo },
        resultType: 'complete',
        ttlMs: 0,
        cacheScope: 'private',
      },
    });
  });

  it('leaves no room taken, however it ends', async () => {
    const { accept, links } = answering((id, { method }) =>
      method === 'tools/call' ? [] : [createResponse(id, '{}')],
    );
    const { url } = await openFront({ accept, limits: { maxStatelessRequests: 1 } });
    const leave = async (method: string, params: Readonly<Record<string, unknown>>): Promise<void> => {
      const stop = new AbortController();
      const before = links.length;
      const answer = postStateless(url, method, { params, signal: stop.signal }).catch(() => undefined);
      await waitUntil(() => links.length > before);
      stop.abort();
      await answer;
      await links.at(-1)?.closed;
    };
    for (let round = 0; round < 3; round++) {
      expect((await postStateless(url, 'tools/list')).status).toBe(200);
      await leave('tools/call', { name: 't' });
      await leave('subscriptions/listen', { notifications: { toolsListChanged: true } });
    }
    expect(links).toHaveLength(9);
  });

  it('leaves sessions beside it alone', async () => {
    const { url, front } = await openFront();
    const session = await openSession(url);
    await postStateless(url, 'tools/list');
    expect(await readMessages(await session.post(ask(1, 'tools/list')))).toEqual([
      { jsonrpc: '2.0', id: 1, result: { method: 'tools/list' } },
    ]);
    expect(front.sessions).toBe(1);
  });
});

type Refused = [what: string, method: string, post: StatelessPost, answer: [status: number, code: number]];

describe('what is refused without a session', () => {
  const { 'io.modelcontextprotocol/clientCapabilities': _capabilities, ...incapable } = ENVELOPE;
  const { 'io.modelcontextprotocol/protocolVersion': _version, ...unversioned } = ENVELOPE;
  const future = { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
  const call = { params: { name: 'wörld' } };
  const base64 = (name: string): string => `=?base64?${Buffer.from(name).toString('base64')}?=`;

  it.each<Refused>([
    ['no envelope', 'tools/list', { meta: {} }, [400, -32602]],
    ['no revision', 'server/discover', { meta: unversioned }, [400, -32602]],
    ['no capabilities', 'tools/list', { meta: incapable }, [400, -32602]],
    [
      'a wrong log level',
      'tools/list',
      { meta: { ...ENVELOPE, 'io.modelcontextprotocol/logLevel': 1 } },
      [400, -32602],
    ],
    ['another revision in the body', 'tools/list', { meta: future }, [400, -32020]],
    [
      'another revision',
      'tools/list',
      { meta: future, headers: { 'mcp-protocol-version': '2099-01-01' } },
      [400, -32022],
    ],
    ['no header with the revision', 'tools/list', { headers: { 'mcp-protocol-version': '' } }, [400, -32020]],
    ['no header with the method', 'tools/list', { headers: { 'mcp-method': '' } }, [400, -32020]],
    ['another method in the header', 'tools/list', { headers: { 'mcp-method': 'TOOLS/LIST' } }, [400, -32020]],
    ['no header with the name', 'tools/call', { ...call, headers: { 'mcp-name': '' } }, [400, -32020]],
    ['another name in the header', 'tools/call', { ...call, headers: { 'mcp-name': base64('word') } }, [400, -32020]],
    [
      'a name that is no Base64',
      'tools/call',
      { ...call, headers: { 'mcp-name': '=?base64?d8O2?x?=' } },
      [400, -32020],
    ],
    ['a method that is gone', 'ping', {}, [404, -32601]],
    ['a handshake', 'initialize', {}, [404, -32601]],
    ['a subscription of the other era', 'resources/subscribe', {}, [404, -32601]],
    ['a method of our own', 'toolyard/state', {}, [404, -32601]],
    ['the name of an inherited member', 'constructor', {}, [404, -32601]],
    ['listening for nothing', 'subscriptions/listen', {}, [400, -32602]],
  ])('%s', async (_what, method, post, [status, code]) => {
    const { url, accepted } = await openFront();
    const answer = await postStateless(url, method, { id: 'x', ...post });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ id: 'x', error: { code } });
    expect(accepted).toEqual([]);
  });

  it('says which revisions there are', async () => {
    const { url } = await openFront();
    const headers = { 'mcp-protocol-version': '2099-01-01' };
    const answer = await postStateless(url, 'tools/list', { meta: future, headers });
    const data = { supported: ['2026-07-28'], requested: '2099-01-01' };
    expect(await answer.json()).toMatchObject({ error: { data } });
  });

  it('takes a name in Base64', async () => {
    const { url } = await openFront();
    const answer = await postStateless(url, 'tools/call', { ...call, headers: { 'mcp-name': base64('wörld') } });
    expect(answer.status).toBe(200);
  });

  it('does not take batches', async () => {
    const { url, accepted } = await openFront();
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: ENVELOPE } };
    const body = JSON.stringify([message, message]);
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: HEADERS, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: -32600 } }]);
    expect(accepted).toEqual([]);
  });

  it('takes no more requests at once than there may be, and sessions beside them', async () => {
    const { accept, links } = answering(() => []);
    const { url } = await openFront({ accept, limits: { maxStatelessRequests: 1 } });
    const stop = new AbortController();
    const first = postStateless(url, 'tools/list', { signal: stop.signal });
    await waitUntil(() => links.length === 1);
    expect((await postStateless(url, 'tools/list')).status).toBe(503);
    const session = { method: 'POST', headers: HEADERS, body: handshake(), signal: stop.signal };
    expect((await fetch(`${url}/mcp`, session)).status).toBe(200);
    stop.abort();
    await expect(first).rejects.toThrow('aborted');
  });
});

describe('headers that repeat arguments', () => {
  const toolSchema = (name: string): unknown =>
    name === 't' ? { properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } } : undefined;
  const call = { params: { name: 't', arguments: { region: 'eu' } } };

  it('must say the same, where the schemas of tools are known', async () => {
    const { url, accepted } = await openFront({ toolSchema });
    const wrong = await postStateless(url, 'tools/call', { id: 'x', ...call });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { id: 'x', error: { code: -32020 } }]);
    expect(accepted).toEqual([]);
    const right = await postStateless(url, 'tools/call', { ...call, headers: { 'mcp-param-region': 'eu' } });
    expect(right.status).toBe(200);
    expect((await postStateless(url, 'tools/call', { params: { name: 'other' } })).status).toBe(200);
  });

  it('are not looked at where they are not known', async () => {
    const { url } = await openFront();
    const answer = await postStateless(url, 'tools/call', { ...call, headers: { 'mcp-param-region': 'us' } });
    expect(answer.status).toBe(200);
  });
});
