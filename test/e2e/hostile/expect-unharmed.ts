import { Agent, request } from 'node:http';
import {
  createClientTemplates,
  createHostileMessage,
  createRandom,
  findProcesses,
  toStatelessTemplate,
  waitUntil,
} from '@toolyard/testing';
import { expect, onTestFinished } from 'vitest';
import { ask, HEADERS, openSession, readMessages } from '../../integration/http/open-front.ts';
import { createMarker, createYardFolder, fixture } from '../harness/create-yard-folder.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { startHttp } from '../http/start-http.ts';

const BATCHES = 8;
const MESSAGES = 120;

/** Posts without waiting for what a stream may still bring; resolves when the status is there. */
function createPoster(
  origin: string,
): (body: Uint8Array, headers: Readonly<Record<string, string>>) => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  onTestFinished(() => agent.destroy());
  return (body, headers) =>
    new Promise((resolve, reject) => {
      const sent = request(`${origin}/mcp`, { method: 'POST', agent, headers: { ...HEADERS, ...headers } });
      sent.setTimeout(500, () => sent.destroy(new Error('no more')));
      sent.on('error', (error) => (error.message === 'no more' ? resolve(0) : reject(error)));
      sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
      sent.end(body);
    });
}

/** Hostile bodies of both eras leave other clients, and the process, as they were. */
export async function expectUnharmed({ isJoined }: { readonly isJoined: boolean }): Promise<void> {
  const marker = createMarker();
  const place = createYardFolder({ echo: fixture('echo', [], marker) }, { listWaitMs: 60_000, concurrentLimit: -1 });
  const holder = isJoined ? await openGateway(place) : undefined;
  await holder?.toolNames();
  const { url, running, stop } = await startHttp(place);
  const { origin } = new URL(url);
  const bystander = await openSession(origin);
  const hostile = await openSession(origin);
  const post = createPoster(origin);
  const random = createRandom(14_007);
  const templates = createClientTemplates('echo__echo');
  for (let batch = 0; batch < BATCHES; batch++) {
    const bodies = Array.from({ length: MESSAGES }, () => {
      const template = random.pick(templates);
      const method = String(template['method']);
      return random.oneIn(2)
        ? post(createHostileMessage(template, random), { 'mcp-session-id': hostile.id })
        : post(createHostileMessage(toStatelessTemplate(template), random), {
            'mcp-protocol-version': '2026-07-28',
            'mcp-method': method,
            'mcp-name': 'echo__echo',
          });
    });
    // One that listens, or whose id is spoilt, is not answered before the client gives up.
    const statuses = await Promise.all(bodies);
    for (const status of statuses) expect(status).toBeLessThan(500);
    expect(statuses.filter((status) => status > 0).length).toBeGreaterThan(MESSAGES / 2);
    const params = { name: 'echo__echo', arguments: { text: `batch ${batch}` } };
    const answer = await bystander.post(ask(`b${batch}`, 'tools/call', params));
    expect(await readMessages(answer)).toMatchObject([{ result: { content: [{ text: `batch ${batch}` }] } }]);
    const own = await hostile.post(ask(`own-${batch}`, 'ping'));
    expect(await readMessages(own)).toMatchObject([{ id: `own-${batch}`, result: {} }]);
  }
  expect(running.child.exitCode).toBeNull();
  expect(findProcesses(marker)).toHaveLength(1);
  expect(await stop()).toBe(0);
  await holder?.close();
  await waitUntil(() => findProcesses(marker).length === 0, 20_000);
}
