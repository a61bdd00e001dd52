import { describe, expect, it } from 'vitest';
import { createYardFolder, fixture } from './harness/create-yard-folder.ts';
import { textOf } from './harness/raw-client.ts';
import { startGateway } from './harness/start-gateway.ts';

const CASES: readonly (readonly [string, string, object])[] = [
  ['both eras, found out', 'serve', {}],
  ['both eras, with the handshake', 'serve', { era: 'legacy' }],
  ['no handshake, found out', 'reject', {}],
  ['no handshake, as configured', 'reject', { era: '2026-07-28' }],
];

describe('a server made with the official SDK', () => {
  it.each(CASES)('that knows %s: is listed, called, and asks', async (_, legacy, more) => {
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
  });
});
