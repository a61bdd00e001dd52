import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFixedApprover, type AnswerEvent } from '@toolyard/assistant';
import { createLocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createMemoryLog,
  startModelServer,
  type ModelApi,
  type ServedTurn,
} from '@toolyard/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import type { UsedYard } from '../yard/use-yard.ts';
import { openAssistant, type Assistant, type AssistantOptions } from './index.ts';

const forever = new AbortController().signal;
const CALL: ServedTurn = { calls: [{ tool: 'a:say', arguments: {} }] };

interface Opening {
  readonly turns: readonly ServedTurn[];
  readonly api?: ModelApi;
  /** What the tool says. */
  readonly said?: string;
  readonly entry?: object;
  readonly settings?: object;
  readonly options?: Partial<AssistantOptions>;
  /** The variable of the model that the host has among its secrets, and the environment has not. */
  readonly kept?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** An assistant on a yard with the server `a`, whose entry stands in a file. */
async function open({ turns, api = 'openai-compatible', said = 'said', ...more }: Opening) {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-assistant-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = join(folder, 'servers.json');
  const configure = (entry: object): Promise<void> =>
    writeFile(config, JSON.stringify({ mcpServers: { a: { command: 'x', ...entry } } }));
  await configure(more.entry ?? {});
  const server = await startModelServer(api, turns);
  onTestFinished(() => server.stop());
  const { kept = '' } = more;
  const read = async (name: string): Promise<string | undefined> =>
    name === kept ? server.environment[kept] : undefined;
  const test = createTestHost(folder, { secrets: { read, keep: async () => undefined } });
  const env = { ...test.surroundings.env, ...server.environment, ...more.env, [kept]: undefined };
  const host = { ...test, surroundings: { ...test.surroundings, env } };
  const configuration = createConfiguration({ a: {} }, { model: server.modelId, ...more.settings });
  const content = [{ type: 'text', text: said }];
  const yard = createLocalYard({
    configuration,
    links: createFakeLinkStarter({ a: { tools: ['say'], call: () => JSON.stringify({ content }) } }),
    clock: createFakeClock(),
    log: createMemoryLog(),
    client: { name: 'test', version: '0' },
    chainId: 'y',
  });
  await yard.settled({ signal: forever });
  const place: UsedYard['place'] = { kind: 'option', file: config, stateFolder: folder, logFile: '', socket: '' };
  const used: UsedYard = { yard, caller: yard.caller, configuration, isJoined: false, place };
  const approver = createFixedApprover('none');
  async function reopen(): Promise<Assistant> {
    const assistant = await openAssistant(host, used, { approver, named: { config }, ...more.options });
    onTestFinished(() => assistant.close());
    return assistant;
  }
  return { assistant: await reopen(), reopen, configure, folder, server, yard };
}

async function ask(assistant: Assistant, { conversation } = assistant.converse()): Promise<readonly AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  const onEvent = (event: AnswerEvent): void => void events.push(event);
  await conversation.ask([{ type: 'text', text: 'Say it' }], { signal: forever, onEvent });
  return events;
}

function decisionsOf(events: readonly AnswerEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'approval' ? [event.decision] : []));
}

it('trusts a server for as long as its entry in the file says so', async () => {
  const { assistant, configure } = await open({
    turns: [CALL, { text: 'One' }, CALL, { text: 'Two' }, CALL, { text: 'Three' }],
    entry: { trust: true },
  });
  const chat = assistant.converse();
  expect(decisionsOf(await ask(assistant, chat))).toEqual(['trusted']);
  await configure({});
  expect(decisionsOf(await ask(assistant, chat))).toEqual(['denied']);
  await configure({ trust: 'broken' });
  expect(decisionsOf(await ask(assistant, chat))).toEqual(['denied']);
});

it('remembers approvals until the entry of the server changes', async () => {
  const { assistant, configure } = await open({ turns: [CALL, { text: 'One' }, CALL, { text: 'Two' }] });
  await assistant.approvals.approveServer('a');
  expect(decisionsOf(await ask(assistant))).toEqual(['remembered']);
  await configure({ command: 'y' });
  expect(decisionsOf(await ask(assistant))).toEqual(['denied']);
  expect(await assistant.approvals.list()).toMatchObject([{ name: 'a', isCurrent: false }]);
});

it.each([
  ['trust', { trust: true }],
  ['an approval that was given for the other entry', { command: 'y' }],
])('does not take %s from an entry that changes while it is open', async (_, other) => {
  const { assistant, configure, reopen } = await open({
    turns: [CALL, { text: 'One' }, CALL, { text: 'Two' }, CALL, { text: 'Three' }],
  });
  await configure(other);
  await (await reopen()).approvals.approveServer('a');
  await configure({});
  const chat = assistant.converse();
  expect(decisionsOf(await ask(assistant, chat))).toEqual(['denied']);
  await configure(other);
  await assistant.approvals.approveServer('a');
  expect(decisionsOf(await ask(assistant, chat))).toEqual(['denied']);
  expect(decisionsOf(await ask(await reopen()))).toEqual(['trust' in other ? 'trusted' : 'remembered']);
});

it('tells nobody the secrets of servers, and not the key of the model', async () => {
  const { assistant, server, folder } = await open({
    turns: [CALL, { text: 'Done' }, CALL, { text: 'Done' }],
    said: 'it is s3cr3t-of-a, and test-key-0123456789',
    entry: { env: { API_TOKEN: 's3cr3t-of-a' } },
    options: { approver: createFixedApprover('all') },
    env: { OPENAI_COMPATIBLE_API_KEY: 'test-key-0123456789' },
  });
  const events = await ask(assistant);
  await writeFile(join(folder, 'note.md'), '#User : Say it\n');
  await assistant.askNote({ file: 'note.md' });
  const note = await readFile(join(folder, 'note.md'), 'utf8');
  const told = JSON.stringify([events, server.requests, note]);
  expect(told).toContain('it is ***');
  expect(told).not.toMatch(/s3cr3t-of-a|test-key-0123456789/);
});

it.each([
  [{ conversationTokenLimit: 10 }, /^The conversation has used \d+ tokens, and its limit is 10\./],
  [{ conversationCostLimit: 0.05 }, /^The conversation has used \$0\.0600, and its limit is \$0\.05\./],
])('ends a conversation at the limit of the configuration: %j', async (settings, message) => {
  const { assistant } = await open({ turns: [{ text: 'One', cost: 0.06 }], settings });
  const chat = assistant.converse();
  await ask(assistant, chat);
  expect((await ask(assistant, chat)).at(-1)).toMatchObject({
    type: 'end',
    reason: 'error',
    message: expect.stringMatching(message),
  });
});

it.each(['OPENAI_API_KEY', 'OPENAI_BASE_URL'])(
  'takes %s from the secrets of the host where the environment has none',
  async (name) => {
    const { assistant } = await open({ turns: [{ text: 'One' }], api: 'openai', kept: name });
    expect((await ask(assistant)).at(-1)).toEqual({ type: 'end', reason: 'stop' });
  },
);

it('offers no tool that the host switches off, in notes and elsewhere, and calls servers as the host does', async () => {
  const off = new Set<string>();
  const { assistant, folder, server } = await open({
    turns: [{ text: 'One' }, { text: 'Two' }],
    options: { isSwitchedOff: (tool) => off.has(tool), serverName: (key) => `The ${key}` },
  });
  const { conversation } = assistant.converse();
  expect(conversation.toolContext(forever).tools).toMatchObject([{ serverName: 'The a', toolName: 'say' }]);
  const file = join(folder, 'note.md');
  for (const text of ['#User : Say it\n', '#User : Say it again\n']) {
    await writeFile(file, text);
    await assistant.askNote({ file });
    off.add('a:say');
  }
  expect(server.requests.map(({ body }) => JSON.stringify(body).includes('a__say'))).toEqual([true, false]);
  expect(assistant.converse().conversation.toolContext(forever).tools).toEqual([]);
});

it.each([
  ['the configuration', undefined, '#Frage : Say it\n\n#Assistant :\n\nOne\n'],
  ['the host', { system: 'S', user: 'Frage', assistant: 'A' }, '#Frage : Say it\n\n#A :\n\nOne\n'],
])('calls messages in notes as %s says', async (_, names, written) => {
  const settings = { messageNames: { user: 'Frage' } };
  const { assistant, folder, server } = await open({ turns: [{ text: 'One' }], settings, options: { names } });
  const file = join(folder, 'note.md');
  await writeFile(file, '#Frage : Say it\n');
  await assistant.askNote({ file });
  expect(await readFile(file, 'utf8')).toBe(written);
  expect(JSON.stringify(server.requests[0]?.body)).not.toContain('Frage');
});

it('keeps no connection after a question of a note', async () => {
  const { assistant, folder, server } = await open({ turns: [{ text: 'One' }, { text: 'Two' }] });
  const file = join(folder, 'note.md');
  await writeFile(file, '#User : Say it\n');
  await assistant.askNote({ file });
  // Unused connections end by themselves after 4 seconds.
  await vi.waitFor(() => expect(server.connections()).toBe(0), 3000);
  await ask(assistant);
  expect(server.connections()).toBe(1);
});

it('goes on with a conversation that was kept, under the same id', async () => {
  const { assistant, server, yard } = await open({
    turns: [{ text: 'One' }, CALL, { text: 'Two' }],
    options: { approver: createFixedApprover('all') },
  });
  const { conversation } = assistant.converse();
  await ask(assistant, { conversation, model: { id: '' } });
  const kept = { id: conversation.id, messages: conversation.messages(), usage: conversation.usage() };
  await ask(assistant, assistant.converse(kept));
  expect(JSON.stringify(server.requests[1]?.body)).toContain('One');
  expect(yard.calls.history()).toMatchObject([{ tool: 'a:say', conversation: conversation.id, approval: 'once' }]);
});
