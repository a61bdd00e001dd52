import { toVisibleLine } from '@toolyard/core';
import { duplicateHook, removeHook, switchHook } from '@toolyard/hooks';
import { describeTrigger, targetOf } from '@toolyard/host/hooks';
import { findShownHook, titleOf, type FoundHook } from './choose-hook.ts';
import type { CommandParts } from './command-table.ts';

/** Switches a hook on or off in its file; says so where it is that already. */
export async function turnHook(found: FoundHook, enabled: boolean, { editor, later }: CommandParts): Promise<void> {
  const { folder, hook } = found;
  const { known } = hook.resolved;
  if (known.hook.enabled === enabled) {
    const message = `Hook "${titleOf(hook)}" is ${enabled ? 'enabled' : 'disabled'} already.`;
    later(async () => void (await editor.notify('info', message)));
    return;
  }
  await folder.edit(known.source, (text, format) => switchHook(text, format, known.hook.id, enabled));
}

/** Takes a hook out of its file, after a question. */
export async function deleteHook({ folder, hook }: FoundHook, { editor }: Pick<CommandParts, 'editor'>): Promise<void> {
  const { known } = hook.resolved;
  const detail = [
    `${describeTrigger(known.hook.trigger)} → ${toVisibleLine(targetOf(known.hook))}`,
    `It is taken out of ${toVisibleLine(known.file)}. Its runs stay in the log.`,
  ];
  const pressed = await editor.confirm(`Delete hook "${titleOf(hook)}"?`, detail.join('\n'), 'Delete');
  if (pressed === undefined) return;
  await folder.edit(known.source, (text, format) => removeHook(text, format, known.hook.id));
}

/** Puts a copy of a hook behind it in its file, disabled, and gives the copy; `undefined` where it cannot be found. */
export async function copyHook({ folder, hook }: FoundHook): Promise<FoundHook | undefined> {
  const { known } = hook.resolved;
  const taken = folder.state().hooks.map((each) => each.resolved.known.hook.id);
  let id: string | undefined;
  await folder.edit(known.source, (text, format) => {
    const copy = duplicateHook(text, format, known.hook.id, taken);
    if (copy.ok) id = copy.id;
    return copy;
  });
  return id === undefined ? undefined : findShownHook(folder, id);
}
