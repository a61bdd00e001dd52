import { execFileSync } from 'node:child_process';

/** Who commits in the repositories of tests. */
export const USER = 'Ada Lovelace';

/** Runs git in a folder, with nothing of the tester's own configuration; gives what it printed. */
export function gitIn(folder: string, ...words: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', words, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** Makes a folder a repository with one commit on the branch `main`. */
export function initRepository(folder: string): void {
  gitIn(folder, 'init', '--quiet', '--initial-branch=main');
  gitIn(folder, 'config', 'user.name', USER);
  gitIn(folder, 'config', 'user.email', 'ada@example.org');
  commitIn(folder, 'the first commit');
}

/** Makes a commit without files; gives its id. */
export function commitIn(folder: string, message: string, ...words: readonly string[]): string {
  gitIn(folder, 'commit', '--quiet', '--allow-empty', '-m', message, ...words);
  return gitIn(folder, 'rev-parse', 'HEAD');
}
