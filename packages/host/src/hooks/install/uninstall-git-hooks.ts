import { lstat, rm, rmdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { changeWorkspaces, readFireScript } from './create-fire-script.ts';
import { hashOfBytes, readGitHookFile, writeGitHookFile } from './git-hook-file.ts';
import {
  FIRE_SCRIPT,
  GIT_HOOK_NAMES,
  hasHookLines,
  KEPT_FOLDER,
  readHookBefore,
  removeHookLines,
  SHEBANG,
  type GitHookName,
} from './git-hook-lines.ts';
import { keptPathOf, restoreGitHook } from './keep-git-hook.ts';
import type { GitHooksPlace } from './locate-git-hooks.ts';

/** What became of one hook of git. */
export interface UninstalledGitHook {
  readonly name: GitHookName;
  /**
   * `removed`: there was none before. `restored`: it is what it was. `edited`: somebody has changed it since it was installed, and only the lines
   * are gone. `not installed`: it was not touched.
   */
  readonly change: 'removed' | 'restored' | 'edited' | 'not installed';
  /** Where the hook is that was there before, where somebody has put another in its place. */
  readonly kept?: string;
}

/** What became of the hooks; `undefined` where none were installed for the workspace. */
export type UninstalledGitHooks =
  | { readonly hooks: readonly UninstalledGitHook[] }
  /** They are still installed for other workspaces of the repository. */
  | { readonly left: readonly string[] };

/** Takes the hooks of git away that were installed for a workspace, and puts back what was there; throws `file-not-written`. */
export async function uninstallGitHooks({
  folder,
  workspace,
}: GitHooksPlace): Promise<UninstalledGitHooks | undefined> {
  const script = join(folder, FIRE_SCRIPT);
  const file = await readGitHookFile(script);
  const known = file.kind === 'file' ? readFireScript(file.text) : undefined;
  if (file.kind !== 'file' || known?.workspaces.includes(workspace) !== true) return undefined;
  const left = known.workspaces.filter((each) => each !== workspace);
  try {
    if (left.length === 0) return { hooks: await removeGitHooks(folder) };
    await writeGitHookFile(script, changeWorkspaces(file.text, left));
    return { left };
  } catch (error) {
    const message = `The git hooks in ${folder} could not be removed: ${toMessage(error)}. Make the folder writable, then try again.`;
    throw new ToolyardError('file-not-written', message, { cause: error });
  }
}

/** Takes all that was installed out of a folder of hooks. */
export async function removeGitHooks(folder: string): Promise<readonly UninstalledGitHook[]> {
  const removed: UninstalledGitHook[] = [];
  for (const name of GIT_HOOK_NAMES) removed.push(await removeGitHook(folder, name));
  const script = join(folder, FIRE_SCRIPT);
  const file = await readGitHookFile(script);
  const isFolderMade = file.kind === 'file' && readFireScript(file.text)?.isFolderMade === true;
  await rm(script, { force: true });
  // Neither is removed where something is left in it.
  await rmdir(join(folder, KEPT_FOLDER)).catch(() => undefined);
  if (isFolderMade) await rmdir(folder).catch(() => undefined);
  return removed;
}

async function removeGitHook(folder: string, name: GitHookName): Promise<UninstalledGitHook> {
  const file = join(folder, name);
  const hook = await readGitHookFile(file);
  if (hook.kind !== 'file' || !hasHookLines(hook.text))
    return { name, change: 'not installed', ...(await keptOf(file)) };
  const rest = removeHookLines(hook.text);
  const before = readHookBefore(hook.text);
  if (before !== undefined) return { name, change: await removeLines(file, rest, before) };
  if (rest !== SHEBANG) {
    await writeGitHookFile(file, rest);
    return { name, change: 'edited', ...(await keptOf(file)) };
  }
  if (await restoreGitHook(file)) return { name, change: 'restored' };
  await rm(file, { force: true });
  return { name, change: 'removed' };
}

async function removeLines(
  file: string,
  rest: string,
  before: NonNullable<ReturnType<typeof readHookBefore>>,
): Promise<'restored' | 'edited'> {
  await writeGitHookFile(file, rest);
  if (hashOfBytes(rest) !== before.hash) return 'edited';
  const seconds = Number(before.modifiedAt) / 1e9;
  await utimes(file, seconds, seconds);
  return 'restored';
}

async function keptOf(file: string): Promise<{ readonly kept?: string }> {
  const kept = keptPathOf(file);
  return (await lstat(kept).catch(() => undefined)) === undefined ? {} : { kept };
}
