import type { Hook } from '@toolyard/hooks';
import type { ResolvedHook } from '@toolyard/host/hooks';
import { exampleHook } from '@toolyard/testing';
import type { CommandParts } from '../../src/commands/command-table.ts';
import type { Folder, ShownHook } from '../../src/folder/folder.ts';
import type { FakeEditor } from './create-fake-editor.ts';
import { createFakeFolders } from './create-fake-folder.ts';

/** What a test says of a hook that is shown. */
export interface ShownHookChanges extends Partial<Omit<ShownHook, 'resolved'>> {
  readonly hook?: Partial<Hook>;
  readonly resolved?: Partial<ResolvedHook>;
}

/** The hook `announce` of the workspace, which is approved and enabled, with changes. */
export function exampleShownHook({ hook = {}, resolved = {}, ...changes }: ShownHookChanges = {}): ShownHook {
  const known = { ...exampleHook(hook), file: '/shop/.toolyard/hooks.json' };
  const hash = `hash of ${known.hook.id}`;
  return {
    resolved: { known, servers: [], approval: 'approved', hash, redact: (value) => value, ...resolved },
    state: known.hook.enabled ? 'enabled' : 'disabled',
    findings: [],
    place: { line: 4, column: 5 },
    ...changes,
  };
}

/** What commands work with, in a window with these folders; `settled` resolves when nothing goes on any more. */
export function createFakeParts(
  editor: FakeEditor,
  ...folders: readonly Folder[]
): CommandParts & { settled(): Promise<void> } {
  const going = new Set<Promise<void>>();
  return {
    folders: createFakeFolders(...folders),
    editor,
    later: (work) => void going.add(work()),
    async settled() {
      for (const each of going) await each;
    },
  };
}
