import { expect, it } from 'vitest';
import { HEADERS, openSession } from '../../integration/http/open-front.ts';
import { ENVELOPE } from '../../integration/http/post-stateless.ts';
import { createYardFolder, fixture } from '../harness/create-yard-folder.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { startHttp } from '../http/start-http.ts';

const IDS = ['1e400', '-1e400', '9007199254740993', '9007199254740992', '0.1234567890123456789', '"1e400"'];

const call = (id: string, meta = '{"progressToken":1e400}'): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo__echo","arguments":{"text":"x"},"_meta":${meta}}}`;

it('answers each request under the id as it was written, over pipes and HTTP, joined or not', async () => {
  const place = createYardFolder({ echo: fixture('echo') }, { listWaitMs: 60_000 });
  const own = await openGateway(place);
  await own.toolNames();
  for (const client of [own, await openGateway(place)]) {
    for (const id of IDS) client.write(`${call(id)}\n`);
    for (const id of IDS) await client.saw(({ line }) => line.includes(`"id":${id},`));
  }
  const { url } = await startHttp(place);
  const { origin } = new URL(url);
  const session = await openSession(origin);
  const headers = {
    ...HEADERS,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'echo__echo',
  };
  for (const id of IDS) {
    expect(await (await session.post(call(id))).text()).toContain(`"id":${id},"result"`);
    const body = call(id, JSON.stringify(ENVELOPE));
    expect(await (await fetch(`${origin}/mcp`, { method: 'POST', headers, body })).text()).toContain(
      `"id":${id},"result"`,
    );
  }
});
