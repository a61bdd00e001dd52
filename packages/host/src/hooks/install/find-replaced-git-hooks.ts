import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import { readFireScript } from './create-fire-script.ts';
import { readGitHookFile } from './git-hook-file.ts';
import { FIRE_SCRIPT, GIT_HOOK_NAMES, hasHookLines, type GitHookName } from './git-hook-lines.ts';
import { locateGitHooks } from './locate-git-hooks.ts';

/**
 * The hooks of git that were installed for a workspace and that another program has replaced since, as husky and lefthook do when they install
 * theirs; none where none were installed.
 */
export async function findReplacedGitHooks(
  surroundings: Pick<Surroundings, 'env'>,
  workspace: string,
): Promise<readonly GitHookName[]> {
  const place = await locateGitHooks(surroundings, workspace).catch((error: unknown) => {
    if (ToolyardError.is(error)) return undefined;
    throw error;
  });
  if (place === undefined) return [];
  const { folder } = place;
  const known = await readInstalledScript(folder);
  if (known?.workspaces.includes(place.workspace) !== true) return [];
  const hooks = await Promise.all(GIT_HOOK_NAMES.map((name) => readGitHookFile(join(folder, name))));
  return GIT_HOOK_NAMES.filter((_, index) => {
    const hook = hooks[index];
    return hook?.kind !== 'file' || !hasHookLines(hook.text);
  });
}

/** What the script says that was installed in a folder of hooks; `undefined` where there is none. */
export async function readInstalledScript(folder: string): Promise<ReturnType<typeof readFireScript>> {
  const file = await readGitHookFile(join(folder, FIRE_SCRIPT));
  return file.kind === 'file' ? readFireScript(file.text) : undefined;
}
