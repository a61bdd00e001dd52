import { exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { createFakeParts, exampleShownHook } from '../../test/fakes/example-shown-hook.ts';
import type { PickChoice } from '../ports/pick-choice.ts';
import { chooseHook, titleOf, toHookChoice } from './choose-hook.ts';

const QUESTION = { title: 'Run Hook Now' };

describe('chooseHook', () => {
  it('takes the hook of a subject without a question', async () => {
    const editor = createFakeEditor();
    const folder = createFakeFolder({ hooks: [exampleShownHook()] });
    const subject = { kind: 'hook', folder: '/shop', hook: 'announce' } as const;
    const found = await chooseHook(createFakeParts(editor, folder), subject, QUESTION);
    expect(found?.hook.resolved.known.hook.id).toBe('announce');
    expect(editor.shown).toEqual([]);
  });

  it('reads the files again before it says that a hook is gone', async () => {
    const folder = createFakeFolder();
    const parts = createFakeParts(createFakeEditor(), folder);
    const subject = { kind: 'hook', folder: '/shop', hook: 'go\u202ene' } as const;
    const choosing = chooseHook(parts, subject, QUESTION);
    await expect(choosing).rejects.toThrow(String.raw`There is no hook "go\u202ene" in shop any more.`);
    expect(folder.calls).toEqual(['refresh []']);
  });

  it('says that a folder is not open any more', async () => {
    const parts = createFakeParts(createFakeEditor(), createFakeFolder());
    const subject = { kind: 'hook', folder: '/gone', hook: 'announce' } as const;
    await expect(chooseHook(parts, subject, QUESTION)).rejects.toThrow('The folder /gone is not open');
  });

  it('lists those that run first, and of them the last one that ran', async () => {
    const ran = (id: string, endedAt: string) =>
      exampleShownHook({ hook: { id }, lastRun: exampleRecord({ endedAt, hook: id }) });
    const hooks = [
      exampleShownHook({ hook: { id: 'off', enabled: false } }),
      exampleShownHook({ hook: { id: 'new' }, state: 'not approved' }),
      ran('older', '2026-11-15T10:00:00.000Z'),
      ran('newer', '2026-11-15T11:00:00.000Z'),
    ];
    const editor = createFakeEditor('new');
    const found = await chooseHook(createFakeParts(editor, createFakeFolder({ hooks })), undefined, QUESTION);
    expect(editor.shown).toEqual(['pick: Run Hook Now: newer, older, new, off']);
    expect(titleOf(found?.hook ?? expect.fail('nothing'))).toBe('new');
  });

  it('is undefined where the person leaves', async () => {
    const parts = createFakeParts(createFakeEditor(undefined), createFakeFolder({ hooks: [exampleShownHook()] }));
    expect(await chooseHook(parts, undefined, QUESTION)).toBeUndefined();
  });

  it('says that there is nothing to choose', async () => {
    const editor = createFakeEditor();
    const empty = createFakeParts(editor, createFakeFolder());
    await chooseHook(empty, undefined, QUESTION);
    const enabled = createFakeParts(editor, createFakeFolder({ hooks: [exampleShownHook()] }));
    await chooseHook(enabled, undefined, { ...QUESTION, wants: () => false, none: 'No hook is disabled.' });
    expect(editor.shown).toEqual(['info: There are no hooks here yet.', 'info: No hook is disabled.']);
  });

  it('keeps to the folder of a row that is no hook', async () => {
    const editor = createFakeEditor(undefined);
    const one = createFakeFolder({ hooks: [exampleShownHook({ hook: { id: 'one' } })] });
    const other = { ...createFakeFolder({ hooks: [exampleShownHook({ hook: { id: 'two' } })] }), path: '/other' };
    await chooseHook(createFakeParts(editor, one, other), { kind: 'folder', folder: '/other' }, QUESTION);
    expect(editor.shown).toEqual(['pick: Run Hook Now: two']);
  });
});

it('shows the state of a hook in words', () => {
  const hook = exampleShownHook({ hook: { name: 'Announce' }, lastRun: exampleRecord({ status: 'error' }) });
  const choice: PickChoice<unknown> = toHookChoice({ folder: createFakeFolder(), hook }, true);
  expect(choice).toMatchObject({
    label: 'Announce',
    description: 'enabled · last run: error · shop',
    detail: 'file.saved → chat:post',
  });
});
