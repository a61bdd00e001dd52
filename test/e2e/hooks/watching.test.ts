import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startToolyard } from '../cli/run-toolyard.ts';
import { approveAll, createApproved } from './approved-workspace.ts';
import { createWorkspace, noteHook, textsOf, type Workspace } from './create-workspace.ts';

const HOOK = noteHook('a', { event: 'webhook' }, '{data.n}');

const fire = async ({ hooks }: Workspace, n: number): Promise<string> =>
  (await hooks('fire', 'webhook', '--data', `n=${n}`)).stdout;

describe('a workspace that is watched', () => {
  it('uses the servers of a Toolyard that runs, and its own when that ends', async () => {
    const workspace = await createApproved([HOOK]);
    const home = join(workspace.folder, '../home');
    const up = startToolyard(['up', '--port', '0', '--config', workspace.config], { cwd: home, env: { HOME: home } });
    onTestFinished(() => void up.child.kill('SIGKILL'));
    await up.saw('stdout', 'rec is running');
    const { saw } = await workspace.watch();
    expect(await fire(workspace, 1)).toContain('success');
    up.child.kill('SIGINT');
    await up.finished;
    await saw('stderr', 'The Toolyard that ran the servers has stopped. Continuing without it.');
    expect(await fire(workspace, 2)).toContain('success');
    expect(textsOf(workspace)).toEqual(['1', '2']);
  });

  it('needs no variables that only the Toolyard has that runs the servers', async () => {
    const workspace = createWorkspace();
    const text = readFileSync(workspace.config, 'utf8').replace('"RECORD"', '"MORE":"${ONLY_UP_HAS_IT}","RECORD"');
    writeFileSync(workspace.config, text);
    workspace.writeHooks(HOOK);
    await approveAll(workspace);
    const refused = await workspace.hooks('fire', 'webhook', '--data', 'n=0');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('ONLY_UP_HAS_IT') });
    const home = join(workspace.folder, '../home');
    const env = { HOME: home, ONLY_UP_HAS_IT: 'yes' };
    const up = startToolyard(['up', '--port', '0', '--config', workspace.config], { cwd: home, env });
    onTestFinished(() => void up.child.kill('SIGKILL'));
    await up.saw('stdout', 'rec is running');
    expect(await workspace.hooks('check')).toMatchObject({
      code: 0,
      stderr: '0 problems, 1 warning.\n',
    });
    await workspace.watch();
    expect(await fire(workspace, 1)).toContain('success');
  });

  it('takes another configuration, and keeps the one it has while the file is wrong', async () => {
    const workspace = await createApproved([HOOK]);
    const { saw } = await workspace.watch();
    const before = readFileSync(workspace.config, 'utf8');
    writeFileSync(workspace.config, '{');
    await saw('stderr', 'Keeping the running configuration: ');
    expect(await fire(workspace, 1)).toContain('not approved, because the configuration cannot be read');
    writeFileSync(workspace.config, before.replace('"RECORD"', '"MORE":"1","RECORD"'));
    await saw('stderr', 'The configuration changed.\n');
    await saw('stderr', 'Changed since it was approved, so it does not run: a');
    expect(await fire(workspace, 2)).toContain('changed since approved');
    expect((await workspace.hooks('approve', '--yes')).code).toBe(0);
    expect(await fire(workspace, 3)).toContain('success');
    expect(textsOf(workspace)).toEqual(['3']);
  });

  it('is not set off by what Toolyard itself writes there', async () => {
    const inside = await createApproved([noteHook('all', { event: 'file.created' }, '{path}')], { stateInside: true });
    const { saw } = await inside.watch();
    inside.write('a.md', 'one');
    await saw('stdout', '  all  file.created a.md  success');
    inside.write('b.md', 'two');
    await saw('stdout', '  all  file.created b.md  success');
    expect(textsOf(inside).toSorted()).toEqual(['a.md', 'b.md']);
  });

  it('ends at SIGTERM with exit code 0', async () => {
    const workspace = await createApproved([HOOK]);
    const { child, finished } = await workspace.watch();
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/Stopped\.\n$/) });
  });

  it('ends when nobody reads what it prints', async () => {
    const workspace = await createApproved([HOOK]);
    const { child, finished } = await workspace.watch('--json');
    child.stdout.destroy();
    await workspace.hooks('fire', 'webhook');
    await workspace.hooks('fire', 'webhook').catch(() => undefined);
    expect((await finished).stderr).toContain('Stopped.');
  });
});
