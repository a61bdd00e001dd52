import { leadsOut } from './leads-out.ts';
import type { Operations, ParameterRule, ParameterRules } from './operation.ts';

/** The name of an operation of git. */
export type GitOperation = 'commit' | 'push' | 'create-branch' | 'checkout-branch' | 'pull' | 'merge' | 'tag' | 'stash';

// What git itself forbids in names (git-check-ref-format), and what would make an option or a refspec of one.
// oxlint-disable-next-line no-control-regex -- names have no control characters
const NOT_IN_NAMES = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|\/\/|@\{|^[-+./]|[./]$|\.lock(?:\/|$)|\/\.|^@$/;

/** What is wrong with the name of a branch, a tag or a remote, to be read after what it is. */
function checkRefName(name: string): string | undefined {
  return NOT_IN_NAMES.test(name) ? `is ${JSON.stringify(name)}, which git does not allow as a name` : undefined;
}

/** A commit may be named in many ways, but none of them is an option or a range. */
function checkRevision(name: string): string | undefined {
  return /^-|\s|\.\.|:/.test(name) ? `is ${JSON.stringify(name)}, which does not name one commit` : undefined;
}

/** The repository may be larger than the workspace, and git would take what lies beside it. */
function checkPath(path: string): string | undefined {
  return leadsOut(path)
    ? `is ${JSON.stringify(path)}, and must be a path inside the workspace, without ".."`
    : undefined;
}

function toBranch(about: string): ParameterRule {
  return { kind: 'line', check: checkRefName, about };
}

const REMOTE: ParameterRule = {
  kind: 'line',
  check: checkRefName,
  default: 'origin',
  about: 'The name of the remote.',
};

const COMMIT: ParameterRules = {
  message: { kind: 'text', required: true, about: 'The message of the commit.' },
  paths: {
    kind: 'lines',
    required: true,
    check: checkPath,
    about: 'The files and folders to commit, relative to the workspace; nothing else is committed.',
  },
};

const PUSH: ParameterRules = {
  remote: REMOTE,
  branch: toBranch('The branch to push; the current one if absent.'),
  setUpstream: { kind: 'flag', default: false, about: 'Remember the remote branch as the upstream of the branch.' },
};

const CREATE_BRANCH: ParameterRules = {
  branch: { ...toBranch('The name of the new branch.'), required: true },
  from: { kind: 'line', check: checkRevision, about: 'Where it starts; the current commit if absent.' },
  checkout: { kind: 'flag', default: false, about: 'Check the new branch out.' },
};

const PULL: ParameterRules = {
  remote: REMOTE,
  branch: toBranch('The branch to pull; the upstream of the current one if absent.'),
  mode: {
    kind: 'choice',
    values: ['ff-only', 'merge', 'rebase'],
    default: 'ff-only',
    about: 'How commits are brought together if both sides have new ones; "ff-only" fails then.',
  },
};

const MERGE: ParameterRules = {
  branch: { ...toBranch('The branch to merge into the current one.'), required: true },
  message: { kind: 'text', about: 'The message of the merge commit.' },
  mode: {
    kind: 'choice',
    values: ['ff', 'ff-only', 'no-ff'],
    default: 'ff',
    about: 'Whether a merge commit is made: if needed (ff), never (ff-only) or always (no-ff).',
  },
};

const TAG: ParameterRules = {
  tag: { kind: 'line', check: checkRefName, required: true, about: 'The name of the new tag.' },
  message: { kind: 'text', about: 'Makes an annotated tag with this message.' },
  ref: { kind: 'line', check: checkRevision, about: 'What to tag; the current commit if absent.' },
};

const STASH: ParameterRules = {
  message: { kind: 'line', about: 'The message of the stash.' },
  includeUntracked: { kind: 'flag', default: false, about: 'Stash files too that git does not track.' },
};

/** What a `git` action can do; none of it is ever forced. */
export const GIT_OPERATIONS: Operations<GitOperation> = {
  commit: COMMIT,
  push: PUSH,
  'create-branch': CREATE_BRANCH,
  'checkout-branch': { branch: { ...toBranch('The branch to check out.'), required: true } },
  pull: PULL,
  merge: MERGE,
  tag: TAG,
  stash: STASH,
};
