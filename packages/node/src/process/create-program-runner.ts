import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { toMessage } from '@toolyard/core';
import { createOutputKeeper, type OutputKeeper } from './create-output-keeper.ts';
import { createProcessTrees } from './create-process-trees.ts';
import type { Environment } from './create-server-environment.ts';
import { drainStreams } from './drain-streams.ts';
import { endProcess } from './end-process.ts';
import { prepareLaunch, type Launch, type Program } from './prepare-launch.ts';
import type { ProcessTrees } from './process-trees.ts';
import { createLoginPathReader, createShellRunner } from './read-login-path.ts';
import { resolveInside } from './resolve-inside.ts';
import { toStartError } from './spawn-server.ts';

/** A program to run, with everything put in. */
export interface ProgramRun {
  readonly command: string;
  readonly args: readonly string[];
  /** From the workspace, with `/`; the workspace where absent. */
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** How a program ended; output is cut where it is long. */
export interface ProgramEnd {
  readonly outcome: 'exited' | 'timeout' | 'cancelled' | 'not-started';
  readonly exitCode?: number;
  /** Why it was not started, or which signal ended it. */
  readonly reason?: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs programs of the workspace. */
export interface ProgramRunner {
  /** Never rejects; what the program started is gone when this resolves after a time-out or an abort. */
  run(program: ProgramRun, signal: AbortSignal): Promise<ProgramEnd>;
}

/** What a runner works with. */
export interface ProgramRunnerOptions {
  /** The folder that programs run in, and that they may not be sent out of. */
  readonly workspace: string;
  /** Toolyard's own environment; programs get a short allow-list of it. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Given to every program besides, such as where Toolyard keeps its files; what the program itself is given wins. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The PATH of the user's login shell; `$SHELL` is asked where absent, should a program not be found. */
  readonly loginPath?: () => Promise<string | undefined>;
}

type RunningProgram = ChildProcessByStdio<null, Readable, Readable>;
type Ending = Omit<ProgramEnd, 'stdout' | 'stderr'>;

const MAX_OUTPUT_BYTES = 64 * 1024;

/** Makes a runner of programs: arguments go to the program as they are, and no shell is ever involved. */
export function createProgramRunner(options: ProgramRunnerOptions): ProgramRunner {
  const { workspace, env, platform } = options;
  const trees = createProcessTrees(platform);
  const shell = platform === 'win32' ? undefined : (env['SHELL'] ?? '/bin/sh');
  const loginPath = options.loginPath ?? createLoginPathReader(shell, createShellRunner(env));

  async function start(program: Program, signal: AbortSignal): Promise<RunningProgram | undefined> {
    const launch = await unlessAborted(prepareLaunch(program, { env, platform, loginPath }), signal);
    if (launch === undefined) return undefined;
    try {
      return await spawnProgram(launch, program.cwd, platform);
    } catch (thrown) {
      throw await toStartError({ server: program, launch, platform }, thrown);
    }
  }

  return {
    async run({ timeoutMs, command, args, ...more }, signal) {
      try {
        const cwd = await resolveInside(workspace, more.cwd ?? '.');
        const program = { command, args, cwd, env: { ...options.variables, ...more.env } };
        const child = signal.aborted ? undefined : await start(program, signal);
        if (child === undefined) return { outcome: 'cancelled', stdout: '', stderr: '' };
        return await followProgram(child, { trees, timeoutMs, signal });
      } catch (error) {
        return { outcome: 'not-started', reason: toMessage(error), stdout: '', stderr: '' };
      }
    },
  };
}

async function spawnProgram(
  { file, args, env, verbatim }: Launch,
  cwd: string,
  platform: NodeJS.Platform,
): Promise<RunningProgram> {
  const child = spawn(file, args, {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The leader of a group of its own, so that all it starts can be ended. On Windows this would open a console window.
    detached: platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  });
  await once(child, 'spawn');
  child.on('error', () => undefined);
  return child;
}

interface Following {
  readonly trees: ProcessTrees;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

async function followProgram(child: RunningProgram, { trees, timeoutMs, signal }: Following): Promise<ProgramEnd> {
  const stdout = keepOutput(child.stdout);
  const stderr = keepOutput(child.stderr);
  const exited = new Promise<Ending>((resolve) => child.once('exit', (code, name) => resolve(toEnding(code, name))));
  let ending = await firstOf(exited, timeoutMs, signal);
  if (ending.outcome !== 'exited' && !(await endTree(child, trees, exited))) {
    ending = { ...ending, reason: `the system did not end process group ${child.pid}; end it by hand` };
  }
  // A program in the background may hold the pipes for as long as it likes; a moment is enough for what was written.
  await drainStreams([child.stdout, child.stderr]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return { ...ending, stdout: stdout.text(), stderr: stderr.text() };
}

function toEnding(exitCode: number | null, signal: NodeJS.Signals | null): Ending {
  return {
    outcome: 'exited',
    ...(exitCode !== null && { exitCode }),
    ...(signal !== null && { reason: `ended by signal ${signal}` }),
  };
}

/** The exit, or what comes before it: the end of its time, or the abort. */
async function firstOf(exited: Promise<Ending>, timeoutMs: number, signal: AbortSignal): Promise<Ending> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const stopped = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'timeout' }), timeoutMs);
    onAbort = () => resolve({ outcome: 'cancelled' });
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
  const ending = await Promise.race([exited, stopped]);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  return ending;
}

async function endTree({ pid }: RunningProgram, trees: ProcessTrees, exited: Promise<unknown>): Promise<boolean> {
  if (pid === undefined) return true;
  // It has no input to close, so it is asked at once.
  return await endProcess({ pid, exited, closeInput: () => trees.signal(pid, 'SIGTERM') }, trees);
}

function keepOutput(stream: Readable): OutputKeeper {
  const keeper = createOutputKeeper(MAX_OUTPUT_BYTES);
  stream.on('data', (chunk: Uint8Array) => keeper.push(chunk)).on('error', () => undefined);
  return keeper;
}

async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort);
  });
  const value = await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
  return signal.aborted ? undefined : value;
}
