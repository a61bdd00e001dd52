import type { Endpoints } from '@octokit/types';

/** What a field of a body may be: a text, a whole number, true or false, a list of texts, or one of some words. */
export type FieldKind = 'text' | 'number' | 'flag' | 'texts' | readonly string[];

/** What a route takes and gives. */
export interface GitHubRoute {
  readonly required: Readonly<Record<string, FieldKind>>;
  readonly optional: Readonly<Record<string, FieldKind | undefined>>;
  readonly status: number;
  /** What is answered where all is well. */
  answer(given: CheckedRequest): unknown;
}

/** A request that was checked. */
export interface CheckedRequest {
  /** The parameters of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Where the API is. */
  readonly base: string;
}

type Parameters<Route extends keyof Endpoints> = Endpoints[Route]['parameters'];
type RequiredNames<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? never : Name }[keyof T];
/** The names in the path of a route. */
type InPath<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}` ? Name | InPath<Rest> : never;

/** The kinds that GitHub's description allows for a field. */
type KindFor<T> =
  | (string extends T ? 'text' : Extract<T, string> extends never ? never : readonly Extract<T, string>[])
  | (Extract<T, number> extends never ? never : 'number')
  | (Extract<T, boolean> extends never ? never : 'flag')
  | (string[] extends T ? 'texts' : never);

/** An answer with fewer fields than GitHub's, but with no other ones. */
type Slim<T> = T extends readonly (infer Item)[]
  ? readonly Slim<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Slim<T[Name]> }
    : T;

/** What stands in for a route is held to Octokit's types: all required fields, no unknown one, and each of its type. */
interface TypedRoute<Route extends keyof Endpoints> {
  readonly required: {
    readonly [Name in Exclude<RequiredNames<Parameters<Route>>, InPath<Route>>]: KindFor<Parameters<Route>[Name]>;
  };
  readonly optional: {
    readonly [Name in Exclude<keyof Parameters<Route>, InPath<Route> | RequiredNames<Parameters<Route>>>]?: KindFor<
      NonNullable<Parameters<Route>[Name]>
    >;
  };
  readonly status: Endpoints[Route]['response']['status'];
  answer(given: CheckedRequest): Slim<Endpoints[Route]['response']['data']>;
}

function toRoute<Route extends keyof Endpoints>(_route: Route, typed: TypedRoute<Route>): GitHubRoute {
  return typed;
}

const OPEN_ISSUE = 'POST /repos/{owner}/{repo}/issues';
const CLOSE_ISSUE = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';
const COMMENT = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const ADD_LABELS = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';
const REMOVE_LABEL = 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}';
const ASSIGN = 'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees';
const CREATE_PR = 'POST /repos/{owner}/{repo}/pulls';
const CLOSE_PR = 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}';
const MERGE_PR = 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge';
const REVIEW = 'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers';
const LIST_PRS = 'GET /repos/{owner}/{repo}/pulls';
const RELEASE = 'POST /repos/{owner}/{repo}/releases';

/** The routes that stand-ins answer, by method and path. */
export const GITHUB_ROUTES: Readonly<Record<string, GitHubRoute>> = {
  [OPEN_ISSUE]: toRoute(OPEN_ISSUE, {
    required: { title: 'text' },
    optional: { body: 'text', labels: 'texts', assignees: 'texts', milestone: 'number' },
    status: 201,
    answer: ({ path, body, base }) => ({
      ...toIssue(path, 7, base),
      labels: listOf(body['labels']).map((name) => ({ name })),
      assignees: listOf(body['assignees']).map((login) => ({ login })),
    }),
  }),
  [CLOSE_ISSUE]: toRoute(CLOSE_ISSUE, {
    required: {},
    optional: { state: ['open', 'closed'], state_reason: ['completed', 'not_planned', 'duplicate', 'reopened'] },
    status: 200,
    answer: ({ path, body, base }) => ({
      ...toIssue(path, Number(path['issue_number']), base),
      state: 'closed',
      state_reason: body['state_reason'] === 'not_planned' ? ('not_planned' as const) : ('completed' as const),
    }),
  }),
  [COMMENT]: toRoute(COMMENT, {
    required: { body: 'text' },
    optional: {},
    status: 201,
    answer: ({ path, base }) => ({
      id: 99,
      html_url: `${toWeb(path, base)}/issues/${path['issue_number']}#issuecomment-99`,
    }),
  }),
  [ADD_LABELS]: toRoute(ADD_LABELS, {
    required: {},
    optional: { labels: 'texts' },
    status: 200,
    answer: ({ body }) => ['old', ...listOf(body['labels'])].map((name) => ({ name })),
  }),
  [REMOVE_LABEL]: toRoute(REMOVE_LABEL, {
    required: {},
    optional: {},
    status: 200,
    answer: () => [{ name: 'old' }],
  }),
  [ASSIGN]: toRoute(ASSIGN, {
    required: {},
    optional: { assignees: 'texts' },
    status: 201,
    answer: ({ path, body, base }) => ({
      ...toIssue(path, Number(path['issue_number']), base),
      // GitHub leaves out who has no access, and says nothing.
      assignees: listOf(body['assignees']).flatMap((login) => (login === 'nobody' ? [] : [{ login }])),
    }),
  }),
  [CREATE_PR]: toRoute(CREATE_PR, {
    required: { head: 'text', base: 'text' },
    optional: { title: 'text', body: 'text', draft: 'flag', maintainer_can_modify: 'flag', issue: 'number' },
    status: 201,
    answer: ({ path, body, base }) => ({ ...toPull(path, 12, base), draft: body['draft'] === true }),
  }),
  [CLOSE_PR]: toRoute(CLOSE_PR, {
    required: {},
    optional: { state: ['open', 'closed'] },
    status: 200,
    answer: ({ path, base }) => ({ ...toPull(path, Number(path['pull_number']), base), state: 'closed' as const }),
  }),
  [MERGE_PR]: toRoute(MERGE_PR, {
    required: {},
    optional: {
      commit_title: 'text',
      commit_message: 'text',
      sha: 'text',
      merge_method: ['merge', 'squash', 'rebase'],
    },
    status: 200,
    answer: () => ({ merged: true, sha: 'c0ffee', message: 'Pull Request successfully merged' }),
  }),
  [REVIEW]: toRoute(REVIEW, {
    required: {},
    optional: { reviewers: 'texts', team_reviewers: 'texts' },
    status: 201,
    answer: ({ path, body, base }) => ({
      ...toPull(path, Number(path['pull_number']), base),
      requested_reviewers: listOf(body['reviewers']).map((login) => ({ login })),
      requested_teams: listOf(body['team_reviewers']).map((slug) => ({ slug })),
    }),
  }),
  [LIST_PRS]: toRoute(LIST_PRS, {
    required: {},
    optional: { head: 'text', base: 'text', state: ['open', 'closed', 'all'], per_page: 'number' },
    status: 200,
    answer: ({ path, base }) => [toPull(path, 11, base)],
  }),
  [RELEASE]: toRoute(RELEASE, {
    required: { tag_name: 'text' },
    optional: {
      target_commitish: 'text',
      name: 'text',
      body: 'text',
      draft: 'flag',
      prerelease: 'flag',
      generate_release_notes: 'flag',
    },
    status: 201,
    answer: ({ path, body, base }) => ({
      id: 5,
      tag_name: String(body['tag_name']),
      html_url: `${toWeb(path, base)}/releases/tag/x`,
      draft: body['draft'] === true,
    }),
  }),
};

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function toWeb({ owner, repo }: CheckedRequest['path'], base: string): string {
  return `${new URL(base).origin}/${owner}/${repo}`;
}

function toIssue(path: CheckedRequest['path'], number: number, base: string) {
  return { number, id: 1000 + number, state: 'open', html_url: `${toWeb(path, base)}/issues/${number}` };
}

function toPull(path: CheckedRequest['path'], number: number, base: string) {
  return { number, id: 2000 + number, state: 'open' as const, html_url: `${toWeb(path, base)}/pull/${number}` };
}
