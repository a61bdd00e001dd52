import type { GitOperation } from '../hook/git-operations.ts';
import type { EventName } from '../hook/hook.ts';
import type { OperationValues } from '../hook/operation.ts';
import { findText, readFlag, readText } from '../hook/read-values.ts';
import { commitPaths } from './commit-paths.ts';
import { toGitRefusal, type Git } from './create-git.ts';

/** What an operation gave, and the events that it is known to cause. */
export interface GitDone {
  readonly result: Readonly<Record<string, unknown>>;
  readonly effects?: readonly GitEffect[];
}

/** An event that an operation is known to cause, by what it will have. */
export interface GitEffect {
  readonly name: EventName;
  readonly values: Readonly<Record<string, string>>;
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
  const isCommitted = await commitPaths(git, values);
  const branch = await findBranch(git);
  if (!isCommitted) return { result: { committed: false, branch } };
  const id = await findCommit(git);
  return {
    result: { committed: true, commit: id, branch },
    effects: [{ name: 'git.committed', values: { commit: id } }],
  };
}

async function push(git: Git, values: OperationValues): Promise<GitDone> {
  const remote = await needRemote(git, 'push', values);
  const branch = findText(values, 'branch') ?? (await needBranch(git, 'push'));
  const commit = await git.ask('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
  if (commit === undefined) throw toGitRefusal('push', `there is no branch "${branch}", or it has no commits`);
  const upstream = readFlag(values, 'setUpstream') ? ['--set-upstream'] : [];
  await git.run('push', '--quiet', ...upstream, '--', remote, `refs/heads/${branch}:refs/heads/${branch}`);
  return {
    result: { remote, branch, commit },
    effects: [{ name: 'git.pushed', values: { commit, branch } }],
  };
}

async function createBranch(git: Git, values: OperationValues): Promise<GitDone> {
  const branch = readText(values, 'branch');
  const from = findText(values, 'from') ?? 'HEAD';
  if (!readFlag(values, 'checkout')) {
    await git.run('branch', '--', branch, from);
    return { result: { branch, checkedOut: false } };
  }
  await git.run('switch', '--quiet', '--create', branch, from);
  return { result: { branch, checkedOut: true }, effects: [toArrival(branch)] };
}

async function checkoutBranch(git: Git, values: OperationValues): Promise<GitDone> {
  const branch = readText(values, 'branch');
  const oldBranch = await findBranch(git);
  const changed = branch !== oldBranch;
  if (changed) await git.run('switch', '--quiet', branch);
  return {
    result: { branch, commit: await findCommit(git), changed },
    effects: changed ? [toArrival(branch)] : [],
  };
}

function toArrival(branch: string): GitEffect {
  return { name: 'git.branch-changed', values: { branch } };
}

const PULL_MODES: Readonly<Record<string, readonly string[]>> = {
  'ff-only': ['--ff-only'],
  merge: ['--no-rebase', '--no-edit'],
  rebase: ['--rebase'],
};

async function pull(git: Git, values: OperationValues): Promise<GitDone> {
  const current = await needNothingUnderWay(git, 'pull');
  const remote = await needRemote(git, 'pull', values);
  const mode = readText(values, 'mode');
  const branch = findText(values, 'branch') ?? (await findUpstream(git, remote, current));
  const args = ['pull', '--quiet', ...(PULL_MODES[mode] ?? []), '--', remote, `refs/heads/${branch}`];
  return move(git, args, mode === 'rebase' ? 'rebase' : 'merge');
}

async function merge(git: Git, values: OperationValues): Promise<GitDone> {
  await needNothingUnderWay(git, 'merge');
  const message = findText(values, 'message');
  const named = message === undefined ? ['--no-edit'] : ['-m', message];
  const mode = `--${readText(values, 'mode')}`;
  return move(git, ['merge', '--quiet', mode, ...named, '--', readText(values, 'branch')], 'merge');
}

/** A conflict that nobody sees must not stay in the working tree: it is taken back. */
async function move(git: Git, args: readonly string[], undo: 'merge' | 'rebase'): Promise<GitDone> {
  const before = await git.ask('rev-parse', '--verify', '--quiet', 'HEAD');
  try {
    await git.run(...args);
  } catch (error) {
    await git.undo(undo, '--abort');
    throw error;
  }
  const commit = await findCommit(git);
  const changed = commit !== before;
  return {
    result: { commit, branch: await findBranch(git), changed },
    effects: changed ? [{ name: 'git.committed', values: { commit } }] : [],
  };
}

/** What a person has begun would be lost with what is taken back. Gives the branch, which there is none of during a rebase. */
async function needNothingUnderWay(git: Git, command: string): Promise<string> {
  const branch = await needBranch(git, command);
  for (const [ref, what] of UNDER_WAY) {
    const found = await git.ask('rev-parse', '--verify', '--quiet', ref);
    if (found !== undefined) throw toGitRefusal(command, `a ${what} is under way; finish or abort it first`);
  }
  return branch;
}

const UNDER_WAY = [
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
] as const;

async function tag(git: Git, values: OperationValues): Promise<GitDone> {
  const name = readText(values, 'tag');
  const message = findText(values, 'message');
  const annotation = message === undefined ? [] : ['--annotate', '-m', message];
  await git.run('tag', ...annotation, '--', name, findText(values, 'ref') ?? 'HEAD');
  const commit = await git.ask('rev-parse', '--verify', '--quiet', `refs/tags/${name}^{commit}`);
  return { result: { tag: name, ...(commit !== undefined && { commit }) } };
}

async function stash(git: Git, values: OperationValues): Promise<GitDone> {
  const before = await findStash(git);
  const message = findText(values, 'message');
  const named = message === undefined ? [] : [`--message=${message}`];
  const untracked = readFlag(values, 'includeUntracked') ? ['--include-untracked'] : [];
  await git.run('stash', 'push', '--quiet', ...untracked, ...named);
  const stashed = await findStash(git);
  return { result: { stashed: stashed !== before, ...(stashed !== before && { stash: stashed }) } };
}

function findStash(git: Git): Promise<string | undefined> {
  return git.ask('rev-parse', '--verify', '--quiet', 'refs/stash');
}

async function findCommit(git: Git): Promise<string> {
  return (await git.run('rev-parse', '--verify', 'HEAD')).trim();
}

function findBranch(git: Git): Promise<string | undefined> {
  return git.ask('symbolic-ref', '--quiet', '--short', 'HEAD');
}

/** Outside of a repository there is more to say than that something is not there. */
async function needRepository(git: Git): Promise<void> {
  await git.run('rev-parse', '--git-dir');
}

async function needBranch(git: Git, command: string): Promise<string> {
  await needRepository(git);
  const branch = await findBranch(git);
  if (branch !== undefined) return branch;
  throw toGitRefusal(command, 'no branch is checked out');
}

/** Any other name would be the path of a folder to git, and one that came with the project may hold a repository whose hooks would run. */
async function needRemote(git: Git, command: string, values: OperationValues): Promise<string> {
  const remote = readText(values, 'remote');
  await needRepository(git);
  if ((await git.ask('remote', 'get-url', '--', remote)) !== undefined) return remote;
  throw toGitRefusal(command, `there is no remote "${remote}"`);
}

/** The branch of the remote that this one follows, else that of the same name. */
async function findUpstream(git: Git, remote: string, branch: string): Promise<string> {
  const upstream = await git.ask('rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{upstream}');
  const prefix = `${remote}/`;
  return upstream?.startsWith(prefix) === true ? upstream.slice(prefix.length) : branch;
}
