import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { constants as system } from 'node:os';
import { resolve } from 'node:path';
import { readVariable, type Environment } from './create-server-environment.ts';
import { findCommand, hasFolder } from './find-command.ts';
import { inspectFile } from './inspect-file.ts';
import { toWindowsCommand, type SpawnPlan } from './to-windows-command.ts';

/** A command that a person wants to run as if nothing stood in between. */
export interface ForegroundCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment that it gets. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Calls back for each signal that this process gets; the returned function ends that. */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void;
}

/** How such a command ended, as shells tell it: 128 and the number of the signal that ended it, 127 where it was not found. */
export interface ForegroundEnd {
  readonly exitCode: number;
  readonly signal?: string;
  /** Why it could not be started, for people. */
  readonly problem?: string;
}

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
const SIGNALLED = 128;

/**
 * Runs a command with the streams and the terminal of this process, which are left untouched, and passes signals on. Always
 * resolves, and not before the command has ended.
 */
export async function runForeground(program: ForegroundCommand): Promise<ForegroundEnd> {
  try {
    return await follow(start(await plan(program), program), program);
  } catch (error) {
    return explain(program, error instanceof Error && 'code' in error ? String(error.code) : String(error));
  }
}

/** The system finds the program by itself, except for the batch files of Windows. */
async function plan({ command, args, cwd, env, platform }: ForegroundCommand): Promise<SpawnPlan> {
  if (platform !== 'win32') return { file: command, args, verbatim: false };
  const pathExt = readVariable(env, platform, 'PATHEXT');
  const file = await findCommand(command, {
    path: readVariable(env, platform, 'PATH') ?? '',
    ...(pathExt !== undefined && { pathExt }),
    cwd,
    platform,
    isExecutable: async (each) => (await inspectFile(each)) === 'program',
  });
  return toWindowsCommand(file ?? command, args, readVariable(env, platform, 'ComSpec') ?? 'cmd.exe');
}

function start({ file, args, verbatim }: SpawnPlan, { cwd, env }: ForegroundCommand): ChildProcess {
  return spawn(file, args, { cwd, env: { ...env }, stdio: 'inherit', windowsVerbatimArguments: verbatim });
}

function follow(child: ChildProcess, { onSignal, platform }: ForegroundCommand): Promise<ForegroundEnd> {
  return new Promise((done, fail) => {
    const unsubscribe = onSignal((signal) => {
      // What is typed on a terminal goes to all programs on it, and twice would be too often.
      if (signal !== 'SIGINT' || !hasControllingTerminal(platform)) child.kill(signal);
    });
    child.once('error', (error) => {
      unsubscribe();
      fail(error);
    });
    child.once('exit', (code, signal) => {
      unsubscribe();
      done(signal === null ? { exitCode: code ?? 0 } : { exitCode: SIGNALLED + system.signals[signal], signal });
    });
  });
}

/** Whether this process belongs to a terminal, whatever its streams are connected to. */
function hasControllingTerminal(platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return true;
  try {
    closeSync(openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

async function explain({ command, cwd, platform }: ForegroundCommand, code: string): Promise<ForegroundEnd> {
  const isPath = hasFolder(command, platform);
  const found = isPath ? await inspectFile(resolve(cwd, command)) : 'missing';
  if (code === 'ENOENT' && found === 'missing') {
    const what = isPath ? 'does not exist' : 'was not found in PATH';
    return { exitCode: NOT_FOUND, problem: `"${command}" ${what}.` };
  }
  return { exitCode: NOT_EXECUTABLE, problem: `"${command}" ${explainRefusal(found, code)}` };
}

function explainRefusal(found: Awaited<ReturnType<typeof inspectFile>>, code: string): string {
  if (found === 'folder') return 'is a folder.';
  if (found === 'not-executable') return 'is not executable. Change that with chmod +x.';
  if (code === 'ENOENT') return 'exists, but the program named in its first line (#!) was not found.';
  if (code === 'EACCES') return 'cannot be executed. Check the permissions of it and its folders.';
  if (code === 'E2BIG') return 'could not be started: its arguments and environment are too long for the system.';
  return `could not be started: ${code}.`;
}
