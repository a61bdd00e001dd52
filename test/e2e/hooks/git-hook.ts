import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWorkspace, type Workspace } from './create-workspace.ts';
import { gitIn, initRepository } from './git-in.ts';

/** A hook with a `git` action, to be run by its id. */
export function gitHook(id: string, parameters: object, trigger: object = { event: 'manual' }): object {
  return { id, trigger, action: { type: 'git', parameters } };
}

/** A workspace that is a repository, with a bare one as its remote `origin`, to which `main` is pushed. */
export interface GitWorkspace {
  readonly workspace: Workspace;
  readonly remote: string;
  /** Runs git in the workspace. */
  git(...words: readonly string[]): string;
  /** A clone of the remote, by another person. */
  clone(): string;
}

/** Starts with the files `a.txt` and `b.txt`. */
export function createGitWorkspace(): GitWorkspace {
  const workspace = createWorkspace();
  const { folder } = workspace;
  const remote = join(dirname(folder), 'remote.git');
  mkdirSync(remote);
  gitIn(remote, 'init', '--quiet', '--bare', '--initial-branch=main');
  initRepository(folder);
  const git = (...words: readonly string[]): string => gitIn(folder, ...words);
  for (const name of ['a.txt', 'b.txt']) workspace.write(name, `${name}\n`);
  // What tests of hooks write themselves is in no commit.
  workspace.write('.git/info/exclude', '.toolyard/\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'two files');
  git('remote', 'add', 'origin', remote);
  git('push', '--quiet', '--set-upstream', 'origin', 'main');
  return {
    workspace,
    remote,
    git,
    clone() {
      const other = join(dirname(folder), 'clone');
      gitIn(dirname(folder), 'clone', '--quiet', remote, other);
      gitIn(other, 'config', 'user.name', 'Bob');
      gitIn(other, 'config', 'user.email', 'bob@example.org');
      return other;
    },
  };
}
