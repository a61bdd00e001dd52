import type { Endpoints } from '@octokit/types';
import type { GitHubOperation } from '../hook/github-operations.ts';
import type { OperationValues } from '../hook/operation.ts';
import { findText, readFlag, readItems, readNumber, readText } from '../hook/read-values.ts';

/** One request to GitHub's REST API, in the terms of Octokit. */
export interface GitHubRequest {
  /** Method and path: `POST /repos/{owner}/{repo}/issues`. */
  readonly route: string;
  /** Those of the path, of the query and of the body, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What nobody knows where its answer is lost: `the issue was opened`. Absent where sending it again does no harm. */
  readonly once?: string;
  /** The message of a 404 that means that there is nothing left to do. */
  readonly doneBy?: string;
}

/** A repository by its two names. */
interface Repository {
  readonly owner: string;
  readonly repo: string;
}

type Build = (repository: Repository, values: OperationValues) => readonly GitHubRequest[];

/** The requests of an operation, in the order in which they are sent; each only if those before it went well. */
export function toGitHubRequests(operation: GitHubOperation, values: OperationValues): readonly GitHubRequest[] {
  return BUILDS[operation](toRepository(values), values);
}

/** Asks for the open pull request of the same branches. */
export function toTwinRequest(values: OperationValues): GitHubRequest {
  const repository = toRepository(values);
  const [head, base] = [readText(values, 'head'), readText(values, 'base')];
  const from = head.includes(':') ? head : `${repository.owner}:${head}`;
  return toRequest('GET /repos/{owner}/{repo}/pulls', { ...repository, head: from, base, state: 'open', per_page: 1 });
}

function toRepository(values: OperationValues): Repository {
  const [owner = '', repo = ''] = readText(values, 'repository').split('/');
  return { owner, repo };
}

/** Held to the types of Octokit: a field that GitHub does not know does not compile. */
function toRequest<Route extends keyof Endpoints>(
  route: Route,
  parameters: Endpoints[Route]['parameters'],
  more: Pick<GitHubRequest, 'once' | 'doneBy'> = {},
): GitHubRequest {
  return { route, parameters, ...more };
}

const BUILDS: Readonly<Record<GitHubOperation, Build>> = {
  'open-issue': openIssue,
  'close-issue': (repository, values) => [
    ...toComment(repository, readNumber(values, 'issue'), findText(values, 'comment')),
    toRequest('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
      ...repository,
      issue_number: readNumber(values, 'issue'),
      state: 'closed',
      state_reason: values['reason'] === 'not_planned' ? 'not_planned' : 'completed',
    }),
  ],
  'create-pr': createPr,
  'merge-pr': mergePr,
  'close-pr': (repository, values) => [
    ...toComment(repository, readNumber(values, 'pull'), findText(values, 'comment')),
    toRequest('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
      ...repository,
      pull_number: readNumber(values, 'pull'),
      state: 'closed',
    }),
  ],
  'add-comment': (repository, values) => toComment(repository, readNumber(values, 'issue'), readText(values, 'body')),
  'add-label': (repository, values) => [
    toRequest('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
      ...repository,
      issue_number: readNumber(values, 'issue'),
      labels: readItems(values, 'labels'),
    }),
  ],
  'remove-label': (repository, values) =>
    [...new Set(readItems(values, 'labels'))].map((name) =>
      toRequest(
        'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
        { ...repository, issue_number: readNumber(values, 'issue'), name },
        { doneBy: 'Label does not exist' },
      ),
    ),
  'request-review': requestReview,
  'assign-issue': (repository, values) => [
    toRequest('POST /repos/{owner}/{repo}/issues/{issue_number}/assignees', {
      ...repository,
      issue_number: readNumber(values, 'issue'),
      assignees: readItems(values, 'assignees'),
    }),
  ],
  'create-release': createRelease,
};

function toComment(repository: Repository, issue: number, body: string | undefined): readonly GitHubRequest[] {
  if (body === undefined) return [];
  const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  return [toRequest(route, { ...repository, issue_number: issue, body }, { once: 'the comment was added' })];
}

function openIssue(repository: Repository, values: OperationValues): readonly GitHubRequest[] {
  const body = findText(values, 'body');
  const [labels, assignees] = [readItems(values, 'labels'), readItems(values, 'assignees')];
  return [
    toRequest(
      'POST /repos/{owner}/{repo}/issues',
      {
        ...repository,
        title: readText(values, 'title'),
        ...(body !== undefined && { body }),
        ...(labels.length > 0 && { labels }),
        ...(assignees.length > 0 && { assignees }),
        ...(values['milestone'] !== undefined && { milestone: readNumber(values, 'milestone') }),
      },
      { once: 'the issue was opened' },
    ),
  ];
}

function createPr(repository: Repository, values: OperationValues): readonly GitHubRequest[] {
  const body = findText(values, 'body');
  return [
    toRequest(
      'POST /repos/{owner}/{repo}/pulls',
      {
        ...repository,
        title: readText(values, 'title'),
        head: readText(values, 'head'),
        base: readText(values, 'base'),
        ...(body !== undefined && { body }),
        draft: readFlag(values, 'draft'),
        maintainer_can_modify: readFlag(values, 'maintainerCanModify'),
      },
      { once: 'the pull request was created' },
    ),
  ];
}

/** A second one would fail because of the first, so it is sent once, although nothing can be merged twice. */
function mergePr(repository: Repository, values: OperationValues): readonly GitHubRequest[] {
  const method = values['method'];
  const [title, message, sha] = [findText(values, 'title'), findText(values, 'message'), findText(values, 'sha')];
  return [
    toRequest(
      'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
      {
        ...repository,
        pull_number: readNumber(values, 'pull'),
        merge_method: method === 'squash' || method === 'rebase' ? method : 'merge',
        ...(title !== undefined && { commit_title: title }),
        ...(message !== undefined && { commit_message: message }),
        ...(sha !== undefined && { sha }),
      },
      { once: 'the pull request was merged' },
    ),
  ];
}

function requestReview(repository: Repository, values: OperationValues): readonly GitHubRequest[] {
  const [reviewers, teams] = [readItems(values, 'reviewers'), readItems(values, 'teamReviewers')];
  return [
    toRequest('POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
      ...repository,
      pull_number: readNumber(values, 'pull'),
      ...(reviewers.length > 0 && { reviewers }),
      ...(teams.length > 0 && { team_reviewers: teams }),
    }),
  ];
}

function createRelease(repository: Repository, values: OperationValues): readonly GitHubRequest[] {
  const [name, body, target] = [findText(values, 'name'), findText(values, 'body'), findText(values, 'target')];
  return [
    toRequest(
      'POST /repos/{owner}/{repo}/releases',
      {
        ...repository,
        tag_name: readText(values, 'tag'),
        ...(name !== undefined && { name }),
        ...(body !== undefined && { body }),
        ...(target !== undefined && { target_commitish: target }),
        draft: readFlag(values, 'draft'),
        prerelease: readFlag(values, 'prerelease'),
        generate_release_notes: readFlag(values, 'generateNotes'),
      },
      { once: 'the release was created' },
    ),
  ];
}
