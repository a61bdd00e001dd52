import { ToolyardError } from '@toolyard/core';
import type { RunRecord } from '@toolyard/hooks';
import { exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { createFakeParts, exampleShownHook, type ShownHookChanges } from '../../test/fakes/example-shown-hook.ts';
import type { Folder, FolderState } from '../folder/folder.ts';
import { runHookNow } from './run-hook-now.ts';

interface Scene {
  readonly hook?: ShownHookChanges;
  readonly state?: Partial<FolderState>;
  readonly members?: Partial<Folder>;
  readonly answers?: readonly (string | undefined)[];
}

async function run({ hook: changes, state, members, answers = [] }: Scene) {
  const hook = exampleShownHook(changes);
  const started: unknown[] = [];
  const folder = createFakeFolder(
    { hooks: [hook], ...state },
    {
      run: async (...given) => {
        started.push(given.slice(0, 2));
        return [exampleRecord()];
      },
      preview: async () => ({ arguments: {}, problems: [] }),
      ...members,
    },
  );
  const editor = createFakeEditor(...answers);
  const parts = createFakeParts(editor, folder);
  const done: string[] = [];
  await runHookNow({ folder, hook }, parts, {
    update: async () => void done.push('update'),
    remove: async () => void done.push('remove'),
  });
  await parts.settled();
  return { shown: editor.shown, started, done, calls: folder.calls };
}

const BARE = ['announce', { name: 'manual', values: {} }];

describe('running a hook now', () => {
  it('tells how it ended, and shows the run', async () => {
    const { shown, started } = await run({ answers: ['Show'] });
    expect(started).toEqual([BARE]);
    expect(shown[0]).toBe('info: Hook "announce" succeeded in 142 ms.');
    expect(shown[1]).toMatch(/^text: Run run-1 of announce\nrun {7}run-1\n/);
  });

  it('tries again what failed, for as long as that is wanted', async () => {
    const failed = exampleRecord({ status: 'error', reason: 'no such channel' });
    const replayed: unknown[] = [];
    const { shown } = await run({
      members: {
        run: async () => [failed],
        replay: async (record) => {
          replayed.push(record);
          return [exampleRecord()];
        },
      },
      answers: ['Retry', undefined],
    });
    expect(shown).toEqual([
      'error: Hook "announce" failed: no such channel.',
      'info: Hook "announce" succeeded in 142 ms.',
    ]);
    expect(replayed).toEqual([failed]);
  });

  it('runs nothing that is not approved, and offers to approve it', async () => {
    const hook: ShownHookChanges = { state: 'not approved', resolved: { approval: 'not approved' } };
    const refused = await run({ hook, answers: [undefined] });
    expect(refused.started).toEqual([]);
    expect(refused.shown).toEqual([
      'confirm: Hook "announce" is not approved, so it does not run.\nApprove it to see what it would run. Nothing has run yet.',
    ]);
    const left = await run({ hook, answers: ['Approve', undefined] });
    expect([left.started, left.shown.length]).toEqual([[], 2]);
    const approved = await run({ hook, answers: ['Approve', 'Approve'] });
    expect(approved.started).toEqual([BARE]);
    expect(approved.calls.some((call) => call.startsWith('approve '))).toBe(true);
  });

  it('says that a hook changed since it was approved', async () => {
    const hook: ShownHookChanges = { resolved: { approval: 'changed since approved' } };
    const { shown } = await run({ hook, answers: [undefined] });
    expect(shown[0]).toContain('has changed since it was approved, so it does not run.');
  });

  it('says that a hook is disabled, and runs it once where that is meant', async () => {
    const hook: ShownHookChanges = { hook: { enabled: false } };
    const refused = await run({ hook, answers: [undefined] });
    expect(refused.started).toEqual([]);
    expect(refused.shown[0]).toMatch(/^confirm: Hook "announce" is disabled\./);
    expect((await run({ hook, answers: ['Run Once', undefined] })).started).toEqual([BARE]);
  });

  it('asks for an approval also of a disabled hook', async () => {
    const hook: ShownHookChanges = { hook: { enabled: false }, resolved: { approval: 'not approved' } };
    const { started, shown } = await run({ hook, answers: ['Run Once', undefined] });
    expect([started, shown.length]).toEqual([[], 2]);
  });

  it.each([
    ['Update', ['update']],
    ['Remove', ['remove']],
    [undefined, []],
  ])('runs nothing that is invalid, and says why: %s', async (answer, done) => {
    const finding = { file: '/f', line: 1, column: 1, path: '$', severity: 'error' as const };
    const findings = [{ ...finding, message: 'Unknown server "chat"' }];
    const result = await run({ hook: { state: 'invalid: unknown server', findings }, answers: [answer] });
    expect(result).toMatchObject({ started: [], done });
    expect(result.shown[0]).toBe(
      'confirm: Hook "announce" is invalid, so it does not run.\nUnknown server "chat"\n\nUpdate the hook, or remove it.',
    );
  });

  it('runs nothing in a folder that is not trusted', async () => {
    const { started, shown } = await run({ state: { duty: { kind: 'untrusted' } } });
    expect(started).toEqual([]);
    expect(shown[0]).toMatch(/^confirm: Hook "announce" was not run\.\n.*trust/);
  });

  it('asks for values where the hook cannot do without, with what happened lately first', async () => {
    const context = { event: 'file.saved', path: 'b.md' };
    const event = { id: 'event-2', name: 'file.saved' as const, at: '2026-11-15T10:00:00.000Z', context };
    const { shown, started } = await run({
      state: { runs: [exampleRecord({ event }), exampleRecord({ id: 'run-2', event })] },
      members: { preview: async () => ({ problems: ['text: there is no path'] }) },
      answers: ['file.saved b.md', undefined],
    });
    expect(shown[0]).toBe('pick: Run "announce": it needs values of an event: file.saved b.md, file.saved');
    expect(started).toEqual([['announce', { name: 'manual', values: { branch: null, path: 'b.md' } }]]);
  });

  it('runs nothing where the person leaves the question for values', async () => {
    const { started } = await run({
      members: { preview: async () => ({ problems: ['text: there is no path'] }) },
      answers: [undefined],
    });
    expect(started).toEqual([]);
  });

  it('stops waiting when it is cancelled', async () => {
    const controller = new AbortController();
    const hook = exampleShownHook();
    const editor = {
      ...createFakeEditor(),
      withProgress: <Result>(_title: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
        const working = work(controller.signal);
        controller.abort();
        return working;
      },
    };
    const folder = createFakeFolder(
      { hooks: [hook] },
      {
        run: () => new Promise<readonly RunRecord[]>(() => undefined),
        preview: async () => ({ arguments: {}, problems: [] }),
      },
    );
    const actions = { update: async () => undefined, remove: async () => undefined };
    await runHookNow({ folder, hook }, createFakeParts(editor, folder), actions);
    expect(editor.shown).toEqual([
      'info: Stopped waiting for hook "announce". A run that has begun may go on; Runs lists how it ended.',
    ]);
  });

  it('leaves what went wrong to the one place that tells it', async () => {
    const fail = (): Promise<never> => Promise.reject(new ToolyardError('server-unavailable', 'No server.'));
    await expect(run({ members: { run: fail } })).rejects.toThrow('No server.');
  });

  it('says that nothing ran', async () => {
    const { shown } = await run({ members: { run: async () => [] } });
    expect(shown).toEqual(['warning: Nothing ran: the hook is not there any more.']);
  });
});
