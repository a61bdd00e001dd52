import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { findProcesses, startMcpHttpServer, waitUntil, type McpHttpServer } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMarker, createYardFolder, fixture, type YardFolder } from './harness/create-yard-folder.ts';
import { textOf, type RawClient } from './harness/raw-client.ts';
import { startGateway } from './harness/start-gateway.ts';
import { startHttp } from './http/start-http.ts';

const WAIT_MS = 120_000;

function createFolder(): { place: YardFolder; marker: string } {
  const marker = createMarker();
  const asks = { ...fixture('asks', [], marker), sharing: 'per-session' };
  return { place: createYardFolder({ asks, echo: fixture('echo') }, { listWaitMs: 60_000 }), marker };
}

async function open(place: YardFolder): Promise<RawClient> {
  const client = startGateway(place);
  await client.initialize('2025-11-25', { elicitation: {} });
  await client.toolNames();
  return client;
}

/** Calls the tool that asks, answers as `name`, and gives what came of it. */
async function converse(client: RawClient, name: string): Promise<unknown> {
  const id = client.ask('tools/call', { name: 'asks__ask', arguments: { question: `for ${name}` } });
  const question = await client.saw((message) => message.method === 'elicitation/create', WAIT_MS);
  const content = { answer: `${name} heard ${String(question.params?.['message'])}` };
  client.send({ id: question.id, result: { action: 'accept', content } });
  return JSON.parse(textOf(await client.answerTo(id, WAIT_MS)));
}

const heard = (name: string): object => ({
  question: `for ${name}`,
  result: { action: 'accept', content: { answer: `${name} heard for ${name}` } },
});

describe('the built gateway', { timeout: 300_000 }, () => {
  it('passes questions on, also to clients that have joined from another process, each by a server of its own', async () => {
    const { place, marker } = createFolder();
    const host = await open(place);
    const joined = [await open(place), await open(place)];
    const clients = [host, ...joined];
    const results = await Promise.all(clients.map((client, n) => converse(client, `client ${n}`)));
    expect(results).toMatchObject(clients.map((_, n) => heard(`client ${n}`)));
    expect(findProcesses(marker)).toHaveLength(3);
    await joined[0]?.close();
    await waitUntil(() => findProcesses(marker).length === 2, WAIT_MS);
    expect(clients.map((client) => client.noise)).toEqual([[], [], []]);
  });

  it('passes questions on over HTTP, to 20 clients at once', async () => {
    const { place, marker } = createFolder();
    expect(await converseOverHttp(place, 20)).toMatchObject(namesOf(20).map(heard));
    expect(findProcesses(marker)).toHaveLength(20);
  });

  it('passes the questions of one server at a URL on to 200 clients at once', async () => {
    const server = await startAskingServer();
    onTestFinished(() => server.stop());
    const place = createYardFolder({ asks: { type: 'http', url: server.url, era: 'legacy' } }, { listWaitMs: 60_000 });
    expect(await converseOverHttp(place, 200)).toMatchObject(namesOf(200).map(heard));
    const greetings = server.requests
      .filter(({ body }) => body.includes('"initialize"'))
      .map(({ body }) => JSON.parse(body).params.capabilities);
    expect(greetings).toEqual([{}, { elicitation: {} }]);
  });
});

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `client ${n}`);

/** Connects so many clients, lets all of them be asked at once, and gives what came of it. */
async function converseOverHttp(place: YardFolder, count: number): Promise<unknown[]> {
  const { url } = await startHttp(place);
  const connect = async (name: string): Promise<Client> => {
    const client = new Client({ name, version: '1' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
      action: 'accept',
      content: { answer: `${name} heard ${params.message}` },
    }));
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    onTestFinished(() => client.close());
    return client;
  };
  const clients = await Promise.all(namesOf(count).map(connect));
  return Promise.all(
    clients.map(async (client, n) => {
      const params = { name: 'asks__ask', arguments: { question: `for client ${n}` } };
      const { content } = await client.callTool(params, undefined, { timeout: WAIT_MS });
      return JSON.parse((content as { text: string }[])[0]?.text ?? '');
    }),
  );
}

/** A server whose tool `ask` asks on the stream of its call, and answers with what came back. */
async function startAskingServer(): Promise<McpHttpServer> {
  const asked = new Map<unknown, (result: unknown) => void>();
  return startMcpHttpServer({
    tools: ['ask'],
    take({ method, body }, response) {
      const message = method === 'POST' ? JSON.parse(body) : {};
      if (message.method === undefined && message.id !== undefined) {
        asked.get(message.id)?.(message.result);
        response.writeHead(202).end();
        return true;
      }
      if (message.method !== 'tools/call') return false;
      const { question } = message.params.arguments;
      const id = `about ${message.id}`;
      const write = (sent: object): boolean =>
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...sent })}\n\n`);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      asked.set(id, (result) => {
        const text = JSON.stringify({ question, result });
        write({ id: message.id, result: { content: [{ type: 'text', text }] } });
        response.end();
      });
      write({ id, method: 'elicitation/create', params: { message: question, requestedSchema: FORM } });
      return true;
    },
  });
}

const FORM = { type: 'object', properties: { answer: { type: 'string' } } };
