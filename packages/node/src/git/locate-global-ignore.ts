import { join, resolve } from 'node:path';
import type { Environment } from '../process/create-server-environment.ts';
import { askGit } from './ask-git.ts';

/** Whose rules are looked for. */
export interface GlobalIgnoreOptions {
  readonly env: Environment;
  readonly homeDir: string;
}

/**
 * The file with what a user leaves out of every repository: git's `core.excludesFile`, else `git/ignore` among the user's
 * settings, whether it is there or not. Starts git once.
 */
export async function locateGlobalIgnore(folder: string, { env, homeDir }: GlobalIgnoreOptions): Promise<string> {
  const file = await askGit(folder, env, '--path', 'core.excludesFile');
  return file === undefined ? defaultGlobalIgnore({ env, homeDir }) : resolve(folder, file);
}

/** Where git looks for these rules unless it is told otherwise, the same on all systems; starts nothing. */
export function defaultGlobalIgnore({ env, homeDir }: GlobalIgnoreOptions): string {
  return join(env['XDG_CONFIG_HOME'] || join(homeDir, '.config'), 'git', 'ignore');
}
