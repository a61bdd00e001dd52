import { describe, expect, it } from 'vitest';
import { createYardFolder } from './harness/create-yard-folder.ts';
import { textOf, type RawClient } from './harness/raw-client.ts';
import { EVERYTHING, researchTogether, TOOL, WAIT_MS } from './harness/research-together.ts';
import { startGateway } from './harness/start-gateway.ts';

/** Has a task made that asks in the middle, answers, and gives the text of its result. */
async function research(client: RawClient, interpretation: string): Promise<string> {
  const params = { name: TOOL, arguments: { topic: 'python', ambiguous: true }, task: {} };
  const made = await client.answerTo(client.ask('tools/call', params), WAIT_MS);
  const { taskId } = Object(Object(made.result).task);
  const waiting = client.ask('tasks/result', { taskId });
  const question = await client.saw((message) => message.method === 'elicitation/create', WAIT_MS);
  expect(question.params?.['_meta']).toMatchObject({ 'io.modelcontextprotocol/related-task': { taskId } });
  client.send({ id: question.id, result: { action: 'accept', content: { interpretation } } });
  return textOf(await client.answerTo(waiting, WAIT_MS));
}

describe('tasks of a server that the makers of the protocol wrote', { timeout: 300_000 }, () => {
  it('ask and answer three clients of the SDK at once, where all share its pipe', () => researchTogether(EVERYTHING));

  it('ask and answer a client that has joined from another process', async () => {
    const place = createYardFolder({ everything: EVERYTHING }, { listWaitMs: 60_000 });
    const clients = [startGateway(place), startGateway(place)];
    for (const client of clients) {
      await client.initialize('2025-11-25', { elicitation: {} });
      await client.toolNames();
    }
    const texts = await Promise.all(clients.map((client, at) => research(client, `number ${at}`)));
    expect(texts).toEqual([expect.stringContaining('python (number 0)'), expect.stringContaining('python (number 1)')]);
  });
});
