import { createQuestionQueue, systemClock } from '@toolyard/host';
import { createSampler, openKeptModel } from '@toolyard/host/assistant';
import { createScriptedModel } from '@toolyard/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeEditor, type FakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createEditorHost } from '../servers/create-editor-host.ts';
import { createFolderSampler } from './create-folder-sampler.ts';

const { signal } = new AbortController();
const QUESTION = {
  server: 'web',
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 },
};

function open(editor: FakeEditor, model?: string, text = 'Hello.') {
  const folder = mkdtempSync(join(tmpdir(), 'ty-sampling-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'toolyard.json'),
    JSON.stringify({ mcpServers: {}, ...(model !== undefined && { toolyard: { model } }) }),
  );
  const chosen: (string | undefined)[] = [];
  const host = createEditorHost({
    surroundings: { env: {}, cwd: folder, homeDir: folder, platform: 'linux', userId: 1 },
    version: '1.0.0',
    secrets: { read: async () => undefined, keep: async () => undefined },
    editor,
    tell: () => undefined,
    agents: () => Promise.reject(new Error('not here')),
    chat: async () => undefined,
    mayAsk: true,
    questions: createQuestionQueue(),
    clock: systemClock,
    createSample: (parts) =>
      createFolderSampler(parts, {
        host: () => host,
        named: () => undefined,
        load: async () => ({
          createSampler,
          openKeptModel: async (given, configuration) => {
            chosen.push(configuration);
            if (configuration === undefined) return openKeptModel(given, configuration);
            return { model: createScriptedModel([{ text }]), close: () => undefined };
          },
        }),
      }),
  });
  const answer = (until = signal): Promise<unknown> =>
    host.respondent?.answer(QUESTION, until) ?? expect.fail('nobody can be asked');
  return { answer, chosen };
}

describe('a server that wants to ask a model', () => {
  it('gets what the model of the configuration says, after the person has seen both', async () => {
    const editor = createFakeEditor('Approve', 'Approve');
    const { answer, chosen } = open(editor, 'anthropic/some');
    expect(await answer()).toMatchObject({ role: 'assistant', content: { type: 'text', text: 'Hello.' } });
    expect(chosen).toEqual(['anthropic/some']);
    expect(editor.shown).toEqual([
      'confirm: Server "web" wants to ask a model\nModel: scripted/model, at most 5 tokens\n\nuser: Hi',
      'confirm: Send this answer to server "web"?\nHello.',
    ]);
  });

  it('gets nothing where the person says no to either', async () => {
    for (const answers of [[undefined], ['Approve', undefined]]) {
      const { answer } = open(createFakeEditor(...answers), 'anthropic/some');
      await expect(answer()).rejects.toThrow('The user denied the request.');
    }
  });

  it('has a long text approved that the person can read whole', async () => {
    const text = 'long '.repeat(1000);
    const editor = createFakeEditor('Approve', 'Show All', 'Approve');
    expect(await open(editor, 'anthropic/some', text).answer()).toMatchObject({ content: { text } });
    expect(editor.shown.slice(-2)).toEqual([
      `text: Send this answer to server "web"?\n${text}`,
      'one: Send this answer to server "web"?: Approve, Cancel',
    ]);
  });

  it('keeps no other question waiting when its call has ended and nobody answered', async () => {
    const editor = createFakeEditor('Approve', 'Show All');
    const end = new AbortController();
    const { answer } = open(
      {
        ...editor,
        // A notice that nobody closes.
        notify: () => new Promise(() => undefined),
        askOne: (_choices, asked) =>
          new Promise((resolve) => {
            asked.signal?.addEventListener('abort', () => resolve(undefined));
            end.abort(new Error('the call has ended'));
          }),
        showText: async () => void setTimeout(() => end.abort(new Error('the call has ended')), 20),
      },
      'anthropic/some',
      'long '.repeat(1000),
    );
    await expect(answer(end.signal)).rejects.toThrow('the call has ended');
    editor.answers.push(undefined);
    await expect(answer()).rejects.toThrow('The user denied the request.');
  });

  it('is refused where no model is chosen, which the person is told', async () => {
    const editor = createFakeEditor();
    await expect(open(editor).answer()).rejects.toThrow('There is no model that could be asked.');
    expect(editor.shown).toEqual([
      expect.stringMatching(
        /^warning: Server "web" wants to ask a model\. No model is chosen\. Choose one with TOOLYARD_MODEL or "toolyard.model"/,
      ),
    ]);
  });
});
