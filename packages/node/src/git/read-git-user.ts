import { userInfo } from 'node:os';
import type { Environment } from '../process/create-server-environment.ts';
import { askGit } from './ask-git.ts';

/** git's user.name as it counts in a folder, else the name of the operating system's user. Starts git once. */
export async function readGitUser(folder: string, env: Environment): Promise<string> {
  return (await askGit(folder, env, 'user.name')) ?? readSystemUser(env);
}

/** The name of the operating system's user; starts nothing. */
export function readSystemUser(env: Environment): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry, as containers have them.
    return env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? 'unknown';
  }
}
