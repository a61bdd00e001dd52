import { describe, expect, it } from 'vitest';
import { createApproved, WAIT_MS } from './approved-workspace.ts';
import { createWorkspace } from './create-workspace.ts';
import { endWatch, exec, FAILED, startExec, takeTexts, TASK } from './exec-in.ts';

describe('hooks exec', { timeout: WAIT_MS }, () => {
  it('leaves everything to the command, and then tells how it ended', async () => {
    const workspace = await createApproved([TASK, FAILED]);
    const watch = await workspace.watch();
    const running = startExec(workspace, ['--', 'sh', '-c', 'cat; echo bad >&2; exit 7', '--yes']);
    running.child.stdin.end('typed');
    expect(await running.finished).toMatchObject({ code: 7, stdout: 'typed', stderr: 'bad\n' });
    expect(await exec(workspace, '--name', 'my build', '--', 'true')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(await takeTexts(workspace, 3)).toEqual([
      'my build ended with 0',
      'sh -c "cat; echo bad >&2; exit 7" --yes failed',
      'sh ended with 7',
    ]);
    await endWatch(watch);
    const [run] = await workspace.log();
    expect(run?.event).toMatchObject({
      name: 'task.ended',
      context: { task: 'sh', exitCode: 7, command: expect.stringMatching(/^sh -c/), ms: expect.any(Number) },
    });
    const { stdout } = await workspace.hooks('log');
    expect(stdout).toMatch(/ {2}failed {2}task\.ended my build {2}skipped: exitCode is 0, and may not be 0\n/);
  });

  it('passes a signal on and waits for the command', async () => {
    const workspace = createWorkspace();
    const script = `process.on('SIGTERM', () => { console.log('got it'); process.exit(5); }); console.log('ready'); setInterval(() => {}, 1e6)`;
    const { child, saw, finished } = startExec(workspace, ['--', process.execPath, '-e', script]);
    await saw('stdout', 'ready');
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ code: 5, signal: null, stdout: 'ready\ngot it\n' });
  });
});
