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
  if (file !== undefined) return resolve(folder, file);
  // git has the same place on all systems.
  return join(env['XDG_CONFIG_HOME'] || join(homeDir, '.config'), 'git', 'ignore');
}
