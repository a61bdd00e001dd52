import { execFile } from 'node:child_process';
import { readVariable, type Environment } from '../process/create-server-environment.ts';
import { findCommand } from '../process/find-command.ts';
import { inspectFile } from '../process/inspect-file.ts';

const TIME_LIMIT_MS = 2000;

/** How git ended. */
export interface GitAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * One setting of git as it counts in a folder; nothing where it is not set, or git does not answer within 2 s. Runs nothing
 * that a repository could name: no pager, no alias, no hook.
 */
export async function askGit(folder: string, env: Environment, ...setting: string[]): Promise<string | undefined> {
  const answer = await runGit(folder, env, ['config', '--get', ...setting]);
  return answer?.code === 0 ? answer.stdout.trim() || undefined : undefined;
}

/** Whatever the configuration of a repository says that somebody else made: reading its index would run the program that it names. */
const HARMLESS = ['--no-pager', '-c', 'core.fsmonitor='];

/** Runs git in a folder, for a question that changes nothing and runs nothing that a repository could name; `undefined` where there is no git, or it does not answer within 2 s. */
export async function runGit(
  folder: string,
  env: Environment,
  args: readonly string[],
): Promise<GitAnswer | undefined> {
  const git = await findGit(env);
  if (git === undefined) return undefined;
  return await new Promise((resolve) => {
    const limits = { cwd: folder, env: { ...env }, timeout: TIME_LIMIT_MS, maxBuffer: 64 * 1024, windowsHide: true };
    execFile(git, [...HARMLESS, ...args], { ...limits, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve(typeof code === 'number' ? { code, stdout, stderr } : undefined);
    });
  });
}

async function findGit(env: Environment): Promise<string | undefined> {
  return await findCommand('git', {
    path: readVariable(env, process.platform, 'PATH') ?? '',
    cwd: '/',
    platform: process.platform,
    isExecutable: async (file) => (await inspectFile(file)) === 'program',
  });
}
