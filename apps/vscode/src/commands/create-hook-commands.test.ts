import type { HooksEdit } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder, type FakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { createFakeParts, exampleShownHook, type ShownHookChanges } from '../../test/fakes/example-shown-hook.ts';
import type { Folder, FolderState } from '../folder/folder.ts';
import type { Subject } from '../rows/row.ts';
import { createHookCommands, createInvalidHookActions } from './create-hook-commands.ts';
import type { FormSubject } from '../ports/open-form.ts';

const FILE = '/shop/.toolyard/hooks.json';

const TEXT = `{
  "version": 1,
  "hooks": [
    // Tells the others.
    {
      "id": "announce",
      "trigger": { "event": "file.saved" },
      "action": { "type": "custom", "parameters": { "command": "ls" } }
    }
  ]
}
`;

const HOOK: Subject = { kind: 'hook', folder: '/shop', hook: 'announce' };

interface Scene {
  readonly hook?: ShownHookChanges;
  readonly state?: Partial<FolderState>;
  readonly subject?: Subject | undefined;
  readonly answers?: readonly (string | undefined)[];
  readonly hasForm?: boolean;
  /** What the hooks file says. */
  readonly text?: string;
}

interface Called {
  readonly shown: readonly string[];
  readonly opened: readonly FormSubject[];
  readonly folder: FakeFolder;
  /** The hooks file after the command. */
  readonly text: string;
}

async function call(name: string, scene: Scene = {}): Promise<Called> {
  const { hook, state, answers = [], hasForm = true } = scene;
  const subject = 'subject' in scene ? scene.subject : HOOK;
  let text = scene.text ?? TEXT;
  const edit: Folder['edit'] = async (_source, change) => {
    const edited: HooksEdit = change(text, 'json');
    if (!edited.ok) throw new Error(edited.problems[0]?.message);
    text = edited.text;
    if (text.includes('announce-2')) folder.set({ hooks: [exampleShownHook({ hook: { id: 'announce-2' } })] });
    return FILE;
  };
  const folder = createFakeFolder({ hooks: [exampleShownHook(hook)], ...state }, { edit });
  const editor = createFakeEditor(...answers);
  const parts = createFakeParts(editor, folder);
  const opened: FormSubject[] = [];
  const openForm = hasForm ? async (about: FormSubject) => void opened.push(about) : undefined;
  const noticed = { explainTerminals: () => [] };
  const actions = createInvalidHookActions(parts, openForm);
  const table = createHookCommands(parts, { openForm, noticed, actions });
  await table[`toolyard.hooks.${name}`]?.(subject);
  await parts.settled();
  return { shown: editor.shown, opened, folder, text };
}

describe('new and edit', () => {
  it('open the form', async () => {
    expect((await call('new', { subject: undefined })).opened).toEqual([{ folder: '/shop' }]);
    expect((await call('edit')).opened).toEqual([{ folder: '/shop', hook: 'announce' }]);
  });

  it('begin a hook with the tool of a row', async () => {
    const subject: Subject = { kind: 'tool', folder: '/shop', server: 'chat', tool: 'post' };
    expect((await call('new', { subject })).opened).toEqual([
      { folder: '/shop', tool: { server: 'chat', tool: 'post' } },
    ]);
  });

  it('open the file at the place where there is no form', async () => {
    expect((await call('edit', { hasForm: false })).shown).toEqual([`open: ${FILE}:4:5`]);
    expect((await call('new', { hasForm: false, subject: undefined })).shown).toEqual([`open: ${FILE}`]);
  });
});

describe('openFile', () => {
  it('opens the file of a hook where the hook stands, or where it is wrong', async () => {
    expect((await call('openFile')).shown).toEqual([`open: ${FILE}:4:5`]);
    const finding = { file: FILE, line: 9, column: 3, path: '$', message: 'wrong', severity: 'error' as const };
    expect((await call('openFile', { hook: { findings: [finding] } })).shown).toEqual([`open: ${FILE}:9:3`]);
  });

  it('opens the only file', async () => {
    expect((await call('openFile', { subject: undefined })).shown).toEqual([`open: ${FILE}`]);
  });

  it('makes the file that is chosen where there is none', async () => {
    const files = { workspace: { file: FILE, exists: false }, user: { file: '/home/hooks.json', exists: false } };
    const scene = { state: { files }, subject: undefined, text: '' };
    const { shown, text } = await call('openFile', { ...scene, answers: ['Hooks of shop'] });
    expect(shown).toEqual(['pick: Open Hooks File: Hooks of shop, Your own hooks', `open: ${FILE}`]);
    expect(JSON.parse(text)).toEqual({ version: 1, hooks: [] });
    expect((await call('openFile', { ...scene, answers: [undefined] })).text).toBe('');
    // Somebody was faster.
    expect((await call('openFile', { ...scene, text: TEXT, answers: ['Hooks of shop'] })).text).toBe(TEXT);
  });
});

describe('enable and disable', () => {
  it('change the file, and nothing else in it', async () => {
    const { text } = await call('disable');
    expect(text).toContain('// Tells the others.');
    expect(text).toContain('"enabled": false');
    const hook = { hook: { enabled: false } };
    const again = await call('enable', { text, hook });
    expect(again.text).not.toContain('"enabled": false');
  });

  it('say that it is so already', async () => {
    expect((await call('enable')).shown).toEqual(['info: Hook "announce" is enabled already.']);
    const disabled = await call('disable', { hook: { hook: { enabled: false } } });
    expect(disabled.shown).toEqual(['info: Hook "announce" is disabled already.']);
    expect(disabled.text).toBe(TEXT);
  });

  it('offer only hooks that they can do something with', async () => {
    expect((await call('enable', { subject: undefined })).shown).toEqual(['info: No hook is disabled.']);
    expect((await call('disable', { subject: undefined, answers: [undefined] })).shown).toEqual([
      'pick: Disable Hook: announce',
    ]);
  });
});

describe('delete', () => {
  it('asks first, and takes the hook out of its file', async () => {
    const { shown, text } = await call('delete', { answers: ['Delete'] });
    expect(shown[0]).toBe(
      `confirm: Delete hook "announce"?\nfile.saved → chat:post\nIt is taken out of ${FILE}. Its runs stay in the log.`,
    );
    expect(text).not.toContain('announce');
    expect((await call('delete', { answers: [undefined] })).text).toBe(TEXT);
  });

  it('says that the hook is not in the file any more', async () => {
    const text = '{ "version": 1, "hooks": [] }';
    await expect(call('delete', { answers: ['Delete'], text })).rejects.toThrow('announce');
  });
});

describe('duplicate', () => {
  it('puts a disabled copy into the file, and opens it', async () => {
    const { text, opened } = await call('duplicate');
    expect(JSON.parse(text.replace('// Tells the others.', '')).hooks).toMatchObject([
      { id: 'announce' },
      { id: 'announce-2', enabled: false },
    ]);
    expect(opened).toEqual([{ folder: '/shop', hook: 'announce-2' }]);
  });
});

describe('approve, run, dryRun and why', () => {
  it('begin with the hook of the row', async () => {
    const unapproved = { resolved: { approval: 'not approved' as const } };
    expect((await call('approve', { hook: unapproved, answers: ['Approve'] })).shown[0]).toContain(
      'confirm: Approve hook "announce"?',
    );
    expect((await call('run')).folder.calls.map((each) => each.split(' ')[0])).toEqual(['preview', 'run']);
    expect((await call('dryRun', { answers: [undefined] })).shown[0]).toContain('pick: Dry run of "announce"');
    expect((await call('why', { answers: [undefined] })).shown[0]).toContain('pick: Why Did a Hook Not Run?');
  });

  it('approve one of several from the palette', async () => {
    const hooks = ['one', 'two'].map((id) =>
      exampleShownHook({ hook: { id }, resolved: { approval: 'not approved' } }),
    );
    const { shown } = await call('approve', { state: { hooks }, subject: undefined, answers: ['two', 'Approve'] });
    expect(shown[1]).toContain('confirm: Approve hook "two"?');
  });
});
