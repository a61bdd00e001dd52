import { realpathSync, readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { readProcessStart } from '@toolyard/node';
import type { StopSignal, Terminal } from '../terminal/terminal.ts';

const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const PARENT_CHECK_MS = 500;

/** The streams and the signals of this process. */
export function createProcessTerminal(): Terminal {
  return {
    hasTerminal: [0, 1, 2].some((descriptor) => isatty(descriptor)),
    program: { interpreter: process.execPath, script: realpathSync(process.argv[1] ?? process.execPath) },
    // Getters, because opening stdin has effects (a paused pipe, a raw terminal) that most commands do not want.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    onStopSignal(listener) {
      for (const signal of STOP_SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of STOP_SIGNALS) process.off(signal, listener);
      };
    },
    onUncaught(listener) {
      // A promise that nobody caught comes here too.
      process.on('uncaughtException', listener);
      return () => void process.off('uncaughtException', listener);
    },
    onParentGone: followParent,
    exitNow: (code) => process.exit(code),
  };
}

/**
 * Calls `onGone` once, within a second, when the process that started this one has ended. A shell that was only given its
 * command line does not count: who started that shell does. The returned function ends the watch.
 */
function followParent(onGone: () => void): () => void {
  const shell = isCommandLine(process.ppid) ? process.ppid : undefined;
  // Orphans are adopted at once, so another parent is the sign that never comes late; a number may be used again.
  const readStarter = (): string => `${process.ppid} ${shell === undefined ? '' : readProcessStart(shell)?.parent}`;
  const starter = readStarter();
  const timer = setInterval(() => {
    if (readStarter() === starter) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
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
