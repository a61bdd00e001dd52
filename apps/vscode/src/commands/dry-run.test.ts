import { ToolyardError } from '@toolyard/core';
import { exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { createFakeParts, exampleShownHook } from '../../test/fakes/example-shown-hook.ts';
import type { Folder, FolderState } from '../folder/folder.ts';
import { dryRun } from './dry-run.ts';

const EVENT = {
  id: 'event-1',
  name: 'file.saved' as const,
  at: '2026-11-15T10:00:00.000Z',
  context: { event: 'file.saved', path: 'a.md', message: 'cut…' },
  cut: ['message'],
};

const RECENT = 'file.saved a.md';

async function tryIt(answer: string | undefined, members: Partial<Folder> = {}, state: Partial<FolderState> = {}) {
  const hook = exampleShownHook();
  const runs = [exampleRecord({ event: EVENT })];
  const folder = createFakeFolder(
    { hooks: [hook], runs, ...state },
    {
      preview: async (_hook, event) => ({ arguments: { text: event.values['path'] }, problems: [] }),
      findSchema: () => ({ type: 'object' }),
      ...members,
    },
  );
  const editor = createFakeEditor(answer, 'Continue');
  await dryRun({ folder, hook }, createFakeParts(editor, folder));
  const text = editor.shown.find((each) => each.startsWith('text: '));
  const [title, ...lines] = text?.split('\n') ?? [];
  return { editor, folder, title, shown: text === undefined ? undefined : JSON.parse(lines.join('\n')) };
}

describe('a dry run', () => {
  it('shows the arguments for an event that happened, and says what the record does not have in full', async () => {
    const { title, shown } = await tryIt(RECENT);
    expect(title).toBe('text: Dry Run of announce');
    expect(shown).toEqual({
      hook: 'announce',
      target: 'chat:post',
      event: 'file.saved',
      values: { branch: null, path: 'a.md' },
      arguments: { text: 'a.md' },
      problems: [],
      notes: ['The record has these values cut or masked, so the event goes without them: message'],
    });
  });

  it('takes a sample, the event of the hook first', async () => {
    const { editor, shown } = await tryIt('file.saved');
    expect(editor.shown[0]).toMatch(/^pick: Dry run of "announce": file\.saved a\.md, file\.saved, file\.created, /);
    expect(shown).toMatchObject({ event: 'file.saved', values: { path: 'specs/checkout/spec.md' } });
    expect(shown).not.toHaveProperty('notes');
  });

  it('shows what would go wrong', async () => {
    const { shown } = await tryIt(RECENT, { preview: async () => ({ problems: ['text: there is no branch'] }) });
    expect(shown).toMatchObject({ problems: ['text: there is no branch'] });
    expect(shown).not.toHaveProperty('arguments');
  });

  it('looks for a tool that is not known yet', async () => {
    let isLooked = false;
    const { shown } = await tryIt('file.saved', {
      findSchema: () => (isLooked ? { type: 'object' } : undefined),
      lookForServers: async () => void (isLooked = true),
    });
    expect(isLooked).toBe(true);
    expect(shown).not.toHaveProperty('notes');
  });

  it.each([
    ['cannot be found', {}, 1],
    [
      'cannot be looked for',
      { lookForServers: () => Promise.reject(new ToolyardError('config-invalid', 'toolyard.json is wrong.')) },
      2,
    ],
  ] as const)('says that a tool %s', async (_name, members, notes) => {
    const { shown } = await tryIt('file.saved', { findSchema: () => undefined, ...members });
    expect(shown.notes).toHaveLength(notes);
    expect(shown.notes[0]).toBe(
      'The tool "post" of server "chat" is not known now, so nothing was compared with its parameters.',
    );
  });

  it('starts nothing in a folder that is not trusted', async () => {
    const { folder, shown } = await tryIt(
      'file.saved',
      { findSchema: () => undefined },
      { duty: { kind: 'untrusted' } },
    );
    expect(folder.calls).toEqual([]);
    expect(shown.notes).toHaveLength(1);
  });

  it('shows nothing where the person leaves', async () => {
    expect((await tryIt(undefined)).shown).toBeUndefined();
  });
});
