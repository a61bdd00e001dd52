import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { startMcpHttpServer, type McpHttpServer } from '@toolyard/testing';
import { expect, onTestFinished } from 'vitest';
import { startHttp } from '../http/start-http.ts';
import { createYardFolder, type YardFolder } from './create-yard-folder.ts';

/** Generous, since all of them are asked at once. */
export const WAIT_MS = 120_000;

/** What comes of it where a client hears its own question. */
export const heard = (name: string): object => ({
  question: `for ${name}`,
  result: { action: 'accept', content: { answer: `${name} heard for ${name}` } },
});

/** The names of so many clients. */
export const namesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `client ${n}`);

/** Connects so many clients, lets all of them be asked at once, and gives what came of it. */
export async function converseOverHttp(place: YardFolder, count: number): Promise<unknown[]> {
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

/** One server at a URL asks so many clients at once, each of which hears its own question. */
export async function expectAskedAtUrl(count: number): Promise<void> {
  const server = await startAskingServer();
  onTestFinished(() => server.stop());
  const place = createYardFolder({ asks: { type: 'http', url: server.url, era: 'legacy' } }, { listWaitMs: 60_000 });
  expect(await converseOverHttp(place, count)).toMatchObject(namesOf(count).map(heard));
  const greetings = server.requests
    .filter(({ body }) => body.includes('"initialize"'))
    .map(({ body }) => JSON.parse(body).params.capabilities);
  expect(greetings).toEqual([{}, { elicitation: {} }]);
}
