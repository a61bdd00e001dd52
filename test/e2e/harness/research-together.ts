import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished } from 'vitest';
import { startHttp } from '../http/start-http.ts';
import { createYardFolder, ROOT, type Entry } from './create-yard-folder.ts';

/** The server works in steps of a second. */
export const WAIT_MS = 120_000;
/** The server, on a pipe. */
export const EVERYTHING: Entry = {
  command: process.execPath,
  args: [join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
};
/** Its tool that is a task, and asks. */
export const TOOL = 'everything__simulate-research-query';

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

/** Three clients of the SDK have tasks made at once; each is asked and answered for its own. */
export async function researchTogether(everything: Entry): Promise<void> {
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
