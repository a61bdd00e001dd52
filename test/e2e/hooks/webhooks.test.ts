import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startToolyard, type Running } from '../cli/run-toolyard.ts';
import { approveAll, createApproved, WAIT_MS } from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';

const SECRET = 'hunter2-hunter2';
const ENV = { GITHUB_WEBHOOK_SECRET: SECRET, GITLAB_TOKEN_HERE: 'a-token' };

const GITHUB = noteHook(
  'gh',
  { event: 'webhook', secretEnv: 'GITHUB_WEBHOOK_SECRET', if: { 'headers.x-github-event': 'issues' } },
  '{data.issue.title}',
);
const GITLAB = noteHook(
  'gl',
  { event: 'webhook', secretEnv: 'GITLAB_TOKEN_HERE', auth: 'token' },
  '{data.name} {hook}',
);
const UNSET = noteHook('unset', { event: 'webhook', secretEnv: 'NOT_SET_ANYWHERE' }, 'x');

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const all = { 'content-type': 'application/json', ...headers };
  const response = await fetch(url, { method: 'POST', body, headers: all });
  return { status: response.status, body: await response.json() };
}

function sign(body: string, event = 'issues'): Record<string, string> {
  const digest = createHmac('sha256', SECRET).update(body).digest('hex');
  return { 'x-hub-signature-256': `sha256=${digest}`, 'x-github-event': event };
}

/** The address of a hook as the command printed it. */
async function findUrl(running: Running, stream: 'stdout' | 'stderr', hook: string): Promise<string> {
  let text = '';
  running.child[stream].on('data', (part: string) => (text += part));
  const pattern = new RegExp(`Webhook: (http://127\\.0\\.0\\.1:\\d+/hooks/${hook})\n`);
  await waitUntil(() => pattern.test(text), WAIT_MS);
  return pattern.exec(text)?.[1] ?? '';
}

const issue = (title: string): string => JSON.stringify({ issue: { title } });
const textsOf = ({ calls }: Workspace): string[] => calls().map((call) => String(call.arguments['text']));

function watch(workspace: Workspace): Running {
  return workspace.start('watch', '--webhooks', '0');
}

describe('hooks watch --webhooks', () => {
  it('runs a hook for what is signed, once, and turns everything else away', async () => {
    const workspace = await createApproved([GITHUB, GITLAB, UNSET], { env: ENV });
    const watching = watch(workspace);
    const url = await findUrl(watching, 'stderr', 'gh');
    await watching.saw('stderr', 'Webhook unset is not served: the environment variable NOT_SET_ANYWHERE is not set');
    const body = issue('First');
    expect(await post(url, body, sign(body))).toEqual({
      status: 202,
      body: { event: expect.stringMatching(/^webhook-/) },
    });
    await waitUntil(() => textsOf(workspace).length === 1, WAIT_MS);

    const other = url.replace('/gh', '/gl');
    const token = { authorization: 'Bearer a-token' };
    const big = JSON.stringify({ name: 'x'.repeat(1_048_576) });
    const statuses = [
      await post(url, body, { ...sign(body), 'x-github-delivery': 'another' }),
      await post(url, issue('Forged'), sign(body)),
      await post(url, body, {}),
      await post(url.replace('/gh', '/none'), body, sign(body)),
      await post(url, body, { ...sign(body), origin: 'https://evil.example' }),
      await post(url, '{', sign('{')),
      await post(other, big, token),
      await post(url.replace('/gh', '/unset'), body, sign(body)),
    ].map(({ status }) => status);
    expect(statuses).toEqual([409, 401, 401, 401, 403, 400, 413, 503]);

    const ping = JSON.stringify({ zen: 'Design for failure.' });
    expect(await post(url, ping, sign(ping, 'ping'))).toMatchObject({ status: 202 });
    expect(await post(other, '{"name":"Ada"}', { 'x-gitlab-token': 'a-token' })).toMatchObject({ status: 202 });
    await waitUntil(() => textsOf(workspace).length === 2, WAIT_MS);
    expect(textsOf(workspace)).toEqual(['First', 'Ada gl']);
    await watching.saw('stderr', 'with status 401: its signature is wrong');

    watching.child.kill('SIGINT');
    expect(await watching.finished).toMatchObject({ code: 130, stderr: expect.not.stringContaining(SECRET) });
    const log = await workspace.log();
    expect(log.map(({ hook, status, reason }) => [hook, status, reason])).toEqual([
      ['gh', 'success', undefined],
      ['gh', 'skipped', 'headers.x-github-event is "ping", not "issues"'],
      ['gl', 'success', undefined],
    ]);
    expect(JSON.stringify(log)).not.toContain('a-token');

    const again = watch(workspace);
    const next = await findUrl(again, 'stderr', 'gh');
    expect(await post(next, body, sign(body))).toMatchObject({ status: 409 });
    expect(textsOf(workspace)).toEqual(['First', 'Ada gl']);
  });

  it('says that a hook is not approved, and takes the same delivery when it is', async () => {
    const workspace = createWorkspace({ env: ENV });
    workspace.writeHooks(GITHUB);
    const watching = watch(workspace);
    const url = await findUrl(watching, 'stderr', 'gh');
    const body = issue('Later');
    expect(await post(url, body, sign(body))).toEqual({
      status: 403,
      body: { error: 'This hook does not run: not approved.' },
    });
    await approveAll(workspace);
    expect(await post(url, body, sign(body))).toMatchObject({ status: 202 });
    await waitUntil(() => textsOf(workspace).length === 1, WAIT_MS);
    expect((await workspace.log()).map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'not approved'],
      ['success', undefined],
    ]);
  });
});

describe('toolyard up', () => {
  it('takes webhooks at its own port, with a token of its own that forges do not have', async () => {
    const workspace = await createApproved([GITHUB], { env: ENV });
    const env = { HOME: join(workspace.folder, '../home'), ...ENV, TOOLYARD_TOKEN: 'for-clients' };
    const up = startToolyard(['up', '--port', '0', '--config', workspace.config], { cwd: workspace.folder, env });
    onTestFinished(() => void up.child.kill('SIGKILL'));
    const url = await findUrl(up, 'stdout', 'gh');
    expect((await fetch(url.replace('/hooks/gh', '/mcp'), { method: 'POST', body: '{}' })).status).toBe(401);
    const body = issue('Through up');
    expect(await post(url, body, sign(body))).toMatchObject({ status: 202 });
    await up.saw('stdout', '  gh  webhook issues  success');
    expect(await post(url, body, { 'x-hub-signature-256': 'sha256=0' })).toMatchObject({ status: 401 });
    await up.saw('stdout', 'Refused a webhook for "gh" from 127.0.0.1 with status 401: its signature is wrong');
    expect(textsOf(workspace)).toEqual(['Through up']);
    up.child.kill('SIGINT');
    expect((await up.finished).code).toBe(130);
  });
});
