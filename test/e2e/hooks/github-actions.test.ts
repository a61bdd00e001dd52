import { startFakeGitHub, type FakeGitHub } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine } from './engine-on-duty.ts';
import { createGitHubWorkspace, githubHookAt, REPOSITORY, TOKEN } from './github-hook.ts';

const ISSUES = 'POST /repos/{owner}/{repo}/issues';
const LABELS = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';

let github: FakeGitHub;
beforeAll(async () => (github = await startFakeGitHub(TOKEN)));
afterAll(() => github.close());

const githubHook = (id: string, parameters: object): object => githubHookAt(github, id, parameters);

/** What was asked since then, and nothing of it breaks GitHub's description. */
function seenSince(count: number): unknown[] {
  expect(github.problems).toEqual([]);
  return github.seen.slice(count).map(({ route, path, body }) => {
    const { owner, repo, ...others } = path;
    expect([owner, repo]).toEqual(REPOSITORY.split('/'));
    return [route, others, body];
  });
}

describe('a github action', () => {
  const HOSTILE = '{user} "}\n${{ secrets }} $(id) \u0000'.replace('\u0000', '<!-- -->');

  it('does each operation as GitHub describes it', async () => {
    const { run } = await startEngine(
      createGitHubWorkspace(),
      githubHook('open', {
        operation: 'open-issue',
        title: 'On {data.title}',
        body: '{data.body}',
        labels: ['bug', '{data.labels}'],
        assignees: ['ada'],
        milestone: '{data.milestone}',
        baseUrl: `${github.url}/api/v3/`,
      }),
      githubHook('open-short', { operation: 'open-issue', title: '{data.title}' }),
      githubHook('close', { operation: 'close-issue', issue: '{data.issue}' }),
      githubHook('drop', { operation: 'close-issue', issue: 3, reason: 'not_planned', comment: 'No, {user}.' }),
      githubHook('pr', {
        operation: 'create-pr',
        title: 'T',
        head: '{data.head}',
        base: 'main',
        body: 'B',
        draft: true,
      }),
      githubHook('merge', {
        operation: 'merge-pr',
        pull: '{data.pull}',
        method: 'squash',
        title: 'T',
        message: 'M\nN',
        sha: 'abc',
      }),
      githubHook('close-pr', { operation: 'close-pr', pull: 4, comment: 'Later.' }),
      githubHook('comment', { operation: 'add-comment', issue: 5, body: '{data.body}' }),
      githubHook('label', { operation: 'add-label', issue: 6, labels: ['{data.labels}'] }),
      githubHook('unlabel', { operation: 'remove-label', issue: 6, labels: ['good first/issue?', 'ü', 'ü'] }),
      githubHook('review', { operation: 'request-review', pull: 8, reviewers: ['bob'], teamReviewers: ['core'] }),
      githubHook('assign', { operation: 'assign-issue', issue: 9, assignees: ['{data.who}'] }),
      githubHook('release', {
        operation: 'create-release',
        tag: 'v{data.version}',
        name: 'N',
        body: 'B',
        target: 'main',
        prerelease: true,
        generateNotes: true,
      }),
    );
    const start = github.seen.length;
    const opened = await run('open', { title: 'x', body: HOSTILE, labels: ['a', 'b c'], milestone: 2 });
    expect(opened).toMatchObject({
      status: 'success',
      action: 'github',
      target: 'github open-issue',
      attempts: 1,
      arguments: { operation: 'open-issue', repository: REPOSITORY, tokenEnv: 'SHOP_TOKEN', title: 'On x' },
      result: {
        number: 7,
        id: 1007,
        state: 'open',
        url: `${github.url}/ada/shop/issues/7`,
        labels: ['bug', 'a', 'b c'],
        assignees: ['ada'],
      },
    });
    expect((await run('open-short', { title: HOSTILE })).reason).toBe('title: must be one line');
    await run('open-short', { title: '12345678901234567890n' });
    expect((await run('close', { issue: '41' })).result).toMatchObject({
      number: 41,
      state: 'closed',
      reason: 'completed',
    });
    expect((await run('close', { issue: '../1' })).reason).toBe(
      'issue: must be a whole number of at least 1, not ../1',
    );
    expect((await run('drop')).result).toMatchObject({ number: 3, state: 'closed', reason: 'not_planned' });
    expect((await run('pr', { head: 'x' })).result).toEqual({
      number: 12,
      id: 2012,
      url: `${github.url}/ada/shop/pull/12`,
      state: 'open',
      draft: true,
    });
    expect((await run('merge', { pull: 12 })).result).toEqual({ number: 12, merged: true, commit: 'c0ffee' });
    expect((await run('close-pr')).result).toMatchObject({ number: 4, state: 'closed' });
    expect((await run('comment', { body: HOSTILE })).result).toMatchObject({ number: 5, id: 99 });
    expect((await run('label', { labels: ['x', 'y'] })).result).toEqual({ number: 6, labels: ['old', 'x', 'y'] });
    expect((await run('label', { labels: [] })).reason).toBe('labels: is empty');
    expect((await run('unlabel')).result).toMatchObject({ number: 6, labels: ['old'] });
    expect((await run('review')).result).toMatchObject({ number: 8, reviewers: ['bob'], teamReviewers: ['core'] });
    expect((await run('assign', { who: ['Ada', 'bob'] })).result).toMatchObject({
      number: 9,
      assignees: ['Ada', 'bob'],
    });
    expect(await run('assign', { who: ['ada', 'nobody'] })).toMatchObject({
      status: 'error',
      reason: 'GitHub did not assign nobody: only people with access to ada/shop can be',
    });
    expect((await run('release', { version: '1.2' })).result).toMatchObject({ id: 5, tag: 'v1.2', draft: false });

    const issue = (number: number): object => ({ issue_number: String(number) });
    const pull = (number: number): object => ({ pull_number: String(number) });
    const user = opened.event.context['user'];
    expect(seenSince(start)).toEqual([
      [ISSUES, {}, { title: 'On x', body: HOSTILE, labels: ['bug', 'a', 'b c'], assignees: ['ada'], milestone: 2 }],
      [ISSUES, {}, { title: '12345678901234567890n' }],
      ['PATCH /repos/{owner}/{repo}/issues/{issue_number}', issue(41), { state: 'closed', state_reason: 'completed' }],
      ['POST /repos/{owner}/{repo}/issues/{issue_number}/comments', issue(3), { body: `No, ${String(user)}.` }],
      ['PATCH /repos/{owner}/{repo}/issues/{issue_number}', issue(3), { state: 'closed', state_reason: 'not_planned' }],
      [
        'POST /repos/{owner}/{repo}/pulls',
        {},
        { title: 'T', head: 'x', base: 'main', body: 'B', draft: true, maintainer_can_modify: true },
      ],
      [
        'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
        pull(12),
        { merge_method: 'squash', commit_title: 'T', commit_message: 'M\nN', sha: 'abc' },
      ],
      ['POST /repos/{owner}/{repo}/issues/{issue_number}/comments', issue(4), { body: 'Later.' }],
      ['PATCH /repos/{owner}/{repo}/pulls/{pull_number}', pull(4), { state: 'closed' }],
      ['POST /repos/{owner}/{repo}/issues/{issue_number}/comments', issue(5), { body: HOSTILE }],
      [LABELS, issue(6), { labels: ['x', 'y'] }],
      ...['good first/issue?', 'ü'].map((name) => [
        'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
        { issue_number: '6', name },
        {},
      ]),
      [
        'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
        pull(8),
        { reviewers: ['bob'], team_reviewers: ['core'] },
      ],
      ['POST /repos/{owner}/{repo}/issues/{issue_number}/assignees', issue(9), { assignees: ['Ada', 'bob'] }],
      ['POST /repos/{owner}/{repo}/issues/{issue_number}/assignees', issue(9), { assignees: ['ada', 'nobody'] }],
      [
        'POST /repos/{owner}/{repo}/releases',
        {},
        {
          tag_name: 'v1.2',
          name: 'N',
          body: 'B',
          target_commitish: 'main',
          draft: false,
          prerelease: true,
          generate_release_notes: true,
        },
      ],
    ]);
  });
});
