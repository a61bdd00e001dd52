import { Client, StreamableHTTPClientTransport, type ClientCapabilities } from '@modelcontextprotocol/client';
import { waitUntil, type FakeServerOptions } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openTestGateway } from '../open-test-gateway.ts';
import { openFront } from './open-front.ts';

/** The SDK's client of revision 2026-07-28, through a gateway, with a server of the handshake era. */
async function openClient(capabilities: ClientCapabilities = {}, options: Partial<FakeServerOptions> = {}) {
  const opened = openTestGateway({ s: { tools: ['t'], ...options } }, undefined, false);
  const { url, front } = await openFront({ accept: (link, about) => void opened.gateway.accept(link, about) });
  await waitUntil(() => opened.yard.server('s')?.state === 'running');
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  onTestFinished(() => client.close());
  return { ...opened, client, front };
}

it('serves the SDK client of the stateless revision', async () => {
  const { client, front } = await openClient();
  expect(client.getServerVersion()).toEqual({ name: 'toolyard', version: '1.2.3' });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['s__t']);
  expect(await client.callTool({ name: 's__t', arguments: { a: 1 } })).toMatchObject({ content: [{ type: 'text' }] });
  await expect(client.callTool({ name: 'none' })).rejects.toMatchObject({ code: -32602 });
  await expect(client.readResource({ uri: 'a:none' })).rejects.toMatchObject({ code: -32602 });
  expect(front.sessions).toBe(0);
});

it('tells the SDK client of changes that it listens for', async () => {
  const { client, server, clock } = await openClient();
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1));
  const subscription = await client.listen({ toolsListChanged: true });
  server('s').offer(['t', 'u']);
  await waitUntil(() => {
    clock.advance(50);
    return changes > 0;
  });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['s__t', 's__u']);
  await subscription.close();
});

it('puts the question of a server of the handshake era to the SDK client, twice in a row', async () => {
  const { client, server } = await openClient({ elicitation: { form: {} } }, { call: () => undefined });
  const asked: unknown[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: { name: `Alice ${asked.length}` } };
  });
  const calling = client.callTool({ name: 's__t' });
  await waitUntil(() => server('s').received.some(({ method }) => method === 'tools/call'));
  const call = server('s').received.find(({ method }) => method === 'tools/call');
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
  const answers: unknown[] = [];
  for (const message of ['Who are you?', 'Really?']) {
    const answer = await server('s').ask('elicitation/create', { message, requestedSchema });
    answers.push(answer.value('result'));
  }
  if (call !== undefined) server('s').answer(call, { content: [{ type: 'text', text: 'done' }] });
  expect(await calling).toMatchObject({ content: [{ text: 'done' }] });
  expect(asked).toEqual(['Who are you?', 'Really?']);
  expect(answers).toMatchObject([{ content: { name: 'Alice 1' } }, { content: { name: 'Alice 2' } }]);
});

it('refuses a question that the SDK client cannot be asked', async () => {
  const { client, server } = await openClient({}, { call: () => undefined });
  const calling = client.callTool({ name: 's__t' });
  await waitUntil(() => server('s').received.some(({ method }) => method === 'tools/call'));
  const call = server('s').received.find(({ method }) => method === 'tools/call');
  const answer = await server('s').ask('elicitation/create', { message: 'Who are you?', requestedSchema: {} });
  expect(answer.value('error')).toMatchObject({ code: -32601 });
  if (call !== undefined) server('s').answer(call, { content: [{ type: 'text', text: 'done' }] });
  expect(await calling).toMatchObject({ content: [{ text: 'done' }] });
});
