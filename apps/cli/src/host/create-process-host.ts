import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isatty } from 'node:tty';
import { findHome } from '@toolyard/host';
import type { StopSignal } from '../terminal/terminal.ts';
import type { Host } from './host.ts';

const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The real process as a host. */
export function createProcessHost(): Host {
  return {
    get terminal() {
      return this;
    },
    get surroundings() {
      return this;
    },
    env: process.env,
    cwd: process.cwd(),
    // A getter, since help needs none, and whoever needs one says it where there is none.
    get homeDir() {
      return findHome();
    },
    platform: process.platform,
    userId: process.getuid?.() ?? userInfo().username,
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
    exitNow: (code) => process.exit(code),
  };
}
