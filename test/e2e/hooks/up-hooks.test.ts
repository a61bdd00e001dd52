import { describe, expect, it } from 'vitest';
import { createApproved } from './approved-workspace.ts';
import { textsOf } from './create-workspace.ts';
import { SAVED, startUp } from './start-up.ts';

describe('toolyard up in a workspace', () => {
  it('runs its hooks on its own servers, also when it joined another one before', async () => {
    const workspace = await createApproved([SAVED]);
    const first = startUp(workspace, ['--no-hooks']);
    await first.saw('stdout', 'rec is running');
    const second = startUp(workspace);
    await second.saw('stdout', 'joined it.');
    await second.saw('stdout', `Running 1 hook of ${workspace.folder}`);
    workspace.write('a.md', 'one');
    await second.saw('stdout', '  saved  file.saved a.md  success');
    first.child.kill('SIGINT');
    const ended = await first.finished;
    expect(ended.stdout).not.toContain('Running ');
    await second.saw('stdout', 'The Toolyard that ran the servers has stopped.');
    workspace.write('b.md', 'two');
    await second.saw('stdout', '  saved  file.saved b.md  success');
    expect(textsOf(workspace)).toEqual(['a.md', 'b.md']);
    second.child.kill('SIGINT');
    const { code, stdout, stderr } = await second.finished;
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(stdout.match(/is starting/g)).toHaveLength(1);
  });
});
