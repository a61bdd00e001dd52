import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createApproved, WAIT_MS } from './approved-workspace.ts';
import { textsOf } from './create-workspace.ts';
import { ENV, findUrl, GITHUB, GITLAB, issue, post, SECRET, sign, UNSET, watchWebhooks } from './send-webhooks.ts';
import { startUp } from './start-up.ts';

describe('hooks watch --webhooks', () => {
  it('runs a hook for what is signed, once, and turns everything else away', async () => {
    const workspace = await createApproved([GITHUB, GITLAB, UNSET], { env: ENV });
    const watching = watchWebhooks(workspace);
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
  });
});

describe('toolyard up', () => {
  it('takes webhooks at its own port, with a token of its own that forges do not have', async () => {
    const workspace = await createApproved([GITHUB], { env: ENV });
    const up = startUp(workspace, [], { ...ENV, TOOLYARD_TOKEN: 'for-clients' });
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
