import type { EventExplanation } from '@toolyard/host/hooks';
import { exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { createFakeParts, exampleShownHook } from '../../test/fakes/example-shown-hook.ts';
import type { FolderState } from '../folder/folder.ts';
import type { Subject } from '../rows/row.ts';
import { askWhy, type NoticedEvents } from './ask-why.ts';

const EXPLAINED: readonly EventExplanation[] = [
  { hook: 'other', source: 'workspace', fires: false, reason: 'path does not match', target: 'ls' },
  { hook: 'announce', source: 'workspace', fires: true, target: 'chat:post', arguments: { text: 'a.md' } },
  { hook: 'wrong', source: 'user', fires: true, target: 'chat:post', problems: ['text: there is no branch'] },
];

interface Scene {
  readonly subject?: Subject;
  readonly state?: Partial<FolderState>;
  readonly noticed?: Partial<NoticedEvents>;
  readonly isIgnored?: boolean;
  readonly explained?: readonly EventExplanation[];
  readonly answers?: readonly (string | undefined)[];
}

async function ask({
  subject,
  state,
  noticed,
  isIgnored = false,
  explained = EXPLAINED,
  answers = ['file.saved', 'Continue'],
}: Scene) {
  const asked: unknown[] = [];
  const folder = createFakeFolder(
    { hooks: [exampleShownHook()], ...state },
    {
      explain: async (event) => {
        asked.push(event);
        return explained;
      },
      isIgnored: async () => isIgnored,
    },
  );
  const editor = createFakeEditor(...answers);
  await askWhy(subject, createFakeParts(editor, folder), {
    explainTerminals: () => ['The terminal "bash" has no shell integration.'],
    ...noticed,
  });
  return { asked, text: editor.shown.find((each) => each.startsWith('text: ')), shown: editor.shown };
}

describe('asking why a hook did not run', () => {
  it('says for every hook what the event means, the one that was asked about first', async () => {
    const { text } = await ask({
      subject: { kind: 'hook', folder: '/shop', hook: 'announce' },
      answers: ['file.saved', 'path', 'a.md', 'Continue'],
    });
    const lines = text?.split('\n') ?? [];
    expect(lines[0]).toBe('text: Why file.saved');
    expect(lines[1]).toBe('file.saved in shop');
    expect(lines[2]).toContain('"path":"a.md"');
    expect(lines.slice(4)).toEqual([
      'announce would run chat:post',
      '  {"text":"a.md"}',
      'other would not run: path does not match',
      'wrong would run chat:post',
      '  would fail: text: there is no branch',
      '',
    ]);
  });

  it('asks about an event that happened', async () => {
    const { asked } = await ask({ state: { runs: [exampleRecord()] }, answers: ['file.saved specs/a/spec.md'] });
    expect(asked).toMatchObject([{ name: 'file.saved', values: { path: 'specs/a/spec.md' } }]);
  });

  it('says that a file is left out', async () => {
    const { text } = await ask({ isIgnored: true });
    expect(text).toContain(
      'Changes of specs/checkout/spec.md are not noticed, because of .gitignore or another ignore rule.',
    );
  });

  it('says which terminals do not tell', async () => {
    const { text } = await ask({ answers: ['terminal.ended', 'Continue'] });
    expect(text).toContain('The terminal "bash" has no shell integration.');
    const all = await ask({ answers: ['terminal.ended', 'Continue'], noticed: { explainTerminals: () => [] } });
    expect(all.text).not.toContain('shell integration');
    expect((await ask({})).text).not.toContain('shell integration');
  });

  it.each([
    [{ kind: 'untrusted' }, 'No hook runs: you do not trust this folder.'],
    [{ kind: 'off' }, 'the setting "toolyard.hooks.enabled" is off'],
    [{ kind: 'elsewhere' }, 'Another window or a command in a terminal'],
    [{ kind: 'blocked', message: 'toolyard.json is wrong' }, 'No hook runs: toolyard.json is wrong'],
    [{ kind: 'starting' }, 'are just being started'],
  ] as const)('says why no hook runs at all: %j', async (duty, words) => {
    expect((await ask({ state: { duty } })).text).toContain(words);
  });

  it('says that there are no hooks', async () => {
    expect((await ask({ explained: [] })).text).toContain('There are no hooks here.');
  });

  it('asks nothing of the engine where the person leaves', async () => {
    expect((await ask({ answers: [undefined] })).asked).toEqual([]);
    expect((await ask({ answers: ['file.saved', undefined] })).asked).toEqual([]);
  });

  it('says that no folder is open', async () => {
    const noticed = { explainTerminals: () => [] };
    const editor = createFakeEditor('Open Folder');
    const parts = createFakeParts(editor);
    await askWhy(undefined, parts, noticed);
    await parts.settled();
    expect(editor.shown).toEqual([
      'info: Open a folder first: hooks and servers belong to a folder.',
      'execute: vscode.openFolder',
    ]);
  });
});
