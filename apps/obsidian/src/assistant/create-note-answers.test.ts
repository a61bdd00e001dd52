import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NoteRequest } from '@toolyard/host/assistant';
import { startModelServer, type ModelServer, type ServedTurn } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBlockReader } from '../blocks/create-block-reader.ts';
import { createBench, defineServer, soon, type Bench } from '../../test/fakes/plugin-bench.ts';
import { createPluginServers } from '../yard/create-plugin-servers.ts';
import { createNoteAnswers } from './create-note-answers.ts';
import { createPluginModels } from './create-plugin-models.ts';
import type { NoteAnswers } from './plugin-assistant.ts';

interface AnswersBench {
  readonly bench: Bench;
  readonly answers: NoteAnswers & { close(): Promise<void> };
  readonly model: ModelServer;
  readonly shown: NoteRequest[];
  readonly path: string;
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
  const answers = createNoteAnswers(parts, {
    models,
    servers: createPluginServers(parts),
    readBlocks: createBlockReader(() => parts.known.current()),
    sessionOf: () => 'session',
    mayContinue: async () => false,
  });
  return { bench, answers, model, shown, path, read: () => readFileSync(path, 'utf8') };
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

  it('says where an answer that is gone from the note can be had', async () => {
    const { answers, bench, path, read } = await openAnswers('#User : 1\n', [{ text: 'one', ends: 'silence' }], {
      preview: 'never',
    });
    const copied: string[] = [];
    bench.app.copyText = async (text) => void copied.push(text);
    const offered: (() => void)[] = [];
    const { notify } = bench.app;
    Object.assign(bench.app, {
      notify: (message: string, action?: { run(): void }) => {
        notify(message);
        if (action !== undefined && message.includes('is gone')) offered.push(action.run);
      },
    });
    const asked = answers.ask(HERE);
    await soon(() => read()).toContain('one');
    writeFileSync(path, 'something else\n');
    answers.stopAll();
    await asked;
    expect(read()).toBe('something else\n');
    offered[0]?.();
    expect(copied).toEqual(['one']);
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
