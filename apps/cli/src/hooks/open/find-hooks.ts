import { askWhetherMeant, nearest, ToolyardError, toVisibleLine } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';

/** The hooks with these ids, in the order of the file; throws `usage` with the nearest ids for those there are not. */
export function findHooks(hooks: readonly KnownHook[], ids: readonly string[]): readonly KnownHook[] {
  const known = hooks.map(({ hook }) => hook.id);
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new ToolyardError('usage', unknown.map((id) => explain(id, known)).join('\n'));
  return hooks.filter(({ hook }) => ids.includes(hook.id));
}

/** The hook with this id; throws as `findHooks` does. */
export function findHook(hooks: readonly KnownHook[], id: string): KnownHook {
  const found = hooks.find(({ hook }) => hook.id === id);
  if (found !== undefined) return found;
  const known = hooks.map(({ hook }) => hook.id);
  throw new ToolyardError('usage', explain(id, known));
}

function explain(id: string, known: readonly string[]): string {
  const near = nearest(id, known);
  const all =
    known.length === 0
      ? 'There are no hooks here. Run "toolyard hooks list" to see where Toolyard looks for them.'
      : `Hooks: ${known.map(toVisibleLine).join(', ')}.`;
  return `Hook not found: ${toVisibleLine(id)}\n${near.length > 0 ? askWhetherMeant(near) : all}`;
}
