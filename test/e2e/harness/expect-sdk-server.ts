import { expect } from 'vitest';
import { createYardFolder, fixture, type Entry } from './create-yard-folder.ts';
import { textOf } from './raw-client.ts';
import { startGateway } from './start-gateway.ts';

/** A server made with the official SDK, which does this to the handshake, is listed, called, and asks. */
export async function expectSdkServer(legacy: 'serve' | 'reject', more: Entry = {}): Promise<void> {
  const yard = createYardFolder();
  yard.write('servers.json', { mcpServers: { sdk: { ...fixture('sdk-server', [legacy]), ...more } } });
  const client = startGateway(yard);
  await client.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'raw', version: '1' },
  });
  client.notify('notifications/initialized');
  expect(await client.toolNames()).toEqual(['sdk__echo', 'sdk__ask']);
  expect(textOf(await client.call('sdk__echo', { text: 'hi' }))).toBe('hi');
  const id = client.ask('tools/call', { name: 'sdk__ask', arguments: {} });
  const question = await client.saw(({ method }) => method === 'elicitation/create');
  expect(question.params).toMatchObject({ message: 'Who are you?' });
  client.send({ id: question.id, result: { action: 'accept', content: { name: 'Ada' } } });
  expect(textOf(await client.answerTo(id))).toBe('hello Ada');
}
