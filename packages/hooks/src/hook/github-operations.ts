import { hidesSecret } from '@toolyard/core';
import type { Operations, ParameterRule, ParameterRules } from './operation.ts';

/** The name of an operation of GitHub. */
export type GitHubOperation =
  | 'open-issue'
  | 'close-issue'
  | 'create-pr'
  | 'merge-pr'
  | 'close-pr'
  | 'add-comment'
  | 'add-label'
  | 'remove-label'
  | 'request-review'
  | 'assign-issue'
  | 'create-release';

/** Where GitHub's own API is. */
export const GITHUB_API = 'https://api.github.com';

/** The variable that has the token where a hook names none. */
const GITHUB_TOKEN_VARIABLE = 'GITHUB_TOKEN';

/** The variables that may have the token of a hook that names this one, first what counts more: also the one that GitHub's command line looks at. */
export function tokenVariablesOf(name: string): readonly string[] {
  return name === GITHUB_TOKEN_VARIABLE ? [name, 'GH_TOKEN'] : [name];
}

const OWNER_AND_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*)\/(?!\.{1,2}$)[A-Za-z0-9._-]+$/;

function checkRepository(text: string): string | undefined {
  return OWNER_AND_NAME.test(text) ? undefined : 'must be a repository as "owner/name"';
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The token goes there: so it must be encrypted on its way, and must not go anywhere else. */
function checkBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user or a password';
  if (/[?#]/.test(text)) return 'must end with a path, without "?" and "#"';
  const isSafe = url.protocol === 'https:' || LOOPBACK.test(url.hostname);
  return isSafe ? undefined : 'must be an https URL, because a token is sent to it';
}

function checkVariable(text: string): string | undefined {
  // Not repeated in the message, since it may be one.
  if (hidesSecret(text, '')) return 'must be the name of an environment variable, not a token';
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? undefined : 'must be the name of an environment variable';
}

/** A label of this name would lead to another address. */
function checkLabel(text: string): string | undefined {
  return text === '.' || text === '..' ? `is ${JSON.stringify(text)}, which is no name of a label` : undefined;
}

const LABELS: ParameterRule = { kind: 'lines', check: checkLabel, about: 'Names of labels.' };

const ISSUE: ParameterRule = { kind: 'number', required: true, about: 'The number of the issue or pull request.' };
const PULL: ParameterRule = { kind: 'number', required: true, about: 'The number of the pull request.' };

const OPEN_ISSUE: ParameterRules = {
  title: { kind: 'line', required: true, about: 'The title of the issue.' },
  body: { kind: 'text', about: 'The text of the issue, in Markdown.' },
  labels: LABELS,
  assignees: { kind: 'lines', about: 'The logins of those to assign.' },
  milestone: { kind: 'number', about: 'The number of the milestone.' },
};

const CLOSE_ISSUE: ParameterRules = {
  issue: { ...ISSUE, about: 'The number of the issue.' },
  reason: {
    kind: 'choice',
    values: ['completed', 'not_planned'],
    default: 'completed',
    about: 'Why it is closed: it is done (completed), or it will not be (not_planned).',
  },
  comment: { kind: 'text', about: 'Added as a comment before it is closed.' },
};

const CREATE_PR: ParameterRules = {
  title: { kind: 'line', required: true, about: 'The title of the pull request.' },
  head: { kind: 'line', required: true, about: 'The branch with the changes; "owner:branch" for that of a fork.' },
  base: { kind: 'line', required: true, about: 'The branch to merge into.' },
  body: { kind: 'text', about: 'The text of the pull request, in Markdown.' },
  draft: { kind: 'flag', default: false, about: 'Create it as a draft.' },
  maintainerCanModify: { kind: 'flag', default: true, about: 'Whether maintainers may push to the branch of a fork.' },
};

const MERGE_PR: ParameterRules = {
  pull: PULL,
  method: {
    kind: 'choice',
    values: ['merge', 'squash', 'rebase'],
    default: 'merge',
    about: 'With a merge commit (merge), as one commit (squash), or commit by commit (rebase).',
  },
  title: { kind: 'line', about: 'The first line of the message of the commit.' },
  message: { kind: 'text', about: 'The rest of the message of the commit.' },
  sha: { kind: 'line', about: 'Merge only if this is the last commit of the pull request.' },
};

const CREATE_RELEASE: ParameterRules = {
  tag: { kind: 'line', required: true, about: 'The tag of the release; created if it does not exist.' },
  name: { kind: 'line', about: 'The name of the release.' },
  body: { kind: 'text', about: 'The text of the release, in Markdown.' },
  target: { kind: 'line', about: 'The branch or commit to create the tag from; the default branch if absent.' },
  draft: { kind: 'flag', default: false, about: 'Create it as a draft, which is not published.' },
  prerelease: { kind: 'flag', default: false, about: 'Mark it as not ready for production.' },
  generateNotes: { kind: 'flag', default: false, about: 'Let GitHub write the notes.' },
};

/** What all operations have: what is approved is where it goes, and by whom. */
const COMMON: ParameterRules = {
  repository: {
    kind: 'line',
    fixed: true,
    required: true,
    check: checkRepository,
    about: 'The repository, as "owner/name".',
  },
  baseUrl: {
    kind: 'line',
    fixed: true,
    check: checkBaseUrl,
    default: GITHUB_API,
    about: 'The address of the API; for GitHub Enterprise "https://HOST/api/v3".',
  },
  tokenEnv: {
    kind: 'line',
    fixed: true,
    check: checkVariable,
    default: GITHUB_TOKEN_VARIABLE,
    about: 'The environment variable that holds the token; for GITHUB_TOKEN, GH_TOKEN if that is not set.',
  },
};

/** What a `github` action can do. */
export const GITHUB_OPERATIONS: Operations<GitHubOperation> = {
  'open-issue': { ...COMMON, ...OPEN_ISSUE },
  'close-issue': { ...COMMON, ...CLOSE_ISSUE },
  'create-pr': { ...COMMON, ...CREATE_PR },
  'merge-pr': { ...COMMON, ...MERGE_PR },
  'close-pr': {
    ...COMMON,
    pull: PULL,
    comment: { kind: 'text', about: 'Added as a comment before it is closed.' },
  },
  'add-comment': {
    ...COMMON,
    issue: ISSUE,
    body: { kind: 'text', required: true, about: 'The comment, in Markdown.' },
  },
  'add-label': { ...COMMON, issue: ISSUE, labels: { ...LABELS, required: true } },
  'remove-label': { ...COMMON, issue: ISSUE, labels: { ...LABELS, required: true } },
  'request-review': {
    ...COMMON,
    pull: PULL,
    reviewers: { kind: 'lines', requiredUnless: 'teamReviewers', about: 'The logins of those to ask.' },
    teamReviewers: { kind: 'lines', about: 'The short names of the teams to ask.' },
  },
  'assign-issue': {
    ...COMMON,
    issue: ISSUE,
    assignees: { kind: 'lines', required: true, about: 'The logins of those to assign.' },
  },
  'create-release': { ...COMMON, ...CREATE_RELEASE },
};
