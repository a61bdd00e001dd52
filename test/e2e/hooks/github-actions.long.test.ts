import { createServer } from 'node:http';
import { once } from 'node:events';
import { startFakeGitHub, waitUntil, type FakeGitHub } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createWorkspace } from './create-workspace.ts';
import { startEngine } from './engine-on-duty.ts';
import { createGitHubWorkspace, githubHookAt, REPOSITORY, TOKEN } from './github-hook.ts';
import { WAIT_MS } from './watch-hooks.ts';

let github: FakeGitHub;
beforeAll(async () => (github = await startFakeGitHub(TOKEN)));
afterAll(() => github.close());

const githubHook = (id: string, parameters: object): object => githubHookAt(github, id, parameters);

describe('a github action', () => {
  it('says what went wrong, and repeats only what does no harm twice', async () => {
    const elsewhere = createServer((request) => void strangers.push(request.url)).listen(0, '127.0.0.1');
    const strangers: unknown[] = [];
    onTestFinished(() => void elsewhere.close());
    await once(elsewhere, 'listening');
    const address = elsewhere.address();
    const stranger = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const { run } = await startEngine(
      createGitHubWorkspace(),
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
    const workspace = createGitHubWorkspace();
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
