import type { Host } from './host.ts';

/** The same process as if it had been started in another folder. */
export function atFolder(host: Host, cwd: string): Host {
  const { env, homeDir, platform, userId, hasTerminal, program } = host;
  return {
    terminal: host.terminal,
    get surroundings() {
      return this;
    },
    env,
    cwd,
    homeDir,
    platform,
    userId,
    hasTerminal,
    program,
    // Getters, because opening stdin has effects.
    get stdin() {
      return host.stdin;
    },
    get stdout() {
      return host.stdout;
    },
    get stderr() {
      return host.stderr;
    },
    onStopSignal: (listener) => host.onStopSignal(listener),
    onUncaught: (listener) => host.onUncaught(listener),
    exitNow: (code) => host.exitNow(code),
  };
}
