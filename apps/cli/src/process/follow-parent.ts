import { readFileSync } from 'node:fs';
import { readProcessStart } from '@toolyard/node';

const STEP_MS = 500;

/**
 * Calls `onGone` once, within a second, when the process that started this one has ended. A shell that was only given its
 * command line does not count: who started that shell does. The returned function ends the watch.
 */
export function followParent(onGone: () => void): () => void {
  const shell = isCommandLine(process.ppid) ? process.ppid : undefined;
  // Orphans are adopted at once, so another parent is the sign that never comes late; a number may be used again.
  const readStarter = (): string => `${process.ppid} ${shell === undefined ? '' : readProcessStart(shell)?.parent}`;
  const starter = readStarter();
  const timer = setInterval(() => {
    if (readStarter() === starter) return;
    clearInterval(timer);
    onGone();
  }, STEP_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether a process is `sh -c …`, as far as the system tells; some shells become the program that they start instead. */
function isCommandLine(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c';
  } catch {
    return false;
  }
}
