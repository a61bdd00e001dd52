import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createYardFolder, ROOT, type Entry } from './harness/create-yard-folder.ts';
import { textOf } from './harness/raw-client.ts';
import { startEverything } from './harness/start-everything.ts';
import { startGateway } from './harness/start-gateway.ts';
import { startHttp } from './http/start-http.ts';

const WAIT_MS = 120_000;
const EVERYTHING: Entry = {
  command: process.execPath,
  args: [join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
};
const TOOL = 'everything__simulate-research-query';

/** The SDK's client, which answers as `name`. */
async function connect(url: string, name: string): Promise<Client> {
  const client = new Client({ name, version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
    action: 'accept',
    content: { interpretation: `${name} heard ${params.message.includes(`topic of ${name}`) ? 'its own' : 'another'}` },
  }));
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  // The SDK makes tasks of calls only where the list says that it may.
  await client.listTools();
  return client;
}

/** Has a task made that asks in the middle; gives its id and the text of its result. */
async function research(client: Client, name: string): Promise<{ taskId: string; text: string }> {
  const params = { name: TOOL, arguments: { topic: `topic of ${name}`, ambiguous: true } };
  const options = { timeout: WAIT_MS, task: { ttl: 300_000 } };
  let taskId = '';
  for await (const message of client.experimental.tasks.callToolStream(params, CallToolResultSchema, options)) {
    if (message.type === 'taskCreated') taskId = message.task.taskId;
    if (message.type === 'error') throw message.error;
    if (message.type === 'result') return { taskId, text: JSON.stringify(message.result.content) };
  }
  throw new Error('no result');
}

async function researchTogether(everything: Entry): Promise<void> {
  const { url } = await startHttp(createYardFolder({ everything }, { listWaitMs: 60_000 }));
  const names = ['one', 'two', 'three'];
  const clients = await Promise.all(names.map((name) => connect(url, name)));
  const results = await Promise.all(clients.map((client, at) => research(client, names[at] ?? '')));
  for (const [at, name] of names.entries()) {
    expect(results[at]?.text).toContain(`topic of ${name} (${name} heard its own)`);
    const listed = await clients[at]?.experimental.tasks.listTasks();
    expect(listed?.tasks.map(({ taskId, status }) => [taskId, status])).toEqual([[results[at]?.taskId, 'completed']]);
  }
}

describe('tasks of a server that the makers of the protocol wrote', { timeout: 300_000 }, () => {
  it('ask and answer three clients of the SDK at once, where all share its pipe', async () => {
    await researchTogether(EVERYTHING);
  });

  it('ask and answer a client that has joined from another process', async () => {
    const place = createYardFolder({ everything: EVERYTHING }, { listWaitMs: 60_000 });
    const clients = [startGateway(place), startGateway(place)];
    const texts: string[] = [];
    for (const client of clients) {
      await client.initialize('2025-11-25', { elicitation: {} });
      await client.toolNames();
      const params = { name: TOOL, arguments: { topic: 'python', ambiguous: true }, task: {} };
      const made = await client.answerTo(client.ask('tools/call', params), WAIT_MS);
      const { taskId } = Object(Object(made.result).task);
      const waiting = client.ask('tasks/result', { taskId });
      const question = await client.saw((message) => message.method === 'elicitation/create', WAIT_MS);
      expect(question.params?.['_meta']).toMatchObject({ 'io.modelcontextprotocol/related-task': { taskId } });
      client.send({
        id: question.id,
        result: { action: 'accept', content: { interpretation: `number ${texts.length}` } },
      });
      texts.push(textOf(await client.answerTo(waiting, WAIT_MS)));
    }
    expect(texts[0]).toContain('python (number 0)');
    expect(texts[1]).toContain('python (number 1)');
  });

  it('ask and answer them where it is at a URL', async () => {
    const { url } = await startEverything('streamableHttp');
    await researchTogether({ type: 'http', url });
  });
});
