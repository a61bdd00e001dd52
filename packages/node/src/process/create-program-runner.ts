import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { orAborted, toMessage, type Log, type ProgramRunner, ToolyardError } from '@toolyard/core';
import { isInside } from '../file/is-inside.ts';
import { createProcessTrees } from './create-process-trees.ts';
import type { Environment } from './create-server-environment.ts';
import { followProgram, type RunningProgram } from './follow-program.ts';
import { prepareLaunch, type Launch, type Program } from './prepare-launch.ts';
import { createLoginPathReader, createShellRunner } from './read-login-path.ts';
import { toStartError } from './spawn-server.ts';
import { createWatchdog } from './create-watchdog.ts';

/** Runs programs, and ends with them. */
export interface OwnedProgramRunner extends ProgramRunner {
  /** Ends what still runs; resolves when nothing of the runner is left. Nothing is to be run afterwards. */
  stop(): Promise<void>;
}

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
  /** Hears that programs would be left running if Toolyard was killed. */
  onWarning?(message: string): void;
}

/**
 * Makes a runner of programs: arguments go to the program as they are, and no shell is ever involved. Programs that still run end
 * with Toolyard, however that ends.
 */
export function createProgramRunner(options: ProgramRunnerOptions): OwnedProgramRunner {
  const { workspace, env, platform } = options;
  const trees = createProcessTrees(platform, env);
  const watchdog = platform === 'win32' ? undefined : createWatchdog(toLog(options));
  const shell = platform === 'win32' ? undefined : (env['SHELL'] ?? '/bin/sh');
  const loginPath = options.loginPath ?? createLoginPathReader(shell, createShellRunner(env));

  async function spawnWatched(launch: Launch, { cwd, input }: StartedProgram): Promise<RunningProgram> {
    // The watchdog comes first and hears of the program at once: whatever kills Toolyard, it knows.
    watchdog?.start();
    const child = spawnProgram(launch, { cwd, platform, hasInput: input !== undefined });
    if (child.pid !== undefined) watchdog?.add(child.pid);
    await once(child, 'spawn');
    child.on('error', () => undefined);
    // A program may end without having read it.
    child.stdin?.on('error', () => undefined).end(input);
    return child;
  }

  async function start(program: StartedProgram, signal: AbortSignal): Promise<RunningProgram | undefined> {
    const preparing = prepareLaunch(program, { env, platform, loginPath });
    const launch = await orAborted(preparing, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return undefined;
    });
    if (launch === undefined || signal.aborted) return undefined;
    try {
      return await spawnWatched(launch, program);
    } catch (thrown) {
      throw await toStartError({ server: program, launch, platform }, thrown);
    }
  }

  return {
    async run({ timeoutMs, outputBytes, command, args, input, ...more }, signal) {
      try {
        const cwd = await resolveInside(workspace, more.cwd ?? '.');
        const program = { command, args, cwd, env: { ...options.variables, ...pick(env, more.passed), ...more.env } };
        const child = signal.aborted ? undefined : await start({ ...program, input }, signal);
        if (child === undefined) return { outcome: 'cancelled', stdout: '', stderr: '' };
        return await followProgram(child, {
          trees,
          timeoutMs,
          outputBytes,
          signal,
          onGone: (pid) => watchdog?.remove(pid),
        });
      } catch (error) {
        return { outcome: 'not-started', reason: toMessage(error), stdout: '', stderr: '' };
      }
    },
    stop: async () => watchdog?.stop(),
  };
}

/** A program, and what it reads. */
interface StartedProgram extends Program {
  readonly input: string | undefined;
}

function pick(env: Environment, names: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function toLog({ onWarning }: ProgramRunnerOptions): Log {
  return { write: (level, message) => (level === 'warning' ? onWarning?.(message) : undefined) };
}

interface SpawnOptions {
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly hasInput: boolean;
}

function spawnProgram({ file, args, env, verbatim }: Launch, options: SpawnOptions): RunningProgram {
  const { cwd, platform, hasInput } = options;
  const common = {
    cwd,
    env: { ...env },
    // The leader of a group of its own, so that all it starts can be ended. On Windows this would open a console window.
    detached: platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  };
  return hasInput
    ? spawn(file, args, { ...common, stdio: ['pipe', 'pipe', 'pipe'] })
    : spawn(file, args, { ...common, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The real path of a folder of the workspace; throws where it is missing, or leads out of the workspace by its name or by a link. */
async function resolveInside(workspace: string, folder: string): Promise<string> {
  const top = await realpath(workspace).catch(() => resolve(workspace));
  const wanted = resolve(top, folder);
  const real = await realpath(wanted).catch(() => wanted);
  if (!isInside(top, real)) {
    throw new ToolyardError('server-misconfigured', `"${folder}" (cwd) leads out of the workspace. Correct "cwd".`);
  }
  return real;
}
