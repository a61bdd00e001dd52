import { spawn } from 'node:child_process';
import type { Environment } from './create-server-environment.ts';
import { posixProcessGroups } from './posix-process-groups.ts';

/** Runs a shell and gives what it printed so far once `isDone` says so, once it ended, or once its time is over. */
export type RunShell = (shell: string, args: readonly string[], isDone: (output: string) => boolean) => Promise<string>;

const MARK = '__TOOLYARD_PATH__';
// Understood by sh, bash, zsh, fish and csh alike; "$PATH" is a list in some of them.
const SCRIPT = `echo ${MARK}; printenv PATH; echo ${MARK}`;
const TIME_LIMIT_MS = 5000;
const MAX_OUTPUT = 1_000_000;

/**
 * Makes a reader of the PATH that the user's login shell sets up, which programs started from a desktop do not get. The
 * shell is asked once, at the first use, and the answer is remembered; `undefined` where it gives none.
 */
export function createLoginPathReader(shell: string | undefined, run: RunShell): () => Promise<string | undefined> {
  let asked: Promise<string | undefined> | undefined;
  return () => {
    asked ??= shell === undefined ? Promise.resolve(undefined) : readLoginPath(shell, run);
    return asked;
  };
}

async function readLoginPath(shell: string, run: RunShell): Promise<string | undefined> {
  const output = await run(shell, ['-l', '-i', '-c', SCRIPT], (text) => parseLoginPath(text) !== undefined);
  return parseLoginPath(output);
}

/** The path between the two marks, whatever start-up files print around them. */
export function parseLoginPath(output: string): string | undefined {
  const [, path] = output.split(MARK);
  if (path === undefined || output.split(MARK).length < 3) return undefined;
  return path.trim() || undefined;
}

/** Runs the shell in a session of its own, so that an interactive one cannot touch our terminal. */
export function createShellRunner(env: Environment, timeLimitMs: number = TIME_LIMIT_MS): RunShell {
  return (shell, args, isDone) =>
    new Promise((resolve) => {
      let output = '';
      const child = spawn(shell, args, {
        // Not the working directory: an entry such as "." in PATH would let a program that lies there answer.
        cwd: '/',
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...env },
      });
      const finish = (): void => {
        clearTimeout(timer);
        child.stdout.destroy();
        if (child.pid !== undefined) posixProcessGroups.signal(child.pid, 'SIGKILL');
        resolve(output);
      };
      const timer = setTimeout(finish, timeLimitMs);
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (isDone(output) || output.length > MAX_OUTPUT) finish();
      });
      child.once('error', finish);
      child.once('close', finish);
    });
}
