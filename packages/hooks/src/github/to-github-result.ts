import { isJsonObject } from '@toolyard/core';
import type { GitHubOperation } from '../hook/github-operations.ts';
import type { OperationValues } from '../hook/operation.ts';

/** What is kept of an answer, by the name that it has there. */
const KEPT: Readonly<Record<string, string>> = {
  number: 'number',
  id: 'id',
  html_url: 'url',
  state: 'state',
  state_reason: 'reason',
  draft: 'draft',
  merged: 'merged',
  sha: 'commit',
  tag_name: 'tag',
};

/** Lists of people and labels of which the names are kept, with the field that holds a name. */
const NAMES: Readonly<Record<string, readonly [kept: string, by: string]>> = {
  labels: ['labels', 'name'],
  assignees: ['assignees', 'login'],
  requested_reviewers: ['reviewers', 'login'],
  requested_teams: ['teamReviewers', 'slug'],
};

const MAX_NAMES = 100;
const MAX_LENGTH = 1000;

/** The few fields of the last answer that a next hook can use; the number of the issue or pull request is always among them. */
export function toGitHubResult(
  operation: GitHubOperation,
  values: OperationValues,
  data: unknown,
): Readonly<Record<string, unknown>> {
  const number = values['issue'] ?? values['pull'];
  const own = number === undefined ? {} : { number };
  if (operation === 'add-label') return { ...own, labels: toNames(data, 'name') };
  if (operation === 'remove-label') return { ...own, removed: values['labels'], labels: toNames(data, 'name') };
  return { ...own, ...(isJsonObject(data) ? pick(data) : {}) };
}

/** Those that were asked for and that GitHub silently left out, since they have no access. */
export function findUnassigned(values: OperationValues, data: unknown): readonly string[] {
  const list = isJsonObject(data) ? data['assignees'] : undefined;
  const assigned = new Set(toNames(list, 'login').map((login) => login.toLowerCase()));
  const asked = values['assignees'];
  return Array.isArray(asked) ? asked.map(String).filter((login) => !assigned.has(login.toLowerCase())) : [];
}

function pick(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const plain = Object.entries(KEPT).flatMap(([name, kept]) => (isPlain(data[name]) ? [[kept, data[name]]] : []));
  const lists = Object.entries(NAMES).flatMap(([name, [kept, by]]) => {
    const names = toNames(data[name], by);
    return names.length === 0 ? [] : [[kept, names]];
  });
  return Object.fromEntries([...plain, ...lists]);
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MAX_LENGTH;
  return typeof value === 'boolean' || Number.isSafeInteger(value);
}

function toNames(list: unknown, by: string): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_NAMES).flatMap((item: unknown) => {
    const name = isJsonObject(item) ? item[by] : item;
    return typeof name === 'string' && name.length <= MAX_LENGTH ? [name] : [];
  });
}
