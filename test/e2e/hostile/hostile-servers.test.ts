import { findProcesses, waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { ask, HEADERS, openSession, readEvents, readMessages } from '../../integration/http/open-front.ts';
import { ENVELOPE } from '../../integration/http/post-stateless.ts';
import { runIn } from '../shared/shared-folder.ts';
import { createMarker, createYardFolder, fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { startHttp } from '../http/start-http.ts';

const KINDS = ['deep-capabilities', 'deep-definition', 'doubled-meta', 'deep-answer'];
const TOO_DEEP = 'The message is nested more than 1,000 levels deep and was refused.';

function createOddYard(marker: string): YardFolder {
  const odd = KINDS.map((kind) => [kind, fixture('sends-odd-json', [kind], marker)]);
  return createYardFolder({ ...Object.fromEntries(odd), echo: fixture('echo', [], marker) }, { listWaitMs: 5000 });
}

it('servers whose JSON is hard to take lose what they sent, and nobody else loses anything', async () => {
  const marker = createMarker();
  const place = createOddYard(marker);
  const own = await openGateway(place);
  const joined = await openGateway(place);
  const { url, stop } = await startHttp(place);
  const http = await openSession(new URL(url).origin);
  for (const client of [own, joined]) {
    expect(await client.toolNames()).toEqual(expect.arrayContaining(['doubled-meta__odd', 'echo__echo']));
    expect(await client.text('echo__echo', { text: 'still here' })).toBe('still here');
    expect((await client.call('deep-answer__odd')).error?.message).toContain(TOO_DEEP);
    expect(await client.text('doubled-meta__odd')).toBe('odd');
    expect(await client.text('echo__echo', { text: 'and now' })).toBe('and now');
  }
  const params = { name: 'echo__echo', arguments: { text: 'over HTTP' } };
  for (const id of [1, 2]) {
    await readEvents(await http.post(ask(`deep-${id}`, 'tools/call', { name: 'deep-answer__odd' })));
    await readEvents(await http.post(ask(`list-${id}`, 'tools/list')));
    expect(await readMessages(await http.post(ask(id, 'tools/call', params)))).toMatchObject([
      { id, result: { content: [{ text: 'over HTTP' }] } },
    ]);
  }
  const { stdout } = await runIn(place, 'status', '--json');
  const { servers } = JSON.parse(stdout) as { servers: { key: string; state: string; reason?: string }[] };
  const reasonOf = (wanted: string): unknown => servers.find(({ key }) => key === wanted)?.reason;
  expect(reasonOf('deep-capabilities')).toContain(TOO_DEEP);
  expect(reasonOf('deep-definition')).toContain(TOO_DEEP);
  expect(await stop()).toBe(0);
  expect((await joined.close()).code).toBe(0);
  expect((await own.close()).code).toBe(0);
  await waitUntil(() => findProcesses(marker).length === 0, 20_000);
});

it('a request that is nested too deeply is refused with its own error, over every transport', async () => {
  const place = createYardFolder({ echo: fixture('echo') }, { listWaitMs: 60_000 });
  const own = await openGateway(place);
  const joined = await openGateway(place);
  const deep = (meta: object): string =>
    ask('deep', 'tools/call', { name: 'echo__echo', arguments: { text: 'HERE' }, _meta: meta }).replace(
      '"HERE"',
      '['.repeat(6000) + ']'.repeat(6000),
    );
  for (const client of [own, joined]) {
    client.write(`${deep({})}\n`);
    expect((await client.answerTo('deep')).error).toEqual({ code: -32600, message: TOO_DEEP });
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
  for (const answer of [
    await session.post(deep({})),
    await session.post(`[${deep({})}]`, { 'mcp-protocol-version': '2025-03-26' }),
    await fetch(`${origin}/mcp`, { method: 'POST', headers, body: deep(ENVELOPE) }),
  ]) {
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ id: 'deep', error: { code: -32600, message: TOO_DEEP } });
  }
});
