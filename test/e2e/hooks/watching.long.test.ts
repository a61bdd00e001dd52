import { describe, expect, it } from 'vitest';
import { createApproved } from './approved-workspace.ts';
import { noteHook } from './create-workspace.ts';

const HOOK = noteHook('a', { event: 'webhook' }, '{event}');

describe('a workspace that is watched', () => {
  it('ends at SIGINT with exit code 130', async () => {
    const workspace = await createApproved([HOOK]);
    const { child, finished } = await workspace.watch();
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 130, stdout: '', stderr: expect.stringMatching(/Stopped\.\n$/) });
  });
});
