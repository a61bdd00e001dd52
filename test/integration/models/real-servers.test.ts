import { join } from 'node:path';
import { createConversation, type AnswerEvent } from '@toolyard/assistant';
import { createCommandLinkStarter, systemClock } from '@toolyard/node';
import { checkArguments, createLocalYard, type LocalYard } from '@toolyard/runtime';
import { createConfiguration, createMemoryLog, MODEL_APIS } from '@toolyard/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventsOf, expectValid } from '../assistant/open-test-conversation.ts';
import { openModel } from './open-model.ts';

const MODULES = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');
const signal = new AbortController().signal;

const log = createMemoryLog();
const commands = createCommandLinkStarter({ env: process.env, platform: process.platform, chain: [], log });
let yard: LocalYard;

function toServer(name: string, ...args: readonly string[]): { command: string; args: readonly string[] } {
  return { command: process.execPath, args: [join(MODULES, name, 'dist/index.js'), ...args] };
}

beforeAll(async () => {
  const servers = {
    everything: toServer('server-everything'),
    files: toServer('server-filesystem', import.meta.dirname),
  };
  yard = createLocalYard({
    configuration: createConfiguration(servers),
    links: {
      start: (server, stop) =>
        server.kind === 'command' ? commands.start(server, stop) : Promise.reject(new Error('no command')),
    },
    clock: systemClock,
    log,
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  await yard.settled({ signal });
});

afterAll(async () => {
  await yard.stop();
  await commands.stop();
});

it.each(MODEL_APIS)('%s uses the tools of real servers over several turns', async (api) => {
  const { model, server } = await openModel(api, [
    {
      reasoning: 'First the tools.',
      text: 'I look. ',
      calls: [
        { tool: 'everything:echo', arguments: { message: 'Grüße 👋🏽' } },
        { tool: 'everything:get-sum', arguments: { a: 2, b: 40 } },
        { tool: 'files:read_text_file', arguments: { path: join(import.meta.dirname, 'no-such-file') } },
      ],
    },
    { reasoning: 'An image too.', calls: [{ tool: 'everything:get-tiny-image', arguments: {} }] },
    ({ news }) => ({ text: `Seen: ${news.length}` }),
    { text: 'You are welcome.' },
  ]);
  const conversation = createConversation({
    id: api,
    model,
    clock: systemClock,
    yard,
    caller: yard.caller,
    scope: () => ({}),
    session: api,
    approver: { decide: async (calls) => new Map(calls.map(({ id }) => [id, 'once'])) },
    isTrusted: () => false,
    checkArguments,
  });
  const ask = async (text: string): Promise<readonly AnswerEvent[]> => {
    const events: AnswerEvent[] = [];
    await conversation.ask([{ type: 'text', text }], { signal, onEvent: (event) => void events.push(event) });
    expectValid(conversation.messages());
    return events;
  };
  const events = await ask('Use them');
  expect(eventsOf(events, 'end')).toEqual([{ type: 'end', reason: 'stop' }]);
  const results = new Map(eventsOf(events, 'tool-result').map(({ id, status, text }) => [id, `${status}: ${text}`]));
  const [echo, sum, file, image] = eventsOf(events, 'tool-call').map(({ id }) => results.get(id));
  expect(echo).toBe('success: Echo: Grüße 👋🏽');
  expect(sum).toContain('success: The sum of 2 and 40 is 42.');
  expect(file).toMatch(/^error: /);
  expect(image).toMatch(/^success: /);
  expect(
    eventsOf(events, 'text')
      .map(({ text }) => text)
      .join(''),
  ).toContain('Seen: ');
  const hasImage = JSON.stringify(server.requests[2]?.body).includes('iVBORw0KGgo');
  expect(hasImage).toBe(model.takesImages);
  expect(eventsOf(await ask('Thank you'), 'end')).toEqual([{ type: 'end', reason: 'stop' }]);
  expect(server.mistakes).toEqual([]);
});
