import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SessionUse, Settings } from '@toolyard/core';
import type { NoteRunEvent } from '@toolyard/documents';
import { createLocalYard } from '@toolyard/runtime';
import { createConfiguration, createFakeClock, createFakeLinkStarter, createMemoryLog } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { countRepeating } from '../../test/count-repeating.ts';
import { checkNote } from './check-note.ts';
import { createNoteSessions } from './create-note-sessions.ts';
import type { NoteYard } from './note-path.ts';
import { runNoteFile } from './run-note-file.ts';
import { createSelection } from './select-blocks.ts';
import { readNotes, selectNeeded } from './select-needed.ts';
import { watchNotes, type KnownBlocks, type NoteWatch } from './watch-notes.ts';

const block = (text: string, key = 'a'): string => `\`\`\`${key}\ntool: say\ntext: ${text}\n\`\`\`\n`;

/** A host in a folder with `note.md`, and a yard whose server `a` says what it is given. */
async function openNote(text: string, settings: Partial<Settings> = {}, keys = ['a', 'b']) {
  const cwd = await mkdtemp(join(tmpdir(), 'toolyard-note-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const clock = createFakeClock();
  const configuration = createConfiguration(Object.fromEntries(keys.map((key) => [key, {}])), settings);
  const say = (_tool: string, request: { param(name: string): unknown }): string =>
    JSON.stringify({ content: [{ type: 'text', text: `said ${JSON.stringify(request.param('arguments'))}` }] });
  const server = { tools: ['say'], call: say };
  const yard = createLocalYard({
    configuration,
    links: createFakeLinkStarter({ a: server, b: server }),
    clock,
    log: createMemoryLog(),
    client: { name: 'test', version: '0' },
    chainId: 'y',
  });
  const file = join(cwd, 'note.md');
  await writeFile(file, text);
  const surroundings = { env: {}, cwd, homeDir: cwd, platform: process.platform, userId: 0 };
  const used: NoteYard = { yard, caller: yard.caller, configuration, place: {} };
  return { host: { surroundings, clock }, used, file, read: () => readFile(file, 'utf8') };
}

it('runs the blocks of a file, writes what they gave, and tells how far it is', async () => {
  const { host, used, read } = await openNote(`# Note\n\n${block('one')}`);
  const events: string[] = [];
  const { blocks } = await runNoteFile(host, used, { file: 'note.md', onEvent: ({ type }) => void events.push(type) });
  expect(blocks).toMatchObject([{ line: 3, tool: 'a:say', status: 'success' }]);
  expect(await read()).toContain('said {"text":"one"}');
  expect(events).toEqual(['block-started', 'block-ended', 'block-written']);
});

it('leaves the file as it is where results go elsewhere', async () => {
  const { host, used, read } = await openNote(block('one'));
  let text = await read();
  const store = {
    read: async () => text,
    update: async (edit: (before: string) => string) => void (text = edit(text)),
    attach: async () => true,
  };
  await runNoteFile(host, used, { file: 'note.md', store });
  expect(text).toContain('said {"text":"one"}');
  expect(await read()).toBe(block('one'));
});

it('runs what is selected, and refuses a line without a block', async () => {
  const { host, used } = await openNote(`${block('one')}\n${block('two')}`);
  const { blocks } = await runNoteFile(host, used, {
    file: 'note.md',
    select: createSelection({ line: 7 }, 'note.md'),
  });
  expect(blocks.map(({ line }) => line)).toEqual([6]);
  const run = runNoteFile(host, used, { file: 'note.md', select: createSelection({ line: 99 }, 'note.md') });
  await expect(run).rejects.toMatchObject({ code: 'usage', message: 'No tool block at line 99 of note.md' });
});

it('goes by the bindings of the configuration, from the folder that it lies in', async () => {
  const bindings = [{ document: '*/note.md', heading: '# Bound', server: 'b' }];
  const { host, used } = await openNote(`# Bound\n\n${block('one', 'mcp')}`, { bindings });
  expect((await runNoteFile(host, used, { file: 'note.md' })).blocks).toMatchObject([{ tool: 'a:say' }]);
  const above = { file: join(dirname(host.surroundings.cwd), 'toolyard.json') };
  expect((await runNoteFile(host, { ...used, place: above }, { file: 'note.md' })).blocks).toMatchObject([
    { tool: 'b:say' },
  ]);
});

it('leaves out servers that were given up where a block names none, and says why where it names one', async () => {
  const text = `${block('one', 'mcp')}\n${block('two', 'lost')}`;
  const { host, used } = await openNote(text, {}, ['lost', 'a', 'b']);
  expect((await runNoteFile(host, used, { file: 'note.md' })).blocks).toMatchObject([
    { tool: 'a:say', status: 'success' },
    { tool: 'lost:say', error: expect.stringContaining('did not start: "nothing" was not found') },
  ]);
});

it('stops at the limit of calls that it is given', async () => {
  const { host, used } = await openNote(`${block('one')}\n${block('two')}`);
  const { blocks } = await runNoteFile(host, used, { file: 'note.md', sessionLimit: 1, concurrency: 1 });
  expect(blocks).toMatchObject([{ status: 'success' }, { error: 'Session execution limit reached (1)' }]);
});

it('counts all runs of a note that have one session together, and each note for itself', async () => {
  const { host, used } = await openNote(block('one'), { sessionLimit: 2 });
  const sessionOf = createNoteSessions();
  const run = async (session: string): Promise<unknown> =>
    (await runNoteFile(host, used, { file: 'note.md', session })).blocks[0]?.error;
  const limit = 'Session execution limit reached (2)';
  for (const expected of [undefined, undefined, limit, limit]) expect(await run(sessionOf('/a.md'))).toBe(expected);
  expect(await run(sessionOf('/b.md'))).toBeUndefined();
});

it('says what would run without calling it', async () => {
  const { host, used, read } = await openNote(`${block('one')}\n${block('two').replace('say', 'shout')}`);
  await used.yard.settled({ signal: new AbortController().signal });
  const { blocks } = await checkNote(host, used, { file: 'note.md' });
  expect(blocks).toMatchObject([{ status: 'pending' }, { status: 'error', error: 'Tool not found: a:shout' }]);
  expect(await read()).not.toContain('said');
});

it('needs the servers that its notes name, and all where a note names none', async () => {
  const { host, file } = await openNote(block('one'));
  const { cwd } = host.surroundings;
  const needed = async (): Promise<unknown> => {
    const notes = await readNotes(['note.md'], { place: {}, cwd });
    const whole = createConfiguration({ a: {}, b: {} });
    return selectNeeded(whole, notes).servers.map(({ start }) => start);
  };
  expect(await needed()).toEqual(['eager', 'lazy']);
  await writeFile(file, block('one', 'mcp'));
  expect(await needed()).toEqual(['eager', 'eager']);
  expect(await readNotes(['note.md'], { place: {}, cwd })).toMatchObject([{ path: 'note.md' }]);
});

it('runs what is new in a file each time that it is saved, until it is closed', async () => {
  const { host, used, file, read } = await openNote(block('one'));
  const { signal } = new AbortController();
  const watch = await watchNotes(['note.md'], {
    yard: used.yard,
    cwd: host.surroundings.cwd,
    signal,
    run: async (changed, select) => void (await runNoteFile(host, used, { file: changed, select })),
    onError: (error) => expect.unreachable(String(error)),
  });
  await writeFile(file, `${block('one')}\n${block('two')}`);
  await expect.poll(read).toContain('said {"text":"two"}');
  await watch.close();
  expect(await read()).not.toContain('said {"text":"one"}');
});

it('runs at once what was saved between two watches', async () => {
  const { host, used, file, read } = await openNote(block('one'));
  const known: KnownBlocks = new Map();
  const watch = (): Promise<NoteWatch> =>
    watchNotes(['note.md'], {
      yard: used.yard,
      cwd: host.surroundings.cwd,
      signal: new AbortController().signal,
      known,
      run: async (changed, select) => void (await runNoteFile(host, used, { file: changed, select })),
      onError: (error) => expect.unreachable(String(error)),
    });
  await (await watch()).close();
  await writeFile(file, `${block('one')}\n${block('two')}`);
  await (await watch()).close();
  expect(await read()).toContain('said {"text":"two"}');
  expect(await read()).not.toContain('said {"text":"one"}');
});

it('watches none where one of several cannot be read', async () => {
  const { host, used } = await openNote(block('one'));
  const { cwd } = host.surroundings;
  const repeating = countRepeating();
  const watching = watchNotes(['note.md', 'missing.md'], {
    yard: used.yard,
    cwd,
    signal: new AbortController().signal,
    run: async () => undefined,
    onError: () => undefined,
  });
  await expect(watching).rejects.toThrow('missing.md');
  // The other one would be read by then.
  for (let times = 0; times < 3; times++) await readNotes(['note.md'], { place: {}, cwd });
  expect(repeating()).toBe(0);
});

it('puts blocks that cannot be called into the history of calls, each with its place', async () => {
  const { host, used } = await openNote(`${block('one')}\n${block('two', 'b')}`);
  await used.yard.settled({ signal: new AbortController().signal });
  await used.yard.disable('b');
  await runNoteFile(host, used, { file: 'note.md' });
  const refused = used.yard.calls.history().filter(({ status }) => status === 'error');
  expect(refused).toMatchObject([
    {
      tool: 'b:say',
      server: 'b',
      origin: 'document',
      session: expect.stringMatching(/^run-/),
      document: { path: 'note.md', line: 6 },
      error: { code: 'server-unavailable', message: 'Server b is disabled' },
    },
  ]);
});

it('refuses a server that the yard does not have, and that notes may name, as disabled', async () => {
  const { host, used } = await openNote(block('one', 'elsewhere'));
  const { blocks } = await runNoteFile(host, used, { file: 'note.md', absentServers: ['elsewhere'] });
  expect(blocks).toMatchObject([{ status: 'error', error: 'Server elsewhere is disabled' }]);
});

it('asks whether a note goes on at its limit, with how far it is', async () => {
  const { host, used } = await openNote([1, 2, 3, 4, 5].map((n) => block(String(n))).join('\n'), { sessionLimit: 2 });
  const asked: SessionUse[] = [];
  let ended = 0;
  const onEvent = ({ type }: NoteRunEvent): void => void (type === 'block-ended' && ended++);
  const mayContinue = async (use: SessionUse): Promise<boolean> => {
    await expect.poll(() => ended).toBe(use.calls);
    host.clock.advance(1000);
    return asked.push(use) === 1;
  };
  const { blocks } = await runNoteFile(host, used, { file: 'note.md', mayContinue, onEvent });
  expect(blocks.map(({ ms }) => ms)).toEqual([0, 0, 0, 0, 0]);
  expect(used.yard.calls.active()).toEqual([]);
  const kept = used.yard.calls.history().map(({ error, status }) => error?.code ?? status);
  expect(kept.toSorted()).toEqual(['session-limit', 'success', 'success', 'success', 'success']);
  expect(blocks.map(({ status }) => status).toSorted()).toEqual(['error', 'success', 'success', 'success', 'success']);
  expect(asked).toEqual([
    { calls: 2, limit: 2 },
    { calls: 4, limit: 2 },
  ]);
});

it('counts the runs of one session together, also with a limit of its own', async () => {
  const { host, used } = await openNote([1, 2].map((n) => block(String(n))).join('\n'), { sessionLimit: 1 });
  const options = { file: 'note.md', session: 'one', sessionLimit: 3 };
  const countFailed = async (): Promise<number> =>
    (await runNoteFile(host, used, options)).blocks.filter(({ status }) => status === 'error').length;
  expect([await countFailed(), await countFailed(), await countFailed()]).toEqual([0, 1, 2]);
  await used.yard.calls.resetSession('one');
  expect(await countFailed()).toBe(0);
});
