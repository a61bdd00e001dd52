import { findProcesses, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { converseOverHttp, expectAskedAtUrl, heard, namesOf, WAIT_MS } from './harness/converse-over-http.ts';
import { createMarker, createYardFolder, fixture, type YardFolder } from './harness/create-yard-folder.ts';
import { textOf, type RawClient } from './harness/raw-client.ts';
import { startGateway } from './harness/start-gateway.ts';

function createFolder(): { place: YardFolder; marker: string } {
  const marker = createMarker();
  const asks = { ...fixture('asks', [], marker), sharing: 'per-session' };
  return { place: createYardFolder({ asks, echo: fixture('echo') }, { listWaitMs: 60_000 }), marker };
}

async function open(place: YardFolder): Promise<RawClient> {
  const client = startGateway(place);
  await client.initialize('2025-11-25', { elicitation: {} });
  await client.toolNames();
  return client;
}

/** Calls the tool that asks, answers as `name`, and gives what came of it. */
async function converse(client: RawClient, name: string): Promise<unknown> {
  const id = client.ask('tools/call', { name: 'asks__ask', arguments: { question: `for ${name}` } });
  const question = await client.saw((message) => message.method === 'elicitation/create', WAIT_MS);
  const content = { answer: `${name} heard ${String(question.params?.['message'])}` };
  client.send({ id: question.id, result: { action: 'accept', content } });
  return JSON.parse(textOf(await client.answerTo(id, WAIT_MS)));
}

describe('the built gateway', { timeout: 300_000 }, () => {
  it('passes questions on, also to clients that have joined from another process, each by a server of its own', async () => {
    const { place, marker } = createFolder();
    const host = await open(place);
    const joined = [await open(place), await open(place)];
    const clients = [host, ...joined];
    const results = await Promise.all(clients.map((client, n) => converse(client, `client ${n}`)));
    expect(results).toMatchObject(clients.map((_, n) => heard(`client ${n}`)));
    expect(findProcesses(marker)).toHaveLength(3);
    await joined[0]?.close();
    await waitUntil(() => findProcesses(marker).length === 2, WAIT_MS);
    expect(clients.map((client) => client.noise)).toEqual([[], [], []]);
  });

  it('passes questions on over HTTP, to 20 clients at once', async () => {
    const { place, marker } = createFolder();
    expect(await converseOverHttp(place, 20)).toMatchObject(namesOf(20).map(heard));
    expect(findProcesses(marker)).toHaveLength(20);
  });

  it('passes the questions of one server at a URL on to ten clients at once', () => expectAskedAtUrl(10));
});
