import { chmod, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { makeFolder } from '@toolyard/node';
import { createFireScript, type FireScript } from './create-fire-script.ts';
import { hashOfBytes, isShellHook, readGitHookFile, writeGitHookFile } from './git-hook-file.ts';
import {
  addHookLines,
  FIRE_SCRIPT,
  GIT_HOOK_NAMES,
  hasHookLines,
  KEPT_FOLDER,
  readHookBefore,
  removeHookLines,
  SHEBANG,
  type GitHookName,
} from './git-hook-lines.ts';
import { readInstalledScript } from './find-replaced-git-hooks.ts';
import { keepGitHook } from './keep-git-hook.ts';
import type { GitHooksPlace } from './locate-git-hooks.ts';
import { removeGitHooks } from './uninstall-git-hooks.ts';

/** What became of one hook of git. */
export interface InstalledGitHook {
  readonly name: GitHookName;
  /**
   * `made`: there was none. `lines added`: it was a script of the shell. `wrapped`: it was something else, is kept beside the hooks, and is
   * still run where git ran it. `unchanged`: it was installed before. `left alone`: it is not even a file.
   */
  readonly change: 'made' | 'lines added' | 'wrapped' | 'unchanged' | 'left alone';
}

/** With what git tells Toolyard. */
export interface GitHooksProgram extends Pick<FireScript, 'interpreter' | 'script' | 'stateDir'> {}

/**
 * Installs hooks of git that tell Toolyard of commits, changes of the branch and pushes; doing it again changes nothing. Hooks that are there
 * are kept and run as before. Throws `file-not-written`, and then nothing is installed.
 */
export async function installGitHooks(
  { folder, workspace }: GitHooksPlace,
  program: GitHooksProgram,
): Promise<readonly InstalledGitHook[]> {
  const script = join(folder, FIRE_SCRIPT);
  const known = await readInstalledScript(folder);
  try {
    const isFolderMade = known?.isFolderMade ?? (await lstat(folder).catch(() => undefined)) === undefined;
    makeFolder(folder, 0o755);
    const workspaces = [...new Set([...(known?.workspaces ?? []), workspace])];
    await writeGitHookFile(script, createFireScript({ ...program, isFolderMade, workspaces }));
    await chmod(script, 0o755);
    const installed: InstalledGitHook[] = [];
    for (const name of GIT_HOOK_NAMES) installed.push({ name, change: await installGitHook(folder, name) });
    return installed;
  } catch (error) {
    // Half of the hooks would tell half of what happens.
    if (known === undefined) await removeGitHooks(folder).catch(() => undefined);
    if (ToolyardError.is(error)) throw error;
    const message = `The git hooks could not be written to ${folder}: ${toMessage(error)}. Make the folder writable, then try again.`;
    throw new ToolyardError('file-not-written', message, { cause: error });
  }
}

async function installGitHook(folder: string, name: GitHookName): Promise<InstalledGitHook['change']> {
  const file = join(folder, name);
  const hook = await readGitHookFile(file);
  if (hook.kind === 'other') return 'left alone';
  if (hook.kind === 'none') {
    await writeGitHookFile(file, addHookLines(SHEBANG, { name }));
    return 'made';
  }
  if (hook.kind === 'file' && hasHookLines(hook.text)) return renewLines(file, name, hook.text);
  if (isShellHook(hook)) {
    const before = { modifiedAt: hook.modifiedAt, hash: hashOfBytes(hook.text) };
    await writeGitHookFile(file, addHookLines(hook.text, { name, before }));
    return 'lines added';
  }
  await keepGitHook(file);
  await writeGitHookFile(file, addHookLines(SHEBANG, { name, runsKept: true }));
  // The one that it takes the place of may not have been one that git runs.
  await chmod(file, 0o755);
  return 'wrapped';
}

/** Lines that another version wrote are replaced. */
async function renewLines(file: string, name: GitHookName, text: string): Promise<InstalledGitHook['change']> {
  const before = readHookBefore(text);
  const runsKept = text.includes(`/${KEPT_FOLDER}/${name}"`);
  const renewed = addHookLines(removeHookLines(text), { name, runsKept, ...(before !== undefined && { before }) });
  if (renewed === text) return 'unchanged';
  await writeGitHookFile(file, renewed);
  return 'lines added';
}
