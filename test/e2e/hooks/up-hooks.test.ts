import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startToolyard, type Running } from '../cli/run-toolyard.ts';
import { createApproved } from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';

const HOOK = noteHook('saved', { event: 'file.saved', paths: ['*.md'] }, '{path}');

const textsOf = ({ calls }: Workspace): string[] => calls().map((call) => String(call.arguments['text']));

function startUp(workspace: Workspace, ...words: readonly string[]): Running {
  const options = { cwd: workspace.folder, env: { HOME: join(workspace.folder, '../home') } };
  const up = startToolyard(['up', '--port', '0', '--config', workspace.config, ...words], options);
  onTestFinished(() => void up.child.kill('SIGKILL'));
  return up;
}

describe('toolyard up in a workspace', () => {
  it('runs its hooks on its own servers, also when it joined another one before', async () => {
    const workspace = await createApproved([HOOK]);
    const first = startUp(workspace, '--no-hooks');
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

  it('leaves the hooks to a process that runs them already, and takes over when that is gone', async () => {
    const workspace = await createApproved([HOOK]);
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
    workspace.writeHooks(HOOK);
    await up.saw('stdout', 'Not approved, so it does not run: saved');
    expect((await workspace.hooks('approve', '--yes')).code).toBe(0);
    workspace.write('a.md', 'one');
    await up.saw('stdout', '  saved  file.saved a.md  success');
  });
});
