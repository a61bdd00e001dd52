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
const EVERYTHING = {
  command: process.execPath,
  args: [join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
} satisfies Entry;
/** The same server with shorter seconds: its tasks do nothing but wait. */
const HURRIED: Entry = {
  ...EVERYTHING,
  args: [
    '--import',
    'data:text/javascript,const later = setTimeout; globalThis.setTimeout = (action, ms, ...rest) => later(action, ms / 20, ...rest);',
    ...EVERYTHING.args,
  ],
};
const TOOL = 'simulate-research-query';

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

/** Has a server make a task that asks in the middle; gives its id and the text of its result. */
async function research(client: Client, name: string, server: string): Promise<{ taskId: string; text: string }> {
  const params = { name: `${server}__${TOOL}`, arguments: { topic: `topic of ${name}`, ambiguous: true } };
  const options = { timeout: WAIT_MS, task: { ttl: 300_000 } };
  let taskId = '';
  for await (const message of client.experimental.tasks.callToolStream(params, CallToolResultSchema, options)) {
    if (message.type === 'taskCreated') taskId = message.task.taskId;
    if (message.type === 'error') throw message.error;
    if (message.type === 'result') return { taskId, text: JSON.stringify(message.result.content) };
  }
  throw new Error('no result');
}

describe('tasks of a server that the makers of the protocol wrote', { timeout: 300_000 }, () => {
  // Its tasks take seconds of doing nothing, so all that can run at once does.
  it('ask and answer three clients of the SDK at once, on a pipe that all share and at a URL', async () => {
    const { url: far } = await startEverything('streamableHttp');
    const servers = { everything: EVERYTHING, far: { type: 'http', url: far } };
    const { url } = await startHttp(createYardFolder(servers, { listWaitMs: 60_000 }));
    const names = ['one', 'two', 'three'];
    const clients = await Promise.all(names.map((name) => connect(url, name)));
    await Promise.all(
      clients.map(async (client, at) => {
        const name = names[at] ?? '';
        const results = await Promise.all(Object.keys(servers).map((server) => research(client, name, server)));
        for (const { text } of results) expect(text).toContain(`topic of ${name} (${name} heard its own)`);
        const { tasks } = await client.experimental.tasks.listTasks();
        const listed = tasks.map(({ taskId, status }) => `${taskId} ${status}`);
        expect(listed.toSorted()).toEqual(results.map(({ taskId }) => `${taskId} completed`).toSorted());
      }),
    );
  });

  it('ask and answer a client that has joined from another process', async () => {
    const place = createYardFolder({ everything: HURRIED }, { listWaitMs: 60_000 });
    const clients = [startGateway(place), startGateway(place)];
    // The first one opens the yard, and the second one joins it.
    for (const client of clients) {
      await client.initialize('2025-11-25', { elicitation: {} });
      await client.toolNames();
    }
    const answers = clients.map(async (client, at) => {
      const params = { name: `everything__${TOOL}`, arguments: { topic: `python ${at}`, ambiguous: true }, task: {} };
      const made = await client.answerTo(client.ask('tools/call', params), WAIT_MS);
      const { taskId } = Object(Object(made.result).task);
      const waiting = client.ask('tasks/result', { taskId });
      const question = await client.saw((message) => message.method === 'elicitation/create', WAIT_MS);
      expect(question.params?.['_meta']).toMatchObject({ 'io.modelcontextprotocol/related-task': { taskId } });
      client.send({ id: question.id, result: { action: 'accept', content: { interpretation: `number ${at}` } } });
      return textOf(await client.answerTo(waiting, WAIT_MS));
    });
    const [first, second] = await Promise.all(answers);
    expect(first).toContain('python 0 (number 0)');
    expect(second).toContain('python 1 (number 1)');
  });
});
