import { describe, expect, it } from 'vitest';
import { createWorkspace } from './create-workspace.ts';

const PROBLEM = 'there is no token for GitHub: the environment variable GITHUB_TOKEN is not set.';

describe('a hook that fails before it can start', () => {
  it('is warned about, shown by the command that caused it, and listed as failed', async () => {
    const { writeHooks, hooks } = createWorkspace();
    writeHooks(
      { id: 'build', trigger: { event: 'manual' }, action: { type: 'custom', parameters: { command: 'false' } } },
      {
        id: 'report',
        trigger: { event: 'hook.ended', if: { hook: 'build', status: 'error' } },
        action: { type: 'github', parameters: { operation: 'open-issue', repository: 'ada/shop', title: '{hook}' } },
      },
    );
    const checked = await hooks('check');
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining(`The hook would fail: ${PROBLEM}`)]);
    expect((await hooks('approve', '--yes')).code).toBe(0);
    const fired = await hooks('fire', 'manual');
    expect(fired.stderr).toMatch(
      new RegExp(`  report  hook\\.ended build  error: ${PROBLEM}.* \\(chain: build → report\\)`),
    );
    const listed: unknown = JSON.parse((await hooks('list', '--json')).stdout);
    expect(listed).toMatchObject([{ id: 'build' }, { id: 'report', lastRun: { status: 'error' } }]);
  });
});
