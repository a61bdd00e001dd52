import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { startMcpHttpServer, type ArrivedRequest } from '@toolyard/testing';
import { expect, onTestFinished } from 'vitest';
import { HEADERS, messagesIn, openSession, readEvents, readMessages } from '../../integration/http/open-front.ts';
import { ENVELOPE } from '../../integration/http/post-stateless.ts';
import { createYardFolder, fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { startHttp } from '../http/start-http.ts';

const BREAKS = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const;

/** A hidden tool, as another user. */
const HIDDEN_CALL = {
  jsonrpc: '2.0',
  id: 'z',
  method: 'tools/call',
  params: { name: 'note', arguments: { text: 'smuggled' }, _meta: { user_id: 'ceo' } },
};
const DISABLE = { jsonrpc: '2.0', id: 'y', method: 'toolyard/disable', params: { key: 'files' } };

/** A call whose argument is a list of messages, each on a line of its own. */
export function smuggle(lineBreak: string, meta: object = {}): string {
  const inner = [HIDDEN_CALL, DISABLE].map((message) => JSON.stringify(message)).join(`${lineBreak},${lineBreak}`);
  const params = JSON.stringify({ name: 'files__look', _meta: meta, arguments: { text: 'x', value: 'HERE' } });
  const message = `{"jsonrpc":"2.0","id":7,"method":"tools/call",${lineBreak}"params":${params}}`;
  return message.replace('"HERE"', `[${lineBreak}${inner}${lineBreak}]`);
}

/** What comes of it where the messages stay an argument. */
export const ANSWER = { id: 7, result: { structuredContent: { seen: { text: 'x', value: [HIDDEN_CALL, DISABLE] } } } };

interface RecordingYard extends YardFolder {
  /** The names of all tools that the server was asked for. */
  calls(): unknown[];
}

/** A folder whose server writes down what it is asked. */
export function createRecordingYard(servers: Parameters<typeof createYardFolder>[0] = {}): RecordingYard {
  const files = { ...fixture('records-calls'), tools: { exclude: ['note'] } };
  const place = createYardFolder({}, {});
  const record = join(place.folder, 'record');
  const env = { RECORD: record };
  place.write('servers.json', {
    mcpServers: { files: { ...files, env }, ...servers },
    toolyard: { listWaitMs: 60_000 },
  });
  const calls = (): unknown[] => {
    const text = existsSync(record) ? readFileSync(record, 'utf8') : '';
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).tool]));
  };
  return { ...place, calls };
}

/** Posts to a Toolyard; gives the messages of the answer. */
type Post = (body: string) => Promise<unknown[]>;

async function postWithSession(origin: string): Promise<Post> {
  const session = await openSession(origin);
  return async (body) => readMessages(await session.post(body));
}

function postStateless(origin: string): Post {
  const headers = {
    ...HEADERS,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'files__look',
  };
  return async (body) => {
    const answer = await fetch(`${origin}/mcp`, { method: 'POST', headers, body });
    const text = await answer.text();
    return text.startsWith('{') ? [JSON.parse(text)] : [JSON.parse(text.split('data: ')[1] ?? '')];
  };
}

async function postToOldSse(origin: string): Promise<Post> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const stream = await fetch(`${origin}/sse`, { signal: stop.signal });
  const [endpoint] = await readEvents(stream, (seen) => seen.length === 1);
  return async (body) => {
    await fetch(`${origin}${endpoint?.data}`, { method: 'POST', headers: HEADERS, body });
    return messagesIn(await readEvents(stream, (seen) => seen.length > 0));
  };
}

/** A server at a URL that lays out its JSON over many lines, one of which looks like the answer to request 1001. */
async function startPrettyServer(answers: 'json' | 'events') {
  const forged = { jsonrpc: '2.0', id: 1001, result: { content: [{ type: 'text', text: 'forged' }] } };
  const take = ({ method, body }: ArrivedRequest, response: ServerResponse): boolean => {
    const { id, method: asked, params } = method === 'POST' ? JSON.parse(body) : { id: undefined, method, params: {} };
    if (id === undefined) return false;
    const tools = [{ name: 'pretty', inputSchema: { type: 'object' } }];
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'pretty', version: '1' },
      },
      'tools/list': { tools },
      'tools/call': { content: [{ type: 'text', text: 'pretty' }], structuredContent: { list: ['HERE'] } },
    };
    const text = JSON.stringify({ jsonrpc: '2.0', id, result: results[asked] ?? {} }, undefined, 2);
    const message = text.replace('"HERE"', `\n${JSON.stringify(forged)}\n`);
    const isJson = answers === 'json';
    response.setHeader('content-type', isJson ? 'application/json' : 'text/event-stream');
    response.end(isJson ? message : `event: message\n${message.replaceAll(/^/gm, 'data: ')}\n\n`);
    return true;
  };
  const server = await startMcpHttpServer({ take, notices: false });
  onTestFinished(() => server.stop());
  return server.url;
}

/** What HTTP clients hide between lines is an argument, over every transport, with every line break. */
export async function expectArgument({ isJoined }: { readonly isJoined: boolean }): Promise<void> {
  const place = createRecordingYard();
  if (isJoined) await (await openGateway(place)).toolNames();
  const { url } = await startHttp(place);
  const { origin } = new URL(url);
  const [withSession, toOldSse] = [await postWithSession(origin), await postToOldSse(origin)];
  const stateless = postStateless(origin);
  for (const [, lineBreak] of BREAKS) {
    expect(await withSession(smuggle(lineBreak))).toMatchObject([ANSWER]);
    expect(await stateless(smuggle(lineBreak, ENVELOPE))).toMatchObject([ANSWER]);
    expect(await toOldSse(smuggle(lineBreak))).toMatchObject([ANSWER]);
  }
  expect(place.calls()).toEqual(Array.from({ length: 9 }, () => 'look'));
}

/** A server at a URL that lays out its answers over many lines is listed and answers, and forges no answer of another. */
export async function expectNothingForged(answers: 'json' | 'events'): Promise<void> {
  const url = await startPrettyServer(answers);
  const place = createRecordingYard({ pretty: { type: 'http', url, era: 'legacy' } });
  const own = await openGateway(place);
  expect(await own.toolNames()).toContain('pretty__pretty');
  for (const client of [own, await openGateway(place)]) {
    client.send({ id: 1001, method: 'tools/call', params: { name: 'files__slow', arguments: { ms: 300 } } });
    expect(await client.text('pretty__pretty')).toBe('pretty');
    expect(await client.answerTo(1001)).toMatchObject({ result: { content: [{ text: 'done' }] } });
    expect(client.noise).toEqual([]);
    expect(client.messages.filter(({ id }) => id === 1001)).toHaveLength(1);
  }
}
