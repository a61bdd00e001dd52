import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelMessage } from '@toolyard/assistant';
import { expect, it, onTestFinished } from 'vitest';
import type { Notice } from '../ports/host.ts';
import { keepConversation, readKeptConversation } from './index.ts';

const MESSAGES: readonly ModelMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'Read it' }] },
  { role: 'assistant', content: [{ type: 'tool-call', id: '1', name: 'a:read', arguments: { x: 1 } }] },
  { role: 'tool', answers: [{ id: '1', name: 'a:read', isError: false, content: [{ type: 'text', text: 'hello' }] }] },
  { role: 'assistant', content: [{ type: 'text', text: 'It says hello', provider: { a: 1 } }] },
];

const conversation = { id: 'c', messages: () => MESSAGES, usage: () => ({ inputTokens: 3 }) };

async function openFolder(text?: string) {
  const stateFolder = await mkdtemp(join(tmpdir(), 'toolyard-conversation-'));
  onTestFinished(() => rm(stateFolder, { recursive: true }));
  const file = join(stateFolder, 'conversation.json');
  if (text !== undefined) await writeFile(file, text);
  const notices: Notice[] = [];
  const keep = (): Promise<void> =>
    keepConversation({ notify: (notice) => void notices.push(notice) }, { stateFolder }, conversation);
  return { stateFolder, file, notices, keep, read: () => readKeptConversation({ stateFolder }) };
}

it('is read back as it was, and is for this user alone', async () => {
  const { keep, read, file } = await openFolder();
  expect(await read()).toBeUndefined();
  await keep();
  expect(await read()).toEqual({ id: 'c', messages: MESSAGES, usage: { inputTokens: 3 } });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

const call = { role: 'assistant', content: [{ type: 'tool-call', id: '1', name: 'a:b', arguments: {} }] };

it.each([
  ['{', 'it is broken'],
  ['{"version":1,"id":"c","messages":[1],"usage":{}}', 'it is broken'],
  ['{"version":1,"id":"c","messages":[{"role":"user"}],"usage":{}}', 'it is broken'],
  [JSON.stringify({ version: 1, id: 'c', messages: [MESSAGES[0], call], usage: {} }), 'it is broken'],
  ['{"version":2}', 'a newer Toolyard wrote it'],
])('of %s says what is wrong, and what to do', async (text, why) => {
  const { read, file } = await openFolder(text);
  await expect(read()).rejects.toMatchObject({
    code: 'state-not-read',
    message: `The last conversation cannot be read from ${file}: ${why}. Begin another one without --continue.`,
  });
});

it('does not overwrite what a newer Toolyard wrote', async () => {
  const { keep, read, notices, stateFolder } = await openFolder('{"version":2}');
  await keep();
  expect(await read()).toMatchObject({ id: 'c' });
  expect(await readdir(stateFolder)).toEqual(['conversation.json', 'conversation.json.newer-2']);
  expect(notices).toEqual([{ level: 'warning', message: expect.stringContaining('cannot be continued') }]);
});

it('says where it could not be kept', async () => {
  const { keep, stateFolder } = await openFolder();
  await rm(stateFolder, { recursive: true });
  await writeFile(stateFolder, '');
  await expect(keep()).rejects.toMatchObject({
    code: 'state-not-written',
    message: expect.stringMatching(/^The conversation could not be/),
  });
});
