import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HAS_TERMINAL, quote, startLine } from '../cli/start-terminal.ts';
import { ROOT } from '../cli/run-toolyard.ts';
import { approveAll, createApproved, programHook, WAIT_MS } from './approved-workspace.ts';
import { createWorkspace, textsOf, toolHook, toText } from './create-workspace.ts';
import { endWatch, exec, execLine, execWords, FAILED, startExec, takeTexts, TASK, variablesOf } from './exec-in.ts';

describe('hooks exec', { timeout: WAIT_MS }, () => {
  it('has the exit codes of a shell, and tells them', async () => {
    const workspace = await createApproved([TASK]);
    const watch = await workspace.watch();
    const rows = [
      [['sh', '-c', 'kill -TERM $$'], 143, ''],
      [['no-such-program', 'build'], 127, 'toolyard hooks exec: "no-such-program" was not found in PATH.\n'],
    ] as const;
    for (const [words, code, stderr] of rows) {
      expect(await exec(workspace, '--', ...words)).toMatchObject({ code, stdout: '', stderr });
    }
    expect(await takeTexts(workspace, 2)).toEqual(['no-such-program build ended with 127', 'sh ended with 143']);
    await endWatch(watch);
    const killed = (await workspace.log()).find(({ event }) => event.context['task'] === 'sh');
    expect(killed?.event.context).toMatchObject({ exitCode: 143, signal: 'SIGTERM' });
  });

  it('passes Ctrl-C on where there is no terminal that does', async () => {
    const workspace = createWorkspace();
    const script = `process.on('SIGINT', () => process.exit(6)); console.log('ready'); setInterval(() => {}, 1e6)`;
    const words = [join(ROOT, 'apps/cli/dist/toolyard.js'), 'hooks', 'exec', '--', process.execPath, '-e', script];
    // In a session of its own, which has none.
    const child = spawn(process.execPath, words, {
      cwd: workspace.folder,
      env: { PATH: process.env['PATH'], ...variablesOf(workspace) },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    onTestFinished(() => void (child.exitCode === null && process.kill(-(child.pid ?? 0), 'SIGKILL')));
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([6, null]);
  });

  it('stands in a pipe and in a script that ends with the first failure', async () => {
    const workspace = await createApproved([FAILED]);
    const toolyard = execLine(workspace);
    const script = [
      'set -e',
      `seq 1 200000 | ${toolyard} -- cat | tail -n 1`,
      `${toolyard} -- sh -c 'exit 9' || echo "was $?"`,
      `${toolyard} -- sh -c 'exit 4'`,
      'echo never',
    ].join('\n');
    const run = promisify(execFile)('bash', ['-c', script], {
      cwd: workspace.folder,
      env: { PATH: process.env['PATH'] ?? '', ...variablesOf(workspace) },
    });
    await expect(run).rejects.toMatchObject({ code: 4, stdout: '200000\nwas 9\n', stderr: '' });
    await workspace.watch();
    expect(await takeTexts(workspace, 2)).toEqual(['sh -c "exit 4" failed', 'sh -c "exit 9" failed']);
  });

  it('does not wait for the runs where another Toolyard runs the hooks', async () => {
    const workspace = await createApproved([toolHook('slow', 'task.ended', 'slow', [toText('{task}')])]);
    const { child, saw, finished } = await workspace.watch();
    expect(await exec(workspace, '--', 'true')).toMatchObject({ code: 0, stdout: '', stderr: '' });
    // The tool answers only now.
    writeFileSync(workspace.release, '');
    await saw('stdout', '  slow  task.ended true  success');
    child.kill('SIGINT');
    await finished;
  });

  it('runs no hook where nobody watches, and the next watch runs each event once', async () => {
    const workspace = await createApproved([TASK]);
    expect(await exec(workspace, '--', 'true')).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(workspace.calls()).toEqual([]);
    expect((await workspace.hooks('log')).stderr).toContain('1 event waits for the next Toolyard');
    const watch = await workspace.watch();
    await watch.saw('stdout', '  task  task.ended true  success');
    expect(textsOf(workspace)).toEqual(['true ended with 0']);
    await endWatch(watch);
    await endWatch(await workspace.watch());
    expect(await workspace.log()).toMatchObject([{ hook: 'task', status: 'success' }]);
  });

  it('keeps the exit code and the event where the hooks are wrong, and no event that no hook waits for', async () => {
    const workspace = createWorkspace();
    const waiting = async (): Promise<string> => (await workspace.hooks('log')).stderr;
    expect(await exec(workspace, '--', 'sh', '-c', 'exit 3')).toMatchObject({ code: 3, stdout: '', stderr: '' });
    expect(await waiting()).not.toContain('waits');
    workspace.writeHooksText('{ broken');
    expect(await exec(workspace, '--', 'sh', '-c', 'exit 3')).toMatchObject({ code: 3, stdout: '', stderr: '' });
    expect(await waiting()).toContain('1 event waits');
    workspace.writeHooks(programHook('other', { event: 'task.ended' }, 'false'));
    const watch = await workspace.watch();
    await expect
      .poll(async () => (await workspace.log()).at(-1), { timeout: WAIT_MS })
      .toMatchObject({ hook: 'other', status: 'skipped', reason: 'not approved' });
    await endWatch(watch);
  });

  it('keeps the exit code where the event cannot be kept, and says so', async () => {
    const workspace = await createApproved([TASK]);
    const state = join(workspace.folder, '..', 'full');
    writeFileSync(state, '');
    const { code, stderr } = await startExec(workspace, ['--', 'true'], { TOOLYARD_STATE_DIR: state }).finished;
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: The hooks were not told that the task has ended: .+\n$/);
  });

  it('belongs to the chain of the run that started it', async () => {
    const workspace = createWorkspace();
    const [node = '', ...words] = execWords(workspace);
    workspace.writeHooks(programHook('self', { event: 'task.ended' }, node, ...words, '--', 'true'));
    await approveAll(workspace);
    const { child, finished } = await workspace.watch();
    expect((await exec(workspace, '--', 'true')).code).toBe(0);
    const refused = async (): Promise<unknown> => (await workspace.log()).find(({ status }) => status === 'refused');
    await expect.poll(refused, { timeout: WAIT_MS }).toMatchObject({ hook: 'self', reason: 'loop: self → self' });
    child.kill('SIGINT');
    await finished;
    const { code, stderr } = await startExec(workspace, ['--', 'true'], { TOOLYARD_HOOK_CHAIN: 'garbage' }).finished;
    expect(code).toBe(0);
    expect(stderr).toContain('TOOLYARD_HOOK_CHAIN was not set by a hook.');
  });

  it.skipIf(!HAS_TERMINAL)('gives the command the terminal, and Ctrl-C once', async () => {
    const workspace = await createApproved([TASK]);
    const script = `
      let times = 0;
      process.on('SIGINT', () => { times += 1; setTimeout(() => process.exit(40 + times), 300); });
      console.log('tty', process.stdin.isTTY, process.stdout.isTTY, process.stderr.isTTY);
      setInterval(() => {}, 1e6)`;
    const line = `${execLine(workspace)} -- ${[process.execPath, '-e', script].map(quote).join(' ')}; echo "code $?"`;
    const env = { PATH: process.env['PATH'] ?? '', SHELL: '/bin/bash', TERM: 'xterm', ...variablesOf(workspace) };
    const terminal = startLine(`trap : INT; ${line}`, { cwd: workspace.folder, env });
    await terminal.type('tty true true true', '\u0003');
    const { shown } = await terminal.finished;
    expect(shown).toContain('code 41');
    await workspace.watch();
    expect(await takeTexts(workspace, 1)).toEqual(['node ended with 41']);
  });
});
