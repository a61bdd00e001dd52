import { askWhetherMeant, nearest, ToolyardError, toVisibleLine } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';

/** The names of the groups that hooks have, each once, in the order of the files. */
export function groupsOf(hooks: readonly KnownHook[]): readonly string[] {
  return [...new Set(hooks.flatMap(({ hook }) => hook.group ?? []))];
}

/** The hooks of a group, all where none is named; throws `usage` with the nearest names where there is no such group. */
export function selectGroup(hooks: readonly KnownHook[], group: string | undefined): readonly KnownHook[] {
  if (group === undefined) return hooks;
  const found = hooks.filter(({ hook }) => hook.group === group);
  if (found.length > 0) return found;
  throw new ToolyardError('usage', explain(group, groupsOf(hooks)));
}

function explain(group: string, known: readonly string[]): string {
  const near = nearest(group, known);
  const all =
    known.length === 0
      ? 'No hook here has a "group". Set it in the hooks file.'
      : `Groups: ${known.map(toVisibleLine).join(', ')}.`;
  return `Group not found: ${toVisibleLine(group)}\n${near.length > 0 ? askWhetherMeant(near) : all}`;
}
