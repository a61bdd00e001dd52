import { realpathSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { StopSignal, Terminal } from '../terminal/terminal.ts';
import { followParent } from './follow-parent.ts';

const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

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
