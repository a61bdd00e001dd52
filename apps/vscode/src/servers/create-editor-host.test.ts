import type { ConfigInput } from '@toolyard/core';
import { createQuestionQueue, type Notice } from '@toolyard/host';
import { describe, expect, it } from 'vitest';
import { createFakeEditor, type FakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createEditorHost } from './create-editor-host.ts';
import { createSecretStore } from './create-secret-store.ts';

const SIGNAL = new AbortController().signal;
const STEP = { number: 1, of: 1 };

function createHost(editor: FakeEditor, mayAsk = true) {
  const kept = new Map<string, string>();
  const told: Notice[] = [];
  const host = createEditorHost({
    surroundings: { env: {}, cwd: '/shop', homeDir: '/home/me', platform: 'linux', userId: 1 },
    version: '1.2.3',
    secrets: createSecretStore({
      get: async (name) => kept.get(name),
      store: async (name, value) => void kept.set(name, value),
    }),
    editor,
    tell: (notice) => void told.push(notice),
    agents: () => Promise.reject(new Error('no models here')),
    chat: () => Promise.reject(new Error('no chat here')),
    mayAsk,
    questions: createQuestionQueue(),
    createSample: () => () => Promise.reject(new Error('no models here')),
  });
  return { host, kept, told };
}

describe('createEditorHost', () => {
  it('asks nobody where no person acts', () => {
    const { host } = createHost(createFakeEditor(), false);
    expect(host.approve).toBeUndefined();
    expect(host.askInput).toBeUndefined();
    expect(host.respondent).toBeUndefined();
    expect(host.secrets).toBeDefined();
  });

  it('brings no servers along and starts none in the background', () => {
    const { host } = createHost(createFakeEditor());
    expect(host.builtins).toBeUndefined();
    expect(host.program).toBeUndefined();
  });

  it('tells notices without control characters', () => {
    const { host, told } = createHost(createFakeEditor());
    host.notify({ level: 'warning', message: 'a\u001b[31mb' });
    expect(told).toEqual([{ level: 'warning', message: 'ab' }]);
  });
});

const input = (given: Partial<ConfigInput>): ConfigInput => ({ id: 'token', password: false, ...given });

describe('askInput of the editor', () => {
  it('asks unseen for a password, and takes what was preset where nothing is typed', async () => {
    const { host } = createHost(createFakeEditor('', 'typed'));
    const secret = input({ password: true, default: 'preset' });
    expect(await host.askInput?.(secret, SIGNAL, STEP)).toBe('preset');
    expect(await host.askInput?.(secret, SIGNAL, STEP)).toBe('typed');
  });

  it('lets people choose among the options, the preset one first', async () => {
    const editor = createFakeEditor('b');
    const { host } = createHost(editor);
    expect(await host.askInput?.(input({ options: ['a', 'b'], default: 'b' }), SIGNAL, STEP)).toBe('b');
    expect(editor.shown).toEqual(['one: token: b, a']);
  });

  it('gives nothing where the person leaves', async () => {
    const { host } = createHost(createFakeEditor(undefined, undefined));
    expect(await host.askInput?.(input({ default: 'preset' }), SIGNAL, STEP)).toBeUndefined();
    expect(await host.askInput?.(input({ options: ['a'] }), SIGNAL, STEP)).toBeUndefined();
  });
});
