import { spawn } from 'node:child_process';
import { atExit } from './at-exit.mjs';

/**
 * Starts a command that does not outlive this process. With `withGroup` it heads a process group, and what it started ends with
 * it: some peers leave their servers behind.
 */
export function startProcess({ command, args, env, cwd }, { stdio, withGroup = false }) {
  const child = spawn(command, args, { env, cwd, stdio, detached: withGroup });
  const end = () => endProcess(withGroup ? -child.pid : child.pid);
  const forget = atExit(end);
  child.on('error', forget);
  child.on('exit', () => {
    if (withGroup) end();
    forget();
  });
  return { child, end };
}

/** Ends a process, or with a negative number a group, where there still is one. */
export function endProcess(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
