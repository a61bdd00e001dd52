import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProgramEnd, ProgramRun } from '@toolyard/core';
import { createProgramRunner, type OwnedProgramRunner, type ProgramRunnerOptions } from './create-program-runner.ts';

const NEVER = new AbortController().signal;
const PATH = process.env['PATH'] ?? '';
const env = { PATH, HOME: '/home/ada', AWS_SECRET_ACCESS_KEY: 'hunter2', NODE_OPTIONS: '--no-warnings', LC_ALL: 'C' };
let top: string;
let workspace: string;
let marker: string;
let runner: OwnedProgramRunner;
beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-run-')));
  workspace = join(top, 'workspace');
  marker = `toolyard-marker-${process.pid}-${top.slice(-6)}`;
  await mkdir(join(workspace, 'sub'), { recursive: true });
  runner = createRunner();
});
afterEach(async () => {
  await runner.stop();
  await rm(top, { recursive: true });
});

function createRunner(more: Partial<ProgramRunnerOptions> = {}): OwnedProgramRunner {
  const loginPath = (): Promise<undefined> => Promise.resolve(undefined);
  return createProgramRunner({ workspace, env, platform: process.platform, loginPath, ...more });
}

function run(program: Partial<ProgramRun>, signal = NEVER): Promise<ProgramEnd> {
  return runner.run({ command: process.execPath, args: [], env: {}, timeoutMs: 20_000, ...program }, signal);
}

/** Runs a script of Node's. */
function node(script: string, more: Partial<ProgramRun> = {}, signal = NEVER): Promise<ProgramEnd> {
  return run({ args: ['-e', script], env: { MARKER: marker }, ...more }, signal);
}

function nothingIsLeft(): boolean {
  return findProcesses(marker).length === 0;
}

/** Runs a program that starts another, and never ends. */
const KILLED = `
import { createProgramRunner } from './create-program-runner.ts';
const { env, platform, argv, execPath: command } = process;
const loop = 'setInterval(() => {}, 1000)';
const args = ['-e', \`require('node:child_process').spawn(process.execPath, ['-e', '\${loop}']); \${loop}\`];
const run = { command, args, env: { MARKER: env.MARKER }, timeoutMs: 60_000 };
await createProgramRunner({ workspace: argv[2], env, platform }).run(run, new AbortController().signal);
`;

describe('what a program gets', () => {
  it('has those of our variables that it is said to be passed, and its own win', async () => {
    const script =
      'console.log(JSON.stringify([process.env.AWS_SECRET_ACCESS_KEY, process.env.HOME, process.env.NONE]))';
    const read = async (more: Partial<ProgramRun>): Promise<unknown> => JSON.parse((await node(script, more)).stdout);
    expect(await read({})).toEqual([null, '/home/ada', null]);
    const passed = ['AWS_SECRET_ACCESS_KEY', 'NONE'];
    expect(await read({ passed })).toEqual(['hunter2', '/home/ada', null]);
    expect(await read({ passed, env: { AWS_SECRET_ACCESS_KEY: 'own' } })).toEqual(['own', '/home/ada', null]);
  });

  it('has as much of its output kept as it is said', async () => {
    const script = 'process.stdout.write("x".repeat(100000))';
    expect((await node(script)).stdout).toMatch(/^x{65536}\n… \(34464 more bytes were left out\)$/);
    expect((await node(script, { outputBytes: 200_000 })).stdout).toBe('x'.repeat(100_000));
  });
});

describe('how a program ends', () => {
  it('gives exit code and output', async () => {
    expect(await node(`console.log('out'); console.error('err'); process.exitCode = 3`)).toEqual({
      outcome: 'exited',
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(await node('')).toEqual({ outcome: 'exited', exitCode: 0, stdout: '', stderr: '' });
  });

  it('is not one that lies in the workspace, whatever PATH says', async () => {
    await writeFile(join(workspace, 'node'), '#!/bin/sh\necho planted\n', { mode: 0o755 });
    runner = createRunner({ env: { ...env, PATH: `.:${PATH}:` } });
    expect(await run({ command: 'node', args: ['-p', '1'] })).toMatchObject({ exitCode: 0, stdout: '1\n' });
  });

  it('names the signal that ended it', async () => {
    expect(await node(`process.stdout.write('x', () => process.kill(process.pid, 'SIGKILL'))`)).toEqual({
      outcome: 'exited',
      reason: 'ended by signal SIGKILL',
      stdout: 'x',
      stderr: '',
    });
  });

  it('gives it an input that has ended', async () => {
    const end = await node(`process.stdin.on('end', () => console.log('ended')).resume()`);
    expect(end).toMatchObject({ outcome: 'exited', exitCode: 0, stdout: 'ended\n' });
  });

  it('ends it and all it started when its time is over', async () => {
    const end = await node(
      `const { spawn } = require('node:child_process');
       spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'inherit' });
       console.log('started');
       setInterval(() => {}, 1000)`,
      { timeoutMs: 1000 },
    );
    expect(end).toEqual({ outcome: 'timeout', stdout: 'started\n', stderr: '' });
    expect(nothingIsLeft()).toBe(true);
  });

  it('lets it finish what it has to do when it is asked to end', async () => {
    const script = `process.on('SIGTERM', () => { console.log('bye'); process.exit(0) }); setInterval(() => {}, 1000)`;
    expect(await node(script, { timeoutMs: 1000 })).toEqual({ outcome: 'timeout', stdout: 'bye\n', stderr: '' });
  });

  it('ends it when it is cancelled, and starts nothing for one who has cancelled before', async () => {
    const controller = new AbortController();
    const running = node('setInterval(() => {}, 1000)', {}, controller.signal);
    await waitUntil(() => !nothingIsLeft());
    controller.abort();
    expect(await running).toEqual({ outcome: 'cancelled', stdout: '', stderr: '' });
    expect(nothingIsLeft()).toBe(true);
    expect(await node('console.log(1)', {}, AbortSignal.abort())).toEqual({
      outcome: 'cancelled',
      stdout: '',
      stderr: '',
    });
  });

  it('does not wait for a program in the background that holds its output', async () => {
    const end = await node(
      `const { spawn } = require('node:child_process');
       spawn(process.execPath, ['-e', 'setTimeout(() => {}, 15_000)'], { stdio: 'inherit', detached: true }).unref();
       console.log('left it')`,
      { timeoutMs: 10_000 },
    );
    expect(end).toEqual({ outcome: 'exited', exitCode: 0, stdout: 'left it\n', stderr: '' });
    for (const pid of findProcesses(marker)) process.kill(pid, 'SIGKILL');
  });

  it('ends what still runs when the runner is stopped, and leaves alone what a program left behind', async () => {
    const loop = 'setInterval(() => {}, 1000)';
    const left = `require('node:child_process').spawn(process.execPath, ['-e', '${loop}'], { stdio: 'ignore' }).unref()`;
    expect(await node(left)).toMatchObject({ outcome: 'exited', exitCode: 0 });
    const [background] = findProcesses(marker);
    const running = node(loop);
    await waitUntil(() => findProcesses(marker).length > 1);
    await runner.stop();
    expect(await running).toMatchObject({ outcome: 'exited', reason: 'ended by signal SIGTERM' });
    expect(findProcesses(marker)).toEqual([background]);
    process.kill(background ?? 0, 'SIGKILL');
  });

  it('is ended with all it started when Toolyard is killed', async () => {
    const outfile = join(top, 'program.mjs');
    const stdin = { contents: KILLED, resolveDir: import.meta.dirname, loader: 'ts' } as const;
    const resolved = { conditions: ['@toolyard/source'], mainFields: ['module', 'main'] };
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', ...resolved });
    const killed = spawn(process.execPath, [outfile, workspace], { env: { ...env, MARKER: marker }, stdio: 'ignore' });
    await waitUntil(() => findProcesses(marker).length === 3);
    killed.kill('SIGKILL');
    await waitUntil(nothingIsLeft);
  });

  it('keeps 64 KB of each output and says how much more there was', async () => {
    const end = await node(
      `process.stdout.write('a' + 'é'.repeat(1_000_000)); process.stderr.write('b'.repeat(64 * 1024))`,
    );
    expect(end).toMatchObject({ outcome: 'exited', exitCode: 0, stderr: 'b'.repeat(64 * 1024) });
    // One byte of the last é would be over the limit.
    expect(end.stdout).toBe(`a${'é'.repeat(32 * 1024 - 1)}\n… (1934465 more bytes were left out)`);
  });

  it('gives bytes that are no text as replacement characters', async () => {
    expect((await node('process.stdout.write(Buffer.from([97, 255, 0, 98]))')).stdout).toBe('a\uFFFD\u0000b');
  });
});

describe('what a program is given', () => {
  it('gives it its arguments exactly', async () => {
    const args = [
      '',
      ' ',
      'a b',
      '"',
      "'",
      '\\',
      '$(touch x)',
      '`id`',
      '"; rm -rf /',
      '%PATH%',
      '*',
      'a\nb',
      'é\t😀',
      '--',
      '$HOME',
    ];
    const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    expect(JSON.parse((await run({ args: ['-e', script, '--', ...args] })).stdout)).toEqual(args);
  });

  it('gives it the allow-list and its own variables, and none of our secrets', async () => {
    const script = 'process.stdout.write(JSON.stringify(process.env))';
    const { stdout } = await run({ args: ['-e', script], env: { OWN: 'a b $(c)', HOME: '/elsewhere' } });
    expect(JSON.parse(stdout)).toEqual({ PATH, LC_ALL: 'C', OWN: 'a b $(c)', HOME: '/elsewhere' });
  });

  it('gives every program the variables of the runner, over which its own win', async () => {
    runner = createRunner({ variables: { A: '1', B: '1' } });
    const end = await run({ args: ['-e', 'process.stdout.write(process.env.A + process.env.B)'], env: { B: '2' } });
    expect(end.stdout).toBe('12');
  });

  it('runs it in the workspace or in a folder of it', async () => {
    const script = 'process.stdout.write(process.cwd())';
    expect((await node(script)).stdout).toBe(workspace);
    expect((await node(script, { cwd: 'sub' })).stdout).toBe(join(workspace, 'sub'));
    await symlink(join(workspace, 'sub'), join(workspace, 'link'));
    expect((await node(script, { cwd: 'link' })).stdout).toBe(join(workspace, 'sub'));
    await mkdir(join(workspace, '..data'));
    expect((await node(script, { cwd: '..data' })).stdout).toBe(join(workspace, '..data'));
  });

  it('finds ./program from its folder, and others on the PATH alone', async () => {
    await writeFile(join(workspace, 'sub', 'own'), '#!/bin/sh\necho "own $1"\n', { mode: 0o755 });
    expect(await run({ command: './own', args: ['a b'], cwd: 'sub' })).toMatchObject({ stdout: 'own a b\n' });
    expect(await run({ command: 'own', cwd: 'sub' })).toMatchObject({ outcome: 'not-started' });
  });
});

describe('the input of a program', () => {
  it('is what it was given, and then ends', async () => {
    const copy = 'process.stdin.pipe(process.stdout)';
    expect(await node(copy, { input: 'zwei\nWörter' })).toMatchObject({ exitCode: 0, stdout: 'zwei\nWörter' });
  });

  it('may be left unread, whatever its length', async () => {
    expect(await node('', { input: 'x'.repeat(10_000_000) })).toMatchObject({ outcome: 'exited', exitCode: 0 });
    const late = node('setTimeout(() => undefined, 60_000)', { input: 'x'.repeat(10_000_000), timeoutMs: 500 });
    expect(await late).toMatchObject({ outcome: 'timeout' });
  });
});

describe('what is not started', () => {
  async function reasonOf(program: Partial<ProgramRun>): Promise<string | undefined> {
    const { reason, ...end } = await run(program);
    expect(end).toEqual({ outcome: 'not-started', stdout: '', stderr: '' });
    return reason;
  }

  it('says what was not found, or may not be executed', async () => {
    expect(await reasonOf({ command: 'no-such-program' })).toBe(
      '"no-such-program" was not found. Install it or set "command" to its full path.',
    );
    await writeFile(join(workspace, 'plain'), 'echo 1\n');
    await chmod(join(workspace, 'plain'), 0o644);
    expect(await reasonOf({ command: './plain' })).toBe('"./plain" is not executable. Run chmod +x ./plain');
    expect(await reasonOf({ command: './sub' })).toBe('"./sub" is a folder. Set "command" to a program.');
    await writeFile(join(workspace, 'odd'), '#!/no/such/interpreter\n', { mode: 0o755 });
    expect(await reasonOf({ command: './odd' })).toBe(
      '"./odd" exists, but the program named in its first line (#!) was not found. Install that program.',
    );
  });

  it('refuses a folder that leads out of the workspace, by name or by link', async () => {
    await symlink(top, join(workspace, 'out'));
    await symlink('/', join(workspace, 'sub', 'root'));
    for (const cwd of ['..', '../other', 'sub/../..', '/', 'out', 'sub/root']) {
      expect(await reasonOf({ cwd })).toBe(`"${cwd}" (cwd) leads out of the workspace. Correct "cwd".`);
    }
  });

  it('says that its folder is missing or none', async () => {
    await writeFile(join(workspace, 'file'), '');
    expect(await reasonOf({ cwd: 'gone' })).toBe(
      `its folder "${join(workspace, 'gone')}" (cwd) does not exist. Create it or correct "cwd".`,
    );
    expect(await reasonOf({ cwd: 'file' })).toBe(`"${join(workspace, 'file')}" (cwd) is not a folder. Correct "cwd".`);
  });

  it('says that a value cannot be given to any program', async () => {
    expect(await reasonOf({ args: ['a\0b'] })).toBe('"command", "args" or "env" contains a NUL character. Remove it.');
    expect(await reasonOf({ args: ['x'.repeat(3_000_000)] })).toBe(
      'its arguments and environment are too long for the system. Shorten "args" or "env".',
    );
  });
});
