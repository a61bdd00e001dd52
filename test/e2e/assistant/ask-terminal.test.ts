import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HAS_TERMINAL } from '../cli/start-terminal.ts';
import { createAskPlace, type AskPlace } from './ask-place.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ALLOW = 'Allow what is ticked?';

const onTerminal = it.skipIf(!HAS_TERMINAL);

onTerminal('asks once about all calls of a turn, and calls what is ticked', async () => {
  let place: AskPlace;
  place = await createAskPlace([
    () => ({
      calls: [
        { tool: 'files:read_text_file', arguments: { path: place.pathOf('a.txt') } },
        { tool: 'files:create_directory', arguments: { path: place.pathOf('made') } },
        { tool: 'files:write_file', arguments: { path: place.pathOf('b.txt'), content: 'x' } },
      ],
    }),
    { text: 'Done.' },
  ]);
  place.write('a.txt', 'hello');
  const { type, finished } = place.atTerminal('ask', 'Do it');
  await type('The model wants to call 3 tools:', '');
  await type('[x] 1. files:read_text_file', '');
  await type(`path: "${place.pathOf('a.txt')}"`, '');
  await type('[x] 2. files:create_directory', '');
  await type('[ ] 3. files:write_file  may destroy something', '');
  await type(ALLOW, '2 3\r');
  await type('[ ] 2. files:create_directory', '');
  await type('[x] 3. files:write_file', '');
  await type(ALLOW, 'y\r');
  const { code, shown } = await finished;
  expect(code).toBe(0);
  expect(shown).toContain('Done.');
  expect(place.read('b.txt')).toBe('x');
  expect(place.read('made')).toBeUndefined();
  expect(place.model.requests[1]?.news.join()).toContain('files:create_directory was not called: the user denied it');
});

onTerminal('remembers what is approved for good until it is revoked', async () => {
  let place: AskPlace;
  const reads = () => ({ calls: [{ tool: 'files:read_text_file', arguments: { path: place.pathOf('a.txt') } }] });
  place = await createAskPlace([reads, { text: 'One.' }, reads, { text: 'Two.' }, reads, { text: 'Three.' }]);
  place.write('a.txt', 'hello');
  const { type, finished } = place.atTerminal('ask', 'Read it');
  await type(ALLOW, 'a\r');
  await finished;
  expect(await place.events('Read it')).toContainEqual({ type: 'approval', id: 'call_2_0', decision: 'remembered' });
  const listed = async (): Promise<unknown> => JSON.parse((await place.toolyard(['approvals', '--json'])).stdout);
  expect(await listed()).toEqual([
    { name: 'files:read_text_file', kind: 'tool', at: expect.any(String), current: true },
  ]);
  expect((await place.toolyard(['approvals'])).stdout).toContain('files:read_text_file');
  expect(await place.toolyard(['approvals', 'revoke', 'files:read_text_file'])).toMatchObject({
    code: 0,
    stderr: 'Revoked: files:read_text_file\n',
  });
  expect(await listed()).toEqual([]);
  expect(await place.events('Read it')).toContainEqual({ type: 'approval', id: 'call_4_0', decision: 'denied' });
});

onTerminal('offers to continue at the session limit', async () => {
  let place: AskPlace;
  const makes = (name: string) => ({ tool: 'files:create_directory', arguments: { path: place.pathOf(name) } });
  place = await createAskPlace([() => ({ calls: [makes('a')] }), () => ({ calls: [makes('b')] }), { text: 'Done.' }]);
  const { type, finished } = place.atTerminal('ask', 'Make them', '--yes', '--session-limit', '1');
  await type('The chat has made 1 call (session limit: 1). Continue with 1 more?', 'y\r');
  expect(await finished).toMatchObject({ code: 0 });
  expect(readdirSync(place.folder)).toEqual(expect.arrayContaining(['a', 'b']));
});

onTerminal('chats until Ctrl-D; Ctrl-C stops an answer first', async () => {
  const place = await createAskPlace([{ text: 'Hi.' }, { text: 'Once upon', ends: 'silence' }, { text: 'Bye.' }]);
  const { type, finished } = place.atTerminal('ask', '--no-tools');
  await type('Ctrl-C stops an answer, Ctrl-D leaves.', '');
  await type('> ', 'Hello\r');
  await type('Hi.', '');
  await type('> ', 'A story\r');
  await type('Once upon', CTRL_C);
  await type('Execution stopped by user', '');
  await type('> ', 'Goodbye\r');
  await type('Bye.', '');
  await type('> ', CTRL_D);
  expect(await finished).toMatchObject({ code: 0 });
  expect(JSON.stringify(place.model.requests[2]?.body['messages'])).toMatch(/Hello.*Hi\..*Once upon.*Goodbye/);
});

onTerminal('leaves a chat with Ctrl-C where there is no answer to stop', async () => {
  const place = await createAskPlace([]);
  const { type, finished } = place.atTerminal('ask', '--no-tools');
  await type('> ', CTRL_C);
  expect(await finished).toMatchObject({ code: 130 });
});
