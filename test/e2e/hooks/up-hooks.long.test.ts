import { describe, expect, it } from 'vitest';
import { createApproved } from './approved-workspace.ts';
import { createWorkspace, textsOf } from './create-workspace.ts';
import { SAVED, startUp } from './start-up.ts';

describe('toolyard up in a workspace', () => {
  it('leaves the hooks to a process that runs them already, and takes over when that is gone', async () => {
    const workspace = await createApproved([SAVED]);
    const watching = await workspace.watch();
    const up = startUp(workspace);
    await up.saw('stdout', `Another process runs the hooks of ${workspace.folder}; they run here when it ends`);
    watching.child.kill('SIGKILL');
    await up.saw('stdout', `Running 1 hook of ${workspace.folder}`);
    workspace.write('a.md', 'one');
    await up.saw('stdout', '  saved  file.saved a.md  success');
    expect(textsOf(workspace)).toEqual(['a.md']);
  });

  it('says what is wrong with a file of hooks, serves on, and runs them when it is mended and approved', async () => {
    const workspace = createWorkspace();
    workspace.writeHooksText('{ "version": 1, "hooks": [{}] }');
    const up = startUp(workspace);
    await up.saw('stdout', 'The hooks do not run, because a file has problems:');
    await up.saw('stdout', 'rec is running');
    workspace.writeHooks(SAVED);
    await up.saw('stdout', 'Not approved, so it does not run: saved');
    expect((await workspace.hooks('approve', '--yes')).code).toBe(0);
    workspace.write('a.md', 'one');
    await up.saw('stdout', '  saved  file.saved a.md  success');
  });
});
