import { NoteIdentities } from '@toolyard/host';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NoteRequest } from '@toolyard/host/assistant';
import { startModelServer, type ModelServer, type ServedTurn } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBench, defineServer, soon, type Bench } from '../../test/fakes/plugin-bench.ts';
import { createPluginServers } from '../yard/create-plugin-servers.ts';
import { createNoteAnswers } from './create-note-answers.ts';
import { createPluginModels } from './create-plugin-models.ts';
import type { NoteAnswers } from './plugin-assistant.ts';
import { createVaultReader } from '../blocks/create-vault-reader.ts';

interface AnswersBench {
  readonly bench: Bench;
  readonly answers: NoteAnswers & { close(): Promise<void> };
  readonly model: ModelServer;
  readonly shown: NoteRequest[];
  /** The sessions of the notes that were asked for, in order. */
  readonly sessions: string[];
  readonly path: string;
  /** The note gets another path, and another note its old one. */
  rename(to: string): void;
  read(): string;
}

/** A vault with one note, and a model that plays the turns. */
async function openAnswers(note: string, turns: readonly ServedTurn[], data: object = {}): Promise<AnswersBench> {
  const model = await startModelServer('anthropic', turns);
  onTestFinished(() => model.stop());
  const bench = await createBench((mark) => ({
    mcpServers: [defineServer(mark, 'one')],
    assistant: { model: model.modelId, ...data },
  }));
  const { parts, app } = bench;
  const path = join(app.vaultFolder, 'note.md');
  writeFileSync(path, note);
  const models = createPluginModels(parts);
  models.setKey('anthropic', model.environment['ANTHROPIC_API_KEY'] ?? '');
  await models.setUrl('anthropic', model.environment['ANTHROPIC_BASE_URL'] ?? '');
  const shown: NoteRequest[] = [];
  app.confirmQuestion = async (request) => shown.push(request) > 0;
  const notes = new NoteIdentities();
  notes.of('note.md');
  const sessions: string[] = [];
  const answers = createNoteAnswers(parts, {
    models,
    servers: createPluginServers(parts),
    readBlocks: createVaultReader(() => parts.known.current()),
    sessionOf(note) {
      const session = notes.of(note);
      sessions.push(session);
      return session;
    },
    mayContinue: async () => false,
  });
  function rename(to: string): void {
    renameSync(path, join(app.vaultFolder, to));
    writeFileSync(path, note);
    notes.rename('note.md', to);
    answers.renameNote('note.md', to);
  }
  return { bench, answers, model, shown, sessions, path, rename, read: () => readFileSync(path, 'utf8') };
}

/** What people can do by notices that say this, from now on. */
function catchActions({ app }: Bench, told: string): readonly (() => void)[] {
  const offered: (() => void)[] = [];
  const { notify } = app;
  Object.assign(app, {
    notify: (message: string, action?: { run(): void }) => {
      notify(message);
      if (action !== undefined && message.includes(told)) offered.push(action.run);
    },
  });
  return offered;
}

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

const HERE = { path: 'note.md', line: 1 };

describe('a question in a note of the vault', () => {
  it('is shown once in a note before it is sent, and then answered there', async () => {
    const { answers, shown, read, bench } = await openAnswers('#User : 1\n', [
      { text: 'one' },
      { text: 'two' },
      { text: 'three' },
    ]);
    expect(answers.findAskable(HERE, read())).toEqual(['answer']);
    await answers.ask(HERE);
    expect(answers.findAskable(HERE, read())).toEqual(['more', 'another']);
    await answers.ask(HERE, 'another');
    await answers.ask(HERE, 'more');
    expect(shown.length).toBe(1);
    expect(read()).toBe('#User : 1\n\n#Assistant :\n\ntwo\n\n#User : Continue.\n\n#Assistant :\n\nthree\n');
    // A server that nobody approved here is not started for it.
    expect(bench.app.notices).toEqual([
      'Server "one" was not approved on this device, so models are not offered its tools.',
    ]);
    expect(bench.pids('one')).toEqual([]);
  });

  it('is shown again for another model, and where none was shown before', async () => {
    const { answers, shown, read, path, model, bench } = await openAnswers(
      '#User : 1\n',
      Array.from({ length: 4 }, () => ({ text: 'one' })),
      { preview: 'never' },
    );
    const { settings } = bench.parts;
    const ask = async (): Promise<number> => {
      await answers.ask({ path: 'note.md', line: 4 }, 'another');
      return shown.length;
    };
    const toNote = (name: string): string => `---\ntoolyard: { model: ${name} }\n---\n#User : 1\n`;
    writeFileSync(path, toNote(model.modelId));
    expect(await ask()).toBe(0);
    await settings.change((data) => ({ ...data, assistant: { ...data.assistant, preview: 'first' } }));
    expect([await ask(), await ask()]).toEqual([1, 1]);
    writeFileSync(path, read().replace(model.modelId, 'anthropic/other'));
    expect(await ask()).toBe(2);
    expect(shown.map((request) => request.model)).toEqual([model.modelId, 'anthropic/other']);
  });

  it('is not sent where a person says no, and asked about again the next time', async () => {
    const { answers, model, read, bench } = await openAnswers('#User : 1\n', [{ text: 'one' }]);
    bench.app.confirmQuestion = async () => false;
    await answers.ask(HERE);
    await answers.ask(HERE);
    expect([model.requests, read()]).toEqual([[], '#User : 1\n']);
  });

  it('is answered once at a time, and stopped by its note wherever that is moved to', async () => {
    const { answers, read, bench } = await openAnswers('#User : 1\n', [{ text: 'one', ends: 'silence' }], {
      preview: 'never',
    });
    const asked = answers.ask(HERE);
    await soon(() => read()).toContain('one');
    await answers.ask(HERE);
    expect(bench.app.notices.at(-1)).toBe('"note.md" is being answered already. Stop that answer first.');
    answers.renameNote('note.md', 'moved.md');
    expect(answers.list()).toMatchObject([{ path: 'moved.md', calls: [] }]);
    answers.stop('moved.md');
    await asked;
    expect(answers.isAnswering()).toBe(false);
    expect(read()).toContain('This answer was stopped before its end.');
  });

  it.each([
    ['is gone from the note', 'is gone', (path: string) => writeFileSync(path, 'something else\n'), 'something else\n'],
    ['cannot be written', 'does not have all of the answer', replaceByFolder, undefined],
  ])('says where an answer that %s can be had', async (_, told, change, left) => {
    const { answers, bench, path, read } = await openAnswers('#User : 1\n', [{ text: 'one', ends: 'silence' }], {
      preview: 'never',
    });
    const copied: string[] = [];
    bench.app.copyText = async (text) => void copied.push(text);
    const offered = catchActions(bench, told);
    const asked = answers.ask(HERE);
    await soon(() => read()).toContain('one');
    change(path);
    answers.stopAll();
    await asked;
    expect(statSync(path).isFile() ? read() : undefined).toBe(left);
    offered[0]?.();
    expect(copied).toEqual(['one']);
  });

  it('is answered where it stands when servers are there, and not at all where it is gone', async () => {
    const note = '---\ntoolyard: { servers: [one] }\n---\n# A\n#User : 1\n';
    const { answers, model, bench, path, read } = await openAnswers(note, [{ text: 'one' }], { preview: 'never' });
    const { answers: person, notices } = bench.app;
    person.approve = false;
    const place = { path: 'note.md', line: 5 };
    const above = note.replace('# A', '# Other\n#User : other\n\n# A');
    person.onAsked = async () => {
      person.approve = true;
      writeFileSync(path, above);
    };
    await answers.ask(place);
    expect(read()).toBe(`${above}\n#Assistant :\n\none\n`);
    await bench.servers.revoke('one');
    writeFileSync(path, note);
    person.onAsked = async () => writeFileSync(path, note.replace('#User : 1', '#User 1'));
    await answers.ask(place);
    expect([notices.at(-1), model.requests.length]).toEqual(['The question has changed. Ask again.', 1]);
  });

  it('is answered in its note and session, also where that is renamed before the model is asked', async () => {
    const note = '---\ntoolyard: { servers: [one] }\n---\n#User : ![[b]]\n';
    const { answers, bench, sessions, rename, read } = await openAnswers(note, [{ text: 'one' }], { preview: 'never' });
    const { app } = bench;
    const { openNote } = app;
    let now = 'note.md';
    const links: string[] = [];
    Object.assign(app, {
      // Follows the note, as that of Obsidian does.
      openNote: (path: string) => ({
        ...openNote(path),
        read: () => openNote(now).read(),
        update: (edit: (text: string) => string) => openNote(now).update(edit),
      }),
      readLinked: async (_: string, from: string) => void links.push(from),
    });
    app.answers.onAsked = async () => rename((now = 'moved.md'));
    await answers.ask({ path: 'note.md', line: 4 });
    expect(read()).toBe(note);
    expect(await openNote(now).read()).toBe(`${note}\n#Assistant :\n\none\n`);
    expect([sessions, links]).toEqual([['note-1'], ['moved.md']]);
  });

  it('can be stopped while a person is asked about a server, which is not started then', async () => {
    const note = '---\ntoolyard: { servers: [one] }\n---\n#User : 1\n';
    const { answers, bench, model } = await openAnswers(note, [], { preview: 'never' });
    let asked: AbortSignal | undefined;
    let approve: (isApproved: boolean) => void = () => undefined;
    bench.app.approve = async (_, signal) => {
      asked = signal;
      return await new Promise((resolve) => (approve = resolve));
    };
    const first = answers.ask({ path: 'note.md', line: 4 });
    await soon(() => asked?.aborted).toBe(false);
    answers.stop('note.md');
    await first;
    expect([asked?.aborted, answers.isAnswering(), bench.app.notices]).toEqual([true, false, []]);
    // Pressed before the dialog is gone.
    approve(true);
    asked = undefined;
    const second = answers.ask({ path: 'note.md', line: 4 });
    await soon(() => asked?.aborted).toBe(false);
    answers.stopAll();
    await second;
    expect([bench.pids('one'), model.requests]).toEqual([[], []]);
  });

  it('goes on after the last turn where its answer is by then', async () => {
    const calls = Array.from({ length: 10 }, () => ({ calls: [{ tool: 'one:none', arguments: {} }] }));
    const note = '# A\n#User : 1\n';
    const { answers, bench, path, read } = await openAnswers(note, [...calls, { text: 'more' }], { preview: 'never' });
    const offered = catchActions(bench, 'Turn limit');
    await answers.ask(HERE);
    const other = '# Other\n#User : other\n#Assistant : other\n\n';
    const answered = `${other}${read()}`;
    writeFileSync(path, answered);
    offered[0]?.();
    await soon(read).toBe(`${answered}\n#User : Continue.\n\n#Assistant :\n\nmore\n`);
    await soon(() => answers.isAnswering()).toBe(false);
    writeFileSync(path, other);
    offered[0]?.();
    const moved = 'The answer was moved. Put the cursor into it and run "Continue answer".';
    await soon(() => bench.app.notices.at(-1)).toBe(moved);
  });

  it('tells what failed in the words of the settings', async () => {
    const { answers, bench, path } = await openAnswers('#User : 1\n', [{ status: 401, message: 'no such key' }]);
    await answers.ask(HERE);
    expect(bench.app.notices.at(-1)).toMatch(
      /\(401\): .*no such key.*\. Check its key in the settings of Toolyard, under Access to models\.$/,
    );
    writeFileSync(path, '---\ntoolyard: { model: openai/x }\n---\n#User : 1\n');
    await answers.ask({ path: 'note.md', line: 4 });
    expect(bench.app.notices.at(-1)).toBe(
      'Model "openai/x" needs a key. Set its key in the settings of Toolyard, under Access to models.',
    );
  });
});
