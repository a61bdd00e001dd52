import { execFile } from 'node:child_process';

import { userInfo } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import { readVariable, type Environment } from '../process/create-server-environment.ts';
import { findCommand } from '../process/find-command.ts';
import { inspectFile } from '../process/inspect-file.ts';

const TIME_LIMIT_MS = 2000;
// Reads one value and runs nothing that a repository could name: no pager, no alias, no hook.
const ARGS = ['--no-pager', 'config', '--get', 'user.name'];

/** git's user.name as it counts in a folder, else the name of the operating system's user. Starts git once. */
export async function readGitUser(folder: string, env: Environment): Promise<string> {
  return (await askGit(folder, env)) ?? readSystemUser(env);
}

async function askGit(folder: string, env: Environment): Promise<string | undefined> {
  const git = await findGit(env);
  if (git === undefined) return undefined;
  return await new Promise((resolve) => {
    const limits = { cwd: folder, env: { ...env }, timeout: TIME_LIMIT_MS, maxBuffer: 64 * 1024, windowsHide: true };
    execFile(git, ARGS, { ...limits, killSignal: 'SIGKILL' }, (error, stdout) =>
      resolve(error === null ? stdout.trim() || undefined : undefined),
    );
  });
}

/** A relative folder in PATH would let a program in the workspace take the place of git. */
async function findGit(env: Environment): Promise<string | undefined> {
  const { platform } = process;
  const folders = (readVariable(env, platform, 'PATH') ?? '').split(delimiter).filter(isAbsolute);
  return await findCommand('git', {
    path: folders.join(delimiter),
    cwd: '/',
    platform,
    isExecutable: async (file) => (await inspectFile(file)) === 'program',
  });
}

function readSystemUser(env: Environment): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry, as containers have them.
    return env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? 'unknown';
  }
}
