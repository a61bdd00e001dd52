import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openTestGateway } from '../open-test-gateway.ts';
import { openFront } from './open-front.ts';

/** The SDK's client of revision 2026-07-28, through a gateway, with a server of the handshake era. */
async function openClient() {
  const opened = openTestGateway({ s: { tools: ['t'] } }, undefined, false);
  const { url, front } = await openFront({ accept: (link) => void opened.gateway.accept(link) });
  await waitUntil(() => opened.yard.server('s')?.state === 'running');
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
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
