import { isJsonObject } from '@toolyard/core';
import type { GitHubReply } from './github-sender.ts';

/** What a request was about, for the words of an answer. */
export interface GitHubSubject {
  readonly repository: string;
  readonly tokenEnv: string;
}

/** What each status means, and what to do about it; what GitHub says stands between. */
const MEANINGS: Readonly<
  Record<number, readonly [what: string, advice: (subject: GitHubSubject, reply: GitHubReply) => string]>
> = {
  401: ['did not accept the token', ({ tokenEnv }) => `Put a valid token into the variable ${tokenEnv}`],
  403: ['refused', adviseAccess],
  404: [
    'did not find it',
    ({ repository, tokenEnv }) =>
      `Check "repository" and the number, and that the token in ${tokenEnv} has access to ${repository}`,
  ],
  405: ['cannot merge it', () => 'Look at its checks, its reviews and its conflicts'],
  409: ['cannot do it now', () => 'Something has changed in between'],
  410: ['has it no more', () => 'It was deleted, or is switched off in this repository'],
  422: ['did not accept what was sent', () => ''],
};

/** Says in words what an answer means that is not the one that was wanted. */
export function explainGitHubReply(reply: GitHubReply, subject: GitHubSubject): string {
  const [what, advise] = MEANINGS[reply.status] ?? ['gave an answer that nobody expected', () => ''];
  const said = quoteGitHub(reply);
  const advice = advise(subject, reply);
  return `GitHub ${what} (status ${reply.status})${said === '' ? '' : `: ${said}`}${advice === '' ? '' : `. ${advice}`}`;
}

/** GitHub says in a header which permissions would do, such as `issues=write; pull_requests=write`. */
function adviseAccess({ repository, tokenEnv }: GitHubSubject, { headers }: GitHubReply): string {
  const permissions = headers['x-accepted-github-permissions'] ?? '';
  const needs = /^[\w=,; ]{1,200}$/.test(permissions) ? ` (${permissions.replaceAll('=', ' ')})` : '';
  return `The token in ${tokenEnv} needs the permission for this in ${repository}${needs}`;
}

const MAX_SAID = 1000;
const MAX_ERRORS = 10;

/** What GitHub itself says of an answer: its message, and all that is wrong with the fields. */
export function quoteGitHub({ data }: Pick<GitHubReply, 'data'>): string {
  if (typeof data === 'string') return cut(data.trim().split('\n', 1)[0] ?? '');
  if (!isJsonObject(data)) return '';
  const { message, errors } = data;
  const details = Array.isArray(errors) ? errors.slice(0, MAX_ERRORS).map(describeError) : [];
  const said = [typeof message === 'string' ? message : '', ...new Set(details)].filter((text) => text !== '');
  return cut(said.join('; ').replace(/\.$/, ''));
}

const CODES: Readonly<Record<string, string>> = {
  missing: 'does not exist',
  missing_field: 'is missing',
  invalid: 'is not valid',
  already_exists: 'already exists',
  unprocessable: 'is not valid',
};

function describeError(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!isJsonObject(error)) return '';
  const { resource, field, code, message } = error;
  if (typeof message === 'string') return message;
  const what = [resource, field].filter((text) => typeof text === 'string').join(' ');
  return typeof code === 'string' ? `${what} ${CODES[code] ?? code}`.trim() : what;
}

function cut(text: string): string {
  return text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text;
}
