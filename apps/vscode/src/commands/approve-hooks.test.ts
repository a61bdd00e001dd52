import { exampleCall } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder, type FakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { createFakeParts, exampleShownHook } from '../../test/fakes/example-shown-hook.ts';
import { askToApprove } from './approve-hooks.ts';
import { chooseUnapproved } from './choose-unapproved.ts';

const ACTION = exampleCall([
  { toolParam: 'channel', source: 'literal', value: '#specs' },
  { toolParam: 'text', source: 'template', value: '{feature} by {user}' },
]);

const OPEN = exampleShownHook({
  hook: { action: ACTION },
  state: 'not approved',
  resolved: { approval: 'not approved', servers: [{ key: 'chat' }] },
});

const named = (id: string) =>
  exampleShownHook({ hook: { id }, state: 'not approved', resolved: { approval: 'not approved' } });

function approvals({ calls }: FakeFolder): readonly unknown[] {
  return calls.filter((call) => call.startsWith('approve ')).map((call) => JSON.parse(call.slice(8))[0].hash);
}

describe('askToApprove', () => {
  it('shows the arguments and the server, and approves what was shown', async () => {
    const editor = createFakeEditor('Approve');
    const folder = createFakeFolder({ hooks: [OPEN] });
    expect(await askToApprove([{ folder, hook: OPEN }], createFakeParts(editor, folder))).toBe(true);
    expect(editor.shown).toEqual([
      [
        'confirm: Approve hook "announce"?',
        'announce',
        '  when    file.saved',
        '  calls   chat:post, for at most 30000 ms',
        '    channel  literal "#specs"',
        '    text     template "{feature} by {user}"',
        '  server  chat: is not in the configuration',
      ].join('\n'),
    ]);
    expect(approvals(folder)).toEqual(['hash of announce']);
  });

  it('approves nothing where the person cancels', async () => {
    const folder = createFakeFolder({ hooks: [OPEN] });
    const parts = createFakeParts(createFakeEditor(undefined), folder);
    expect(await askToApprove([{ folder, hook: OPEN }], parts)).toBe(false);
    expect(folder.calls).toEqual([]);
  });

  it('approves what was shown also where the file changed meanwhile, and says so', async () => {
    const editor = createFakeEditor('Approve');
    const changed = exampleShownHook({ resolved: { hash: 'another' }, state: 'not approved' });
    const folder = createFakeFolder({ hooks: [changed] });
    await askToApprove([{ folder, hook: OPEN }], createFakeParts(editor, folder));
    expect(approvals(folder)).toEqual(['hash of announce']);
    expect(editor.shown.at(-1)).toBe(
      'warning: Hook "announce" changed while you looked at it. You approved what was shown; look at it again.',
    );
  });

  it('shows the difference to what was approved before', async () => {
    const seen = ['announce', '  when    file.saved', '  calls   chat:shout, for at most 30000 ms'];
    const before = { hook: 'announce', hash: 'old', at: 0, seen };
    const hook = exampleShownHook({
      hook: { action: exampleCall([]) },
      state: 'changed since approved',
      resolved: { approval: 'changed since approved', before },
    });
    const editor = createFakeEditor('Approve');
    const folder = createFakeFolder({ hooks: [hook] });
    await askToApprove([{ folder, hook }], createFakeParts(editor, folder));
    expect(editor.shown[0]).toBe(
      `difference: Hook announce\n${seen.join('\n')}\n---\nannounce\n  when    file.saved\n  calls   chat:post, for at most 30000 ms`,
    );
    expect(editor.shown[1]).toContain(
      'Changed since it was approved:\n-  calls   chat:shout, for at most 30000 ms\n+  ',
    );
    expect(editor.shown[1]).toContain('\n\nIt would run:\nannounce\n');
  });

  it('says that a change is in what is not shown', async () => {
    const seen = ['announce', '  when    file.saved', '  calls   chat:post, for at most 30000 ms'];
    const hook = exampleShownHook({
      hook: { action: exampleCall([]) },
      resolved: { approval: 'changed since approved', before: { hook: 'announce', hash: 'old', at: 0, seen } },
    });
    const editor = createFakeEditor(undefined);
    await askToApprove([{ folder: createFakeFolder(), hook }], createFakeParts(editor));
    expect(editor.shown[1]).toContain(
      'Changed since it was approved, in masked values, in the order, or in its server:',
    );
  });

  it('puts what does not fit a dialog on several, with the whole text behind them', async () => {
    const mappings = Array.from({ length: 40 }, (_, index) => ({
      toolParam: `parameter${index}`,
      source: 'literal' as const,
      value: 'x'.repeat(60),
    }));
    const hook = exampleShownHook({ hook: { action: exampleCall(mappings) }, resolved: { approval: 'not approved' } });
    const folder = createFakeFolder({ hooks: [hook] });
    const editor = createFakeEditor('Next', 'Next', 'Approve');
    expect(await askToApprove([{ folder, hook }], createFakeParts(editor, folder))).toBe(true);
    expect(editor.shown.map((each) => each.split('\n')[0])).toEqual([
      'text: Hooks to Approve',
      'confirm: Approve hook "announce"? (1 of 3)',
      'confirm: Approve hook "announce"? (2 of 3)',
      'confirm: Approve hook "announce"? (3 of 3)',
    ]);
    expect(editor.shown.slice(1).join('\n')).toContain('parameter39');
  });

  it('approves several at once, but only after each was shown', async () => {
    const hooks = [named('one'), named('two')];
    const folder = createFakeFolder({ hooks });
    const found = hooks.map((hook) => ({ folder, hook }));
    expect(await askToApprove(found, createFakeParts(createFakeEditor('Next', undefined), folder))).toBe(false);
    expect(await askToApprove(found, createFakeParts(createFakeEditor('Approve All'), folder))).toBe(false);
    expect(approvals(folder)).toEqual([]);
    const editor = createFakeEditor('Next', 'Approve All');
    expect(await askToApprove(found, createFakeParts(editor, folder))).toBe(true);
    expect(approvals(folder)).toEqual(['hash of one', 'hash of two']);
    expect(editor.shown.map((each) => each.split('\n')[0])).toEqual([
      'confirm: Approve hook "one"?',
      'confirm: Approve hook "two"?',
    ]);
  });

  it.each([
    ['approved', 'info: Nothing needs approval: it is approved already.'],
    ['not needed', 'info: Nothing needs approval: your own hooks need none.'],
  ] as const)('has nothing to ask where a hook is %s', async (approval, message) => {
    const editor = createFakeEditor();
    const hook = exampleShownHook({ resolved: { approval } });
    const folder = createFakeFolder({ hooks: [hook] });
    expect(await askToApprove([{ folder, hook }], createFakeParts(editor, folder))).toBe(true);
    expect(editor.shown).toEqual([message]);
    expect(folder.calls).toEqual([]);
  });
});

describe('chooseUnapproved', () => {
  it('offers all of them where there are several', async () => {
    const folder = createFakeFolder({ hooks: [named('one'), exampleShownHook(), named('two')] });
    const editor = createFakeEditor('All 2 Hooks', 'two', undefined);
    const parts = createFakeParts(editor, folder);
    expect(await chooseUnapproved(parts, undefined)).toHaveLength(2);
    expect(await chooseUnapproved(parts, undefined)).toMatchObject([{ hook: { state: 'not approved' } }]);
    expect(await chooseUnapproved(parts, undefined)).toEqual([]);
    expect(editor.shown[0]).toBe('pick: Approve Hook: All 2 Hooks, one, two');
  });

  it('says that none waits', async () => {
    const editor = createFakeEditor();
    const parts = createFakeParts(editor, createFakeFolder({ hooks: [exampleShownHook()] }));
    expect(await chooseUnapproved(parts, undefined)).toEqual([]);
    expect(editor.shown).toEqual(['info: Nothing needs approval: all hooks may run.']);
  });
});
