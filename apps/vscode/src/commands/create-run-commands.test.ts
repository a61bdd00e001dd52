import { exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder, type FakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { createFakeParts, exampleShownHook } from '../../test/fakes/example-shown-hook.ts';
import type { FolderState } from '../folder/folder.ts';
import type { Subject } from '../rows/row.ts';
import { createRunCommands } from './create-run-commands.ts';

const RUN: Subject = { kind: 'run', folder: '/shop', run: 'run-1' };

interface Scene {
  readonly state?: Partial<FolderState>;
  readonly subject?: Subject | undefined;
  readonly answers?: readonly (string | undefined)[];
}

async function call(
  name: 'show' | 'replay' | 'copy',
  scene: Scene = {},
): Promise<{ shown: readonly string[]; folder: FakeFolder }> {
  const { state, answers = [] } = scene;
  const subject = 'subject' in scene ? scene.subject : RUN;
  const folder = createFakeFolder({ hooks: [exampleShownHook()], runs: [exampleRecord()], ...state });
  const editor = createFakeEditor(...answers);
  const parts = createFakeParts(editor, folder);
  const actions = { update: async () => undefined, remove: async () => undefined };
  await createRunCommands(parts, actions)[`toolyard.runs.${name}`]?.(subject);
  await parts.settled();
  return { shown: editor.shown, folder };
}

describe('toolyard.runs.show', () => {
  it('shows everything that is known about a run', async () => {
    const run = exampleRecord({
      reason: 'no such channel',
      status: 'error',
      arguments: { text: 'a' },
      result: 'said',
      attempts: 2,
      chain: [{ hook: 'before', run: 'run-0', inferred: false }],
    });
    const { shown } = await call('show', { state: { runs: [run] } });
    for (const words of [
      'run-1',
      'error: no such channel',
      'file.saved',
      '"text": "a"',
      '"said"',
      'attempts',
      'before → announce',
    ]) {
      expect(shown[0]).toContain(words);
    }
  });

  it('cuts what is too long for an editor, with a word', async () => {
    const { shown } = await call('show', { state: { runs: [exampleRecord({ result: 'x'.repeat(1_000_000) })] } });
    expect(shown[0]?.length).toBeLessThan(30_000);
    expect(shown[0]).toContain('… (cut; 1000002 characters in all)');
  });

  it('asks which run from the palette, the newest first', async () => {
    const runs = [
      exampleRecord({ id: 'older', hook: 'a', endedAt: '2026-11-15T10:00:00.000Z' }),
      exampleRecord({ id: 'newer', hook: 'b', endedAt: '2026-11-15T11:00:00.000Z', reason: 'because' }),
    ];
    const { shown } = await call('show', { state: { runs }, subject: undefined, answers: ['b'] });
    expect(shown[0]).toBe('pick: Show Run: b, a');
    expect(shown[1]).toContain('text: Run newer of b');
  });

  it('offers only the runs of a hook for its row', async () => {
    const runs = [exampleRecord({ hook: 'a' }), exampleRecord({ id: 'run-2', hook: 'b' })];
    const subject: Subject = { kind: 'hook', folder: '/shop', hook: 'b' };
    expect((await call('show', { state: { runs }, subject, answers: [undefined] })).shown).toEqual([
      'pick: Show Run: b',
    ]);
  });

  it('says that nothing has run, that a run has not ended, and that it is not kept any more', async () => {
    expect((await call('show', { state: { runs: [] }, subject: undefined })).shown).toEqual([
      'info: No hook has run here yet.',
    ]);
    const live = [{ id: 'run-1', hook: 'a', target: 't', startedAt: 0 }];
    await expect(call('show', { state: { runs: [], live } })).rejects.toThrow('has not ended yet');
    await expect(call('show', { state: { runs: [] } })).rejects.toThrow('is not kept any more');
  });
});

describe('toolyard.runs.copy', () => {
  it('copies the record as JSON', async () => {
    const { shown } = await call('copy');
    expect(JSON.parse(shown[0]?.slice('copy: '.length) ?? '')).toEqual(exampleRecord());
    expect(shown[1]).toBe('info: Copied the run of hook "announce" as JSON.');
  });
});

describe('toolyard.runs.replay', () => {
  const cut = { ...exampleRecord().event, cut: ['message', 'data'] };

  it('repeats a run', async () => {
    const { folder } = await call('replay');
    expect(folder.calls.map((each) => each.split(' ')[0])).toEqual(['replay']);
  });

  it('says before which values were cut', async () => {
    const state = { runs: [exampleRecord({ event: cut })] };
    const left = await call('replay', { state, answers: [undefined] });
    expect(left.shown).toEqual([
      'confirm: Replay the run without some of its values?\nThe record has these values cut or masked, so the event goes without them: message, data',
    ]);
    expect(left.folder.calls).toEqual([]);
    expect((await call('replay', { state, answers: ['Replay'] })).folder.calls).toHaveLength(1);
  });

  it('does not run what may not run', async () => {
    const hooks = [exampleShownHook({ resolved: { approval: 'not approved' } })];
    const { shown, folder } = await call('replay', { state: { hooks }, answers: [undefined] });
    expect(shown[0]).toContain('is not approved, so it does not run.');
    expect(folder.calls).toEqual([]);
  });

  it('says that the hook is gone', async () => {
    await expect(call('replay', { state: { hooks: [] } })).rejects.toThrow('There is no hook "announce"');
  });
});
