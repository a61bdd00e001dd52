import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { approveAll, WAIT_MS } from './approved-workspace.ts';
import { createWorkspace, textsOf } from './create-workspace.ts';
import { ENV, findUrl, GITHUB, issue, post, sign, watchWebhooks } from './send-webhooks.ts';

describe('hooks watch --webhooks', () => {
  it('says that a hook is not approved, and takes the same delivery when it is, and then never again', async () => {
    const workspace = createWorkspace({ env: ENV });
    workspace.writeHooks(GITHUB);
    const watching = watchWebhooks(workspace);
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
    watching.child.kill('SIGINT');
    await watching.finished;

    const next = await findUrl(watchWebhooks(workspace), 'stderr', 'gh');
    expect(await post(next, body, sign(body))).toMatchObject({ status: 409 });
    expect(textsOf(workspace)).toEqual(['Later']);
  });
});
