import { join } from 'node:path';
import { createConversation, type AnswerEvent, type Model } from '@toolyard/assistant';
import { createCommandLinkStarter, systemClock } from '@toolyard/node';
import { checkArguments, createLocalYard, type LocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createMemoryLog,
  MODEL_APIS,
  waitUntil,
  type ServedAnswer,
  type ServedFailure,
} from '@toolyard/testing';
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

/** Asks in a conversation in which everything is approved, on the servers of all tests. */
function openConversation(id: string, model: Model) {
  const conversation = createConversation({
    id,
    model,
    clock: systemClock,
    yard,
    caller: yard.caller,
    scope: () => ({}),
    session: id,
    approver: { decide: async (calls) => new Map(calls.map((call) => [call.id, 'once'])) },
    isTrusted: () => false,
    checkArguments,
  });
  return async (text: string, hear = (_event: AnswerEvent): void => undefined): Promise<readonly AnswerEvent[]> => {
    const events: AnswerEvent[] = [];
    const onEvent = (event: AnswerEvent): void => {
      events.push(event);
      hear(event);
    };
    await conversation.ask([{ type: 'text', text }], { signal, onEvent });
    expectValid(conversation.messages());
    return events;
  };
}

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
  const ask = openConversation(api, model);
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

/** What a provider does after it got the results of calls, and what people are told. */
const ENDINGS: readonly (readonly [turn: ServedAnswer | ServedFailure, message: RegExp])[] = [
  [{ text: 'Half', ends: 'overload' }, /^Model "[^"]+" /],
  [{ status: 'cut' }, /closed the connection unexpectedly/],
  [{ text: 'Half', ends: 'cut' }, /closed the connection unexpectedly/],
  [{ text: 'Half', ends: 'silence' }, /sent nothing for 60 s/],
  [{ text: 'Half', ends: 'length' }, /as long as the model may write/],
  [{ text: 'I cannot.', ends: 'refused' }, /withheld the answer/],
];

const endOf = (turn: ServedAnswer | ServedFailure): string | undefined => ('ends' in turn ? turn.ends : undefined);

it.each(MODEL_APIS)('%s may fail in every way, and the conversation with real servers goes on', async (api) => {
  // Ollama has no way to say that it withholds an answer.
  const endings = ENDINGS.filter(([turn]) => api !== 'ollama' || endOf(turn) !== 'refused');
  const calls = [0, 1, 2].map((n) => ({ tool: 'everything:get-sum', arguments: { a: 40, b: n } }));
  const { model, server, clock } = await openModel(api, [
    { status: 429, retryAfter: '7' },
    ...endings.flatMap(([turn]) => [{ reasoning: 'First the sums.', calls }, turn]),
    { text: 'All is well.' },
  ]);
  const ask = openConversation(`${api}-failing`, model);
  for (const [turn, message] of endings) {
    const events = await ask('How much is it?', ({ type }) => {
      if (type === 'notice') void waitUntil(() => clock.pending === 1).then(() => clock.advance(7000));
      if (type === 'text' && endOf(turn) === 'silence') clock.advance(60_000);
    });
    const results = eventsOf(events, 'tool-result').map(({ status, text }) => `${status}: ${text}`);
    expect(results.toSorted()).toEqual([0, 1, 2].map((n) => `success: The sum of 40 and ${n} is ${40 + n}.`));
    expect(eventsOf(events, 'end')).toEqual([
      { type: 'end', reason: 'error', message: expect.stringMatching(message) },
    ]);
  }
  expect(eventsOf(await ask('And now?'), 'end')).toEqual([{ type: 'end', reason: 'stop' }]);
  expect(server.mistakes).toEqual([]);
});
