import type { ProgramEnd } from '@toolyard/core';
import type { GitOperation } from '../hook/git-operations.ts';
import type { EventName } from '../hook/hook.ts';
import type { OperationValues } from '../hook/operation.ts';
import { findText, readText, readTexts } from '../hook/read-values.ts';

/** Runs git in the workspace, and gives what it printed; throws a `GitFailure` where that is all it did. */
export type Git = (...args: readonly string[]) => Promise<string>;

/** A command of git that failed. */
export class GitFailure extends Error {
  readonly command: string;
  readonly end: ProgramEnd;

  constructor(command: string, end: ProgramEnd) {
    super(`git ${command} failed`);
    this.command = command;
    this.end = end;
  }
}

/** What an operation gave, and the events that it is known to cause. */
export interface GitDone {
  readonly result: Readonly<Record<string, unknown>>;
  readonly effects?: readonly { readonly name: EventName; readonly values: Readonly<Record<string, string>> }[];
}

/** What each operation does, step by step. Names were checked: none of them can be an option. */
export const GIT_STEPS: Readonly<Record<GitOperation, (git: Git, values: OperationValues) => Promise<GitDone>>> = {
  commit,
  push,
  'create-branch': createBranch,
  'checkout-branch': checkoutBranch,
  pull,
  merge,
  tag,
  stash,
};

async function commit(git: Git, values: OperationValues): Promise<GitDone> {
  const paths = readTexts(values, 'paths');
  // Fails where a path is neither there nor known to git, before anything has changed.
  await git('add', '--all', '--dry-run', '--', ...paths);
  const changed = (await git('status', '--porcelain', '-z', '--untracked-files=all', '--', ...paths)).split('\0');
  if (changed.join('') === '') return { result: { committed: false, branch: await findBranch(git) } };
  const untracked = changed.flatMap((line) => (line.startsWith('?? ') ? [`:/${line.slice(3)}`] : []));
  await commitOnly(git, { message: readText(values, 'message'), paths, untracked });
  const id = await findCommit(git);
  return {
    result: { committed: true, commit: id, branch: await findBranch(git) },
    effects: [{ name: 'git.committed', values: { commit: id } }],
  };
}

interface NamedPaths {
  readonly message: string;
  readonly paths: readonly string[];
  /** Those files of them that git does not know yet, from the top of the repository. */
  readonly untracked: readonly string[];
}

/** Commits these paths; what else is staged stays staged. */
async function commitOnly(git: Git, { message, paths, untracked }: NamedPaths): Promise<void> {
  // A new file has to be known before it can be named.
  if (untracked.length > 0) await git('--no-literal-pathspecs', 'add', '--intent-to-add', '--', ...untracked);
  try {
    await git('commit', '--only', '--quiet', '--cleanup=whitespace', '-m', message, '--', ...paths);
  } catch (error) {
    if (untracked.length > 0) {
      await git('--no-literal-pathspecs', 'reset', '--quiet', '--', ...untracked).catch(() => undefined);
    }
    throw error;
  }
}

async function push(git: Git, values: OperationValues): Promise<GitDone> {
  const remote = readText(values, 'remote');
  const branch = findText(values, 'branch') ?? (await needBranch(git, 'push'));
  const upstream = values['setUpstream'] === true ? ['--set-upstream'] : [];
  await git('push', '--quiet', ...upstream, '--', remote, `refs/heads/${branch}:refs/heads/${branch}`);
  const commit = (await git('rev-parse', '--verify', `refs/heads/${branch}`)).trim();
  return {
    result: { remote, branch, commit },
    effects: [{ name: 'git.pushed', values: { commit, branch } }],
  };
}

async function createBranch(git: Git, values: OperationValues): Promise<GitDone> {
  const branch = readText(values, 'branch');
  const from = findText(values, 'from') ?? 'HEAD';
  if (values['checkout'] !== true) {
    await git('branch', '--', branch, from);
    return { result: { branch, checkedOut: false } };
  }
  await git('switch', '--quiet', '--create', branch, from);
  return { result: { branch, checkedOut: true }, effects: [{ name: 'git.branch-changed', values: { branch } }] };
}

async function checkoutBranch(git: Git, values: OperationValues): Promise<GitDone> {
  const branch = readText(values, 'branch');
  const oldBranch = await findBranch(git);
  await git('switch', '--quiet', branch);
  return {
    result: { branch, commit: await findCommit(git), changed: branch !== oldBranch },
    effects: [{ name: 'git.branch-changed', values: { branch } }],
  };
}

const PULL_MODES: Readonly<Record<string, readonly string[]>> = {
  'ff-only': ['--ff-only'],
  merge: ['--no-rebase', '--no-edit'],
  rebase: ['--rebase'],
};

async function pull(git: Git, values: OperationValues): Promise<GitDone> {
  const before = await findCommit(git);
  const mode = readText(values, 'mode');
  const branch = findText(values, 'branch') ?? (await findUpstream(git, readText(values, 'remote')));
  const from = [readText(values, 'remote'), `refs/heads/${branch}`];
  const undo = mode === 'rebase' ? 'rebase' : 'merge';
  await orUndo(git, ['pull', '--quiet', ...(PULL_MODES[mode] ?? []), '--', ...from], undo);
  return toMoved(git, before);
}

async function merge(git: Git, values: OperationValues): Promise<GitDone> {
  const before = await findCommit(git);
  const message = findText(values, 'message');
  const named = message === undefined ? ['--no-edit'] : ['-m', message];
  await orUndo(
    git,
    ['merge', '--quiet', `--${readText(values, 'mode')}`, ...named, '--', readText(values, 'branch')],
    'merge',
  );
  return toMoved(git, before);
}

/** A conflict that nobody sees must not stay in the working tree. */
async function orUndo(git: Git, args: readonly string[], undo: 'merge' | 'rebase'): Promise<void> {
  try {
    await git(...args);
  } catch (error) {
    await git(undo, '--abort').catch(() => undefined);
    throw error;
  }
}

async function toMoved(git: Git, before: string): Promise<GitDone> {
  const commit = await findCommit(git);
  return {
    result: { commit, branch: await findBranch(git), changed: commit !== before },
    effects: [{ name: 'git.committed', values: { commit } }],
  };
}

async function tag(git: Git, values: OperationValues): Promise<GitDone> {
  const name = readText(values, 'tag');
  const message = findText(values, 'message');
  const annotation = message === undefined ? [] : ['--annotate', '-m', message];
  await git('tag', ...annotation, '--', name, findText(values, 'ref') ?? 'HEAD');
  return { result: { tag: name, commit: (await git('rev-parse', '--verify', `refs/tags/${name}^{commit}`)).trim() } };
}

async function stash(git: Git, values: OperationValues): Promise<GitDone> {
  const before = await findStash(git);
  const message = findText(values, 'message');
  const named = message === undefined ? [] : [`--message=${message}`];
  const untracked = values['includeUntracked'] === true ? ['--include-untracked'] : [];
  await git('stash', 'push', '--quiet', ...untracked, ...named);
  const stashed = await findStash(git);
  return { result: { stashed: stashed !== before, ...(stashed !== before && { stash: stashed }) } };
}

async function findStash(git: Git): Promise<string> {
  return (await git('rev-parse', '--verify', '--quiet', 'refs/stash').catch(() => '')).trim();
}

async function findCommit(git: Git): Promise<string> {
  return (await git('rev-parse', '--verify', 'HEAD')).trim();
}

async function findBranch(git: Git): Promise<string | undefined> {
  const branch = await git('symbolic-ref', '--quiet', '--short', 'HEAD').catch(() => '');
  return branch.trim() === '' ? undefined : branch.trim();
}

async function needBranch(git: Git, command: string): Promise<string> {
  const branch = await findBranch(git);
  if (branch !== undefined) return branch;
  const reason = 'no branch is checked out; name one in "branch"';
  throw new GitFailure(command, { outcome: 'exited', stdout: '', stderr: reason });
}

/** The branch of the remote that the current one follows, else that of the same name. */
async function findUpstream(git: Git, remote: string): Promise<string> {
  const branch = await needBranch(git, 'pull');
  const upstream = await git('rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{upstream}').catch(() => '');
  const prefix = `${remote}/`;
  return upstream.startsWith(prefix) ? upstream.trim().slice(prefix.length) : branch;
}
