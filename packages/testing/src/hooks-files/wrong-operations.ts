import { jsonHook, yamlHook } from './hooks-file-texts.ts';
import type { WrongHooksFile } from './wrong-hooks-file.ts';

const PARAMETERS = '$.hooks[0].action.parameters';
const NAMES = 'action.parameters';

/** An action of this type with these members, each as JSON and as YAML that is the same. */
function wrong(name: string, type: string, members: string, ...problems: readonly Problem[]): WrongHooksFile {
  return {
    name,
    json: jsonHook({ action: `{ "type": "${type}", "parameters": ${members} }` }),
    // What is JSON is YAML too.
    yaml: yamlHook({ action: `{ "type": "${type}", "parameters": ${members} }` }),
    problems: problems.map(({ path, message }) => ({ path: `${PARAMETERS}.${path}`, message })),
    ...(problems.some(({ isBeyondSchema }) => isBeyondSchema) && { isBeyondSchema: true as const }),
  };
}

interface Problem {
  readonly path: string;
  readonly message: string;
  readonly isBeyondSchema?: true;
}

const beyond = (path: string, message: string): Problem => ({ path, message, isBeyondSchema: true });

const PUSH = '"operation": "push"';
const LABEL = '"operation": "add-label", "issue": 1, "labels": ["x"]';

/** Operations that no action can have. */
export const WRONG_OPERATIONS: readonly WrongHooksFile[] = [
  wrong('an operation of git that is not known', 'git', '{ "operation": ▲"force-push" }', {
    path: 'operation',
    message:
      'Unknown operation "force-push"; use "commit", "push", "create-branch", "checkout-branch", "pull", "merge", "tag" or "stash"',
  }),
  wrong(
    'a commit of nothing',
    'git',
    '▲{ "operation": "commit", "paths": ▲[] }',
    { path: 'message', message: 'Missing required field: message' },
    { path: 'paths', message: `${NAMES}.paths must not be empty` },
  ),
  wrong(
    'a branch that is an option',
    'git',
    `{ ${PUSH}, "branch": ▲"--mirror" }`,
    beyond('branch', 'It is "--mirror", which git does not allow as a name'),
  ),
  wrong('a push by force', 'git', `{ ${PUSH}, ▲"force": true }`, {
    path: 'force',
    message: 'Unknown key "force"; use "operation", "remote", "branch", "setUpstream" or "timeout"',
  }),
  wrong('a repository that is missing', 'github', `▲{ ${LABEL} }`, {
    path: 'repository',
    message: 'Missing required field: repository',
  }),
  ...['shop', 'a/b/c', 'ada/..', '{data.owner}/shop', 'https://github.com/ada/shop'].map((repository) =>
    wrong(
      `a repository that is none: ${repository}`,
      'github',
      `{ ${LABEL}, "repository": ▲"${repository}" }`,
      beyond('repository', 'It must be a repository as "owner/name"'),
    ),
  ),
  ...(
    [
      ['http://ghe.example.com', 'It must be an https URL, because a token is sent to it'],
      ['ftp://x', 'It must be an http or https URL'],
      ['https://u:p@x', 'It must not contain a user or a password'],
      ['https://x/api?y', 'It must end with a path, without "?" and "#"'],
    ] as const
  ).map(([url, message]) =>
    wrong(
      `an address that the token may not go to: ${url}`,
      'github',
      `{ ${LABEL}, "repository": "a/b", "baseUrl": ▲"${url}" }`,
      beyond('baseUrl', message),
    ),
  ),
  wrong(
    'a token in the place of the name of its variable',
    'github',
    `{ ${LABEL}, "repository": "a/b", "tokenEnv": ▲"ghp_0123456789abcdef" }`,
    beyond('tokenEnv', 'It must be the name of an environment variable, not a token'),
  ),
  wrong(
    'numbers that are none',
    'github',
    '{ "operation": "close-issue", "repository": "a/b", "issue": ▲0, "reason": ▲"{data.reason}" }',
    { path: 'issue', message: `${NAMES}.issue must be a whole number of at least 1, or a text that becomes one` },
    { path: 'reason', message: 'Unknown reason "{data.reason}"; use "completed" or "not_planned"' },
  ),
  wrong(
    'a number from a value that is not known',
    'github',
    '{ "operation": "close-pr", "repository": "a/b", "pull": ▲"{braanch}" }',
    beyond('pull', 'Unknown name "braanch"; did you mean "branch"?'),
  ),
  wrong('a review by nobody', 'github', '▲{ "operation": "request-review", "repository": "a/b", "pull": 1 }', {
    path: 'reviewers',
    message: 'Missing required field: reviewers or teamReviewers',
  }),
];
