import type { McpServer } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder, type FakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { exampleShownHook } from '../../test/fakes/example-shown-hook.ts';
import type { Folders, ShownHook } from '../folder/folder.ts';
import { followInvalidHooks, type ToldHook } from './follow-invalid-hooks.ts';

const FINDING = { file: '/f', line: 1, column: 1, path: '$', severity: 'error' as const };

function broken(id: string, message = 'Unknown server "chat"'): ShownHook {
  return exampleShownHook({ hook: { id }, state: 'invalid', findings: [{ ...FINDING, message }] });
}

const AVAILABLE: McpServer = {
  id: 'chat',
  name: 'chat',
  status: 'available',
  source: 'toolyard',
  tools: [],
  lastDiscovered: 0,
};

/** A window with one folder, whose time passes when a test says so. */
function open(folder: FakeFolder, ...answers: readonly (string | undefined)[]) {
  const editor = createFakeEditor(...answers);
  const due = new Set<() => void>();
  const done: string[] = [];
  let told: readonly ToldHook[] = [];
  const folders: Folders = {
    list: () => [folder],
    onChange: (listener) => folder.onChange(listener),
    of: () => folder,
  };
  const stop = followInvalidHooks({
    folders,
    editor,
    actions: {
      update: async ({ hook }) => void done.push(`update ${hook.resolved.known.hook.id}`),
      remove: async ({ hook }) => void done.push(`remove ${hook.resolved.known.hook.id}`),
    },
    clock: {
      after(_ms, action) {
        due.add(action);
        return () => void due.delete(action);
      },
    },
    told: { read: () => told, write: (next) => (told = next) },
    onError: (error) => void done.push(`failed: ${String(error)}`),
  });
  return {
    editor,
    done,
    due,
    stop,
    told: () => told,
    async pass() {
      for (const action of due) {
        due.delete(action);
        action();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('the notice of invalid hooks', () => {
  it.each([
    ['Update', ['update announce']],
    ['Remove', ['remove announce']],
    [undefined, []],
  ])('says once why a hook does not run, and acts on %s', async (answer, done) => {
    const folder = createFakeFolder({ hooks: [exampleShownHook()] });
    const window = open(folder, answer);
    await window.pass();
    expect(window.editor.shown).toEqual([]);
    folder.set({ hooks: [broken('announce')] });
    await window.pass();
    folder.set({ hooks: [broken('announce', 'Unknown server "chat"; did you mean "chats"?')] });
    await window.pass();
    expect(window.editor.shown).toEqual([
      'warning: Hook "announce" is invalid and does not run: Unknown server "chat"',
    ]);
    expect(window.done).toEqual(done);
  });

  it('tells several together, and asks which one is meant', async () => {
    const folder = createFakeFolder();
    const window = open(folder, 'Remove', 'b');
    folder.set({ hooks: [broken('a')] });
    folder.set({ hooks: [broken('a'), broken('b'), broken('c'), broken('d')] });
    await window.pass();
    expect(window.editor.shown).toEqual([
      'warning: 4 hooks are invalid and do not run: "a", "b", "c" and 1 more. The first: Unknown server "chat"',
      'pick: Remove an invalid hook: a, b, c, d',
    ]);
    expect(window.done).toEqual(['remove b']);
  });

  it('tells only what is new', async () => {
    const folder = createFakeFolder({ hooks: [broken('a')] });
    const window = open(folder);
    await window.pass();
    folder.set({ hooks: [broken('a'), broken('b')] });
    await window.pass();
    expect(window.editor.shown.map((each) => each.slice(0, 17))).toEqual(['warning: Hook "a"', 'warning: Hook "b"']);
  });

  it('tells again of a hook that was right in between', async () => {
    const folder = createFakeFolder({ hooks: [broken('announce')] });
    const window = open(folder);
    await window.pass();
    folder.set({ hooks: [exampleShownHook()], servers: [AVAILABLE] });
    await window.pass();
    folder.set({ hooks: [broken('announce')] });
    await window.pass();
    expect(window.editor.shown).toHaveLength(2);
  });

  it('does not take a server that is not there for one that is right', async () => {
    const folder = createFakeFolder({ hooks: [broken('announce', 'Server "chat" has no tool "post"')] });
    const window = open(folder);
    await window.pass();
    folder.set({ hooks: [exampleShownHook()], servers: [{ ...AVAILABLE, status: 'unavailable' }] });
    await window.pass();
    folder.set({ hooks: [] });
    await window.pass();
    folder.set({ hooks: [broken('announce', 'Server "chat" has no tool "post"')] });
    await window.pass();
    expect(window.editor.shown).toHaveLength(1);
  });

  it('forgets a hook that was removed', async () => {
    const folder = createFakeFolder({ hooks: [broken('a'), broken('b')] });
    const window = open(folder);
    await window.pass();
    folder.set({ hooks: [broken('a')] });
    await window.pass();
    expect(window.told()).toEqual([{ folder: '/shop', hook: 'a' }]);
  });

  it('leaves a file that is just being written to the editor', async () => {
    const findings = [{ ...FINDING, message: 'Unknown key "actoin"', code: 'invalid_schema' as const }];
    const folder = createFakeFolder({ hooks: [exampleShownHook({ state: 'invalid', findings })] });
    const window = open(folder);
    await window.pass();
    expect(window.editor.shown).toEqual([]);
  });

  it('says that a hook is gone by the time a button is pressed', async () => {
    const folder = createFakeFolder({ hooks: [broken('announce')] });
    const window = open(folder, 'Update');
    const { notify } = window.editor;
    window.editor.notify = (...given) => {
      folder.set({ hooks: [] });
      return notify(...given);
    };
    await window.pass();
    expect(window.done).toEqual([expect.stringContaining('There is no hook "announce" in shop any more.')]);
  });

  it('looks at nothing after its end', async () => {
    const folder = createFakeFolder({ hooks: [broken('announce')] });
    const window = open(folder);
    window.stop();
    folder.set({ hooks: [broken('announce')] });
    expect(window.due.size).toBe(0);
  });
});
