import { createServer } from 'node:http';
import { once } from 'node:events';
import { startFakeGitHub, waitUntil, type FakeGitHub } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createWorkspace, type Workspace } from './create-workspace.ts';
import { startEngine } from './engine-on-duty.ts';
import { WAIT_MS } from './watch-hooks.ts';

const TOKEN = 'ghp_0123456789abcdefABCDEF';
const REPOSITORY = 'ada/shop';
const ISSUES = 'POST /repos/{owner}/{repo}/issues';
const LABELS = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';

let github: FakeGitHub;
beforeAll(async () => (github = await startFakeGitHub(TOKEN)));
afterAll(() => github.close());

function githubHook(id: string, parameters: object): object {
  const common = { repository: REPOSITORY, baseUrl: github.url, tokenEnv: 'SHOP_TOKEN' };
  return { id, trigger: { event: 'manual' }, action: { type: 'github', parameters: { ...common, ...parameters } } };
}

function createPlace(): Workspace {
  return createWorkspace({ env: { SHOP_TOKEN: TOKEN } });
}

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
      createPlace(),
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

  it('says what went wrong, and repeats only what does no harm twice', async () => {
    const elsewhere = createServer((request) => void strangers.push(request.url)).listen(0, '127.0.0.1');
    const strangers: unknown[] = [];
    onTestFinished(() => void elsewhere.close());
    await once(elsewhere, 'listening');
    const address = elsewhere.address();
    const stranger = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const { run } = await startEngine(
      createPlace(),
      githubHook('open', { operation: 'open-issue', title: 'x' }),
      githubHook('open-fast', { operation: 'open-issue', title: 'x', timeout: 1500 }),
      githubHook('label', { operation: 'add-label', issue: 6, labels: ['x'] }),
      githubHook('unlabel', { operation: 'remove-label', issue: 6, labels: ['x'] }),
      githubHook('merge', { operation: 'merge-pr', pull: 1 }),
      githubHook('pr', { operation: 'create-pr', title: 'T', head: 'x', base: 'main' }),
      githubHook('drop', { operation: 'close-issue', issue: 3, comment: 'No.' }),
      githubHook('unreached', { operation: 'open-issue', title: 'x', baseUrl: 'http://127.0.0.1:9' }),
    );
    let from = github.seen.length;
    const countSeen = (): number => -from + (from = github.seen.length);
    const now = (): number => Math.floor(Date.now() / 1000);
    const expectEnd = async (hook: string, status: string, reason: string | RegExp, count: number): Promise<void> => {
      const record = await run(hook);
      expect(record).toMatchObject({ status, reason: expect.stringMatching(reason) });
      expect(countSeen()).toBe(count);
      expect(JSON.stringify(record)).not.toContain(TOKEN);
    };

    github.fail({ status: 401, data: { message: `Bad credentials ${TOKEN}` } });
    await expectEnd(
      'open',
      'error',
      /^GitHub did not accept the token \(status 401\): Bad credentials \*\*\*\. Put a valid token into the variable SHOP_TOKEN$/,
      1,
    );
    github.fail({
      status: 403,
      headers: { 'x-accepted-github-permissions': 'issues=write', 'x-ratelimit-remaining': '4999' },
      data: { message: 'Resource not accessible by personal access token' },
    });
    await expectEnd('open', 'error', /needs the permission for this in ada\/shop \(issues write\)$/, 1);
    github.fail({ status: 404, data: { message: 'Not Found' } });
    await expectEnd('open', 'error', /^GitHub did not find it \(status 404\): Not Found\. Check "repository"/, 1);
    const errors = [
      { resource: 'Issue', field: 'title', code: 'missing_field' },
      { resource: 'Issue', field: 'milestone', code: 'invalid', value: 3 },
      { message: 'body is too long' },
    ];
    github.fail({ status: 422, data: { message: 'Validation Failed', errors } });
    await expectEnd(
      'open',
      'error',
      'GitHub did not accept what was sent (status 422): Validation Failed; Issue title is missing; Issue milestone is not valid; body is too long'.replaceAll(
        /[()]/g,
        '.',
      ),
      1,
    );
    github.fail({ status: 405, data: { message: 'Pull Request is not mergeable' } });
    await expectEnd('merge', 'error', /^GitHub cannot merge it \(status 405\): Pull Request is not mergeable\. /, 1);
    github.fail({ status: 409, data: { message: 'Head branch was modified' } });
    await expectEnd('merge', 'error', /^GitHub cannot do it now \(status 409\): Head branch was modified\. /, 1);
    github.fail({
      status: 422,
      data: { message: 'Validation Failed', errors: [{ message: 'A pull request already exists for ada:x.' }] },
    });
    await expectEnd('pr', 'error', /already exists for ada:x \(#11, http:\/\/127.*\/ada\/shop\/pull\/11\)$/, 2);
    expect(github.seen.at(-1)?.query).toEqual({ head: 'ada:x', base: 'main', state: 'open', per_page: '1' });
    github.fail({ status: 404, data: { message: 'Label does not exist' } });
    expect((await run('unlabel')).status).toBe('success');
    countSeen();

    // It is known that nothing was done: sent again when it may be, if there is time.
    github.fail(
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now() + 1) } },
      { status: 429, headers: { 'retry-after': '1' } },
    );
    expect(await run('open')).toMatchObject({ status: 'success', attempts: 3 });
    expect(countSeen()).toBe(3);
    const reset = now() + 3600;
    github.fail({
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
      data: { message: 'API rate limit exceeded' },
    });
    const when = new Date(reset * 1000).toISOString();
    await expectEnd('open', 'error', `rate limit is used up until ${when}, .*: API rate limit exceeded`, 1);

    // Whether it was done is not known.
    github.fail('lost');
    await expectEnd(
      'open',
      'error',
      /^GitHub closed the connection .*; it is not known whether the issue was opened$/,
      1,
    );
    github.fail({ status: 502, data: 'Bad gateway\n<html>' });
    await expectEnd('open', 'error', /^GitHub failed with status 502: Bad gateway; it is not known/, 1);
    github.fail('lost');
    await expectEnd('merge', 'error', /it is not known whether the pull request was merged$/, 1);
    github.fail('silent');
    await expectEnd('open-fast', 'timeout', /^Execution timeout after 1500 ms; it is not known whether/, 1);
    github.fail('lost', { status: 503 });
    expect(await run('label')).toMatchObject({ status: 'success', attempts: 3 });
    expect(countSeen()).toBe(3);
    await expectEnd(
      'unreached',
      'error',
      /^GitHub cannot be reached at 127.0.0.1:9: connection refused.*"baseUrl"$/,
      0,
    );
    github.fail({ status: 201, data: {} }, { status: 410, data: { message: 'This issue was deleted' } });
    await expectEnd('drop', 'error', /^the comment was added, but GitHub has it no more \(status 410\)/, 2);

    github.fail({ status: 307, headers: { location: `/repos/${REPOSITORY}/issues` } });
    expect((await run('open')).status).toBe('success');
    expect(countSeen()).toBe(2);
    github.fail({ status: 307, headers: { location: `${stranger}/repos/${REPOSITORY}/issues` } });
    await expectEnd('open', 'error', `redirects to another host .${stranger}., to which the token is not sent`, 1);
    expect(strangers).toEqual([]);
    github.fail({ status: 201, data: 'x'.repeat(5_000_000) });
    await expectEnd('open', 'error', /^GitHub sent an answer of more than .*; it is not known whether/, 1);
    expect(github.problems).toEqual([]);
  });

  it('is approved with all that it does, can be tried without doing it, and needs a token', async () => {
    const workspace = createWorkspace();
    const { writeHooks, hooks } = workspace;
    writeHooks(githubHook('open', { operation: 'open-issue', title: 'On {branch}', tokenEnv: 'GITHUB_TOKEN' }));
    const before = github.seen.length;
    const { stderr: shown, code } = await hooks('approve', '--yes');
    expect(code).toBe(0);
    for (const part of ['github open-issue', '"ada/shop"', github.url, '"GITHUB_TOKEN"', '"On {branch}"']) {
      expect(shown).toContain(part);
    }
    const dry = await hooks('run', 'open', '--dry-run', '--json', '--data', 'branch=main');
    expect(JSON.parse(dry.stdout)).toEqual({
      arguments: {
        operation: 'open-issue',
        repository: REPOSITORY,
        baseUrl: github.url,
        tokenEnv: 'GITHUB_TOKEN',
        title: 'On main',
      },
      problems: [],
    });
    const ran = await hooks('run', 'open', '--data', 'branch=main');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('there is no token for GitHub: the environment variable GITHUB_TOKEN is not set.');
    expect(ran.stderr).not.toContain('--data');
    expect(github.seen.length).toBe(before);
  });

  it('is interrupted, and not done again, where Toolyard is killed in the middle of creating', async () => {
    const workspace = createPlace();
    workspace.writeHooks(githubHook('open', { operation: 'open-issue', title: 'x' }));
    expect((await workspace.hooks('approve', '--yes')).code).toBe(0);
    const before = github.seen.length;
    github.fail('silent');
    const first = workspace.start('run', 'open');
    await waitUntil(() => github.seen.length === before + 1, WAIT_MS);
    first.child.kill('SIGKILL');
    await first.finished;
    await workspace.hooks('fire', 'webhook');
    expect(await workspace.log()).toMatchObject([{ hook: 'open', status: 'interrupted' }]);
    expect(github.seen.length).toBe(before + 1);
  });
});
