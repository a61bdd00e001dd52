import { expect, it } from 'vitest';
import { fixture } from './harness/create-yard-folder.ts';
import { describeStatelessClient, WAYS } from './harness/describe-stateless-client.ts';
import { startGateway } from './harness/start-gateway.ts';
import { createSharedFolder } from './shared/shared-folder.ts';

for (const way of WAYS) describeStatelessClient(way);

it.each([[[]], [['--shared']]])('writes reports of progress before the answer over stdio %j', async (words) => {
  const gateway = startGateway(createSharedFolder({ full: fixture('full') }), { words });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    progressToken: 'mine',
  };
  gateway.send({ id: 'c', method: 'tools/call', params: { name: 'full__progress', arguments: {}, _meta: meta } });
  await gateway.answerTo('c');
  const report = (progress: number): object => ({ params: { progressToken: 'mine', progress } });
  expect(gateway.messages).toMatchObject([report(1), report(2), report(3), { id: 'c', result: {} }]);
});

it('serves both eras on one pipe at the same time', async () => {
  const gateway = startGateway(createSharedFolder({ echo: fixture('echo') }));
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  gateway.send({ id: 'd', method: 'server/discover', params: { _meta: meta } });
  expect((await gateway.answerTo('d')).result).toMatchObject({ supportedVersions: ['2026-07-28'] });
  await gateway.initialize();
  expect(await gateway.text('echo__echo', { text: 'with a session' })).toBe('with a session');
  const params = { name: 'echo__echo', arguments: { text: 'without' }, _meta: meta };
  gateway.send({ id: 'c', method: 'tools/call', params });
  expect((await gateway.answerTo('c')).result).toMatchObject({
    content: [{ text: 'without' }],
    resultType: 'complete',
  });
  expect((await gateway.close()).code).toBe(0);
});
