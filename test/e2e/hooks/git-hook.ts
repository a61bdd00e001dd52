import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWorkspace, type Workspace } from './create-workspace.ts';
import { gitIn, initRepository } from './git-in.ts';

/** A hook with a `git` action, to be run by its id. */
export function gitHook(id: string, parameters: object, trigger: object = { event: 'manual' }): object {
  return { id, trigger, action: { type: 'git', parameters } };
}

/** Commits what its event names. */
export const COMMIT: object = gitHook('commit', {
  operation: 'commit',
  message: '{data.message}',
  paths: ['{data.paths}'],
});

/** One for each operation with branches, by the names of its event. */
export const BRANCH_HOOKS: readonly object[] = [
  COMMIT,
  gitHook('push', { operation: 'push' }),
  gitHook('push-named', { operation: 'push', branch: '{data.branch}', setUpstream: true }),
  gitHook('create', { operation: 'create-branch', branch: '{data.branch}' }),
  gitHook('create-from', {
    operation: 'create-branch',
    branch: '{data.branch}',
    from: '{data.from}',
    checkout: true,
  }),
  gitHook('checkout', { operation: 'checkout-branch', branch: '{data.branch}' }),
  ...['ff-only', 'merge', 'rebase'].map((mode) => gitHook(`pull-${mode}`, { operation: 'pull', mode })),
  gitHook('merge', { operation: 'merge', branch: '{data.branch}', message: 'joined', mode: 'no-ff' }),
  gitHook('tag', { operation: 'tag', tag: '{data.tag}' }),
  gitHook('annotated', { operation: 'tag', tag: '{data.tag}', message: '-m {data.tag}', ref: 'HEAD^' }),
  gitHook('stash', { operation: 'stash', message: '-m {data.why}' }),
  gitHook('stash-all', { operation: 'stash', includeUntracked: true }),
];

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
