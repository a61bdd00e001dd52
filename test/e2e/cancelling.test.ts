import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createYardFolder, fixture } from './harness/create-yard-folder.ts';
import { openGateway } from './harness/start-gateway.ts';

const FLIGHT = 51;
const CHOSEN = 25;

it('cancels the right one of 51 calls in flight, and only that', async () => {
  const gateway = await openGateway(
    createYardFolder({ one: fixture('records-cancel'), other: fixture('records-cancel') }, { concurrentLimit: -1 }),
  );
  await gateway.toolNames();
  // A call to the other server first, so that ids of client and server cannot be equal by chance.
  gateway.ask('tools/call', { name: 'other__wait', arguments: {} });
  const ids = Array.from({ length: FLIGHT }, (_, n) =>
    gateway.ask('tools/call', { name: 'one__wait', arguments: { n }, _meta: { progressToken: `token-${n}` } }),
  );
  await gateway.saw((message) => message.params?.['progressToken'] === `token-${FLIGHT - 1}`);
  gateway.notify('notifications/cancelled', { requestId: ids[CHOSEN], reason: 'changed my mind' });
  // Messages to one server stay in order, so this answer comes after the cancellation was read.
  expect(JSON.parse(await gateway.text('one__cancelled'))).toEqual([{ n: CHOSEN }]);
  expect(JSON.parse(await gateway.text('other__cancelled'))).toEqual([]);

  expect(await gateway.text('one__release')).toBe(String(FLIGHT - 1));
  const others = ids.filter((_, n) => n !== CHOSEN);
  const answers = await Promise.all(others.map((id) => gateway.answerTo(id)));
  expect(answers.map((answer) => answer.result?.['content'])).toEqual(
    ids.flatMap((_, n) => (n === CHOSEN ? [] : [[{ type: 'text', text: `released {"n":${n}}` }]])),
  );
  expect(gateway.messages.filter((message) => message.id === ids[CHOSEN])).toEqual([]);
});

it('takes back a call that still waits for its turn, and lets the next one have the place of a cancelled one', async () => {
  const gateway = await openGateway(createYardFolder({ one: fixture('records-cancel') }, { concurrentLimit: 2 }));
  await gateway.toolNames();
  const ids = [0, 1, 2].map((n) =>
    gateway.ask('tools/call', { name: 'one__wait', arguments: { n }, _meta: { progressToken: `token-${n}` } }),
  );
  await gateway.saw((message) => message.params?.['progressToken'] === 'token-1');
  for (const requestId of [ids[2], ids[1]]) gateway.notify('notifications/cancelled', { requestId });
  expect(JSON.parse(await gateway.text('one__cancelled'))).toEqual([{ n: 1 }]);
  expect(await gateway.text('one__release')).toBe('1');
  expect((await gateway.answerTo(ids[0])).result).toEqual({ content: [{ type: 'text', text: 'released {"n":0}' }] });
  expect(gateway.messages.filter(({ params }) => params?.['progressToken'] === 'token-2')).toEqual([]);
});

it('cancels what is in flight when the client goes away', async () => {
  const place = createYardFolder();
  const proof = join(place.folder, 'cancelled');
  const witness = place.write(
    'witness.mjs',
    `import { writeFileSync } from 'node:fs';
     import { serve, tool } from ${JSON.stringify(fixturePath('mcp-server.mjs'))};
     const wait = (_args, { signal, notify }) => new Promise(() => {
       notify('notifications/message', { level: 'info', data: 'it has come' });
       signal.addEventListener('abort', () => writeFileSync(${JSON.stringify(proof)}, ''));
     });
     serve({ name: 'witness', tools: [tool('wait', wait)], capabilities: { logging: {} } });`,
  );
  place.write('servers.json', { mcpServers: { witness: { command: process.execPath, args: [witness] } } });
  const gateway = await openGateway(place);
  gateway.ask('tools/call', { name: 'witness:wait', arguments: {} });
  await gateway.saw((message) => message.method === 'notifications/message');
  expect(await gateway.close()).toMatchObject({ code: 0, signal: null });
  expect(existsSync(proof)).toBe(true);
});
