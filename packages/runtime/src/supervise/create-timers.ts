import type { Clock } from '@toolyard/core';

/** Timers by name: starting one again begins it anew. */
export interface Timers<Name extends string> {
  start(name: Name, ms: number, action: () => void): void;
  /** Keeps what has to be called to stop something, as one of the timers. */
  keep(name: Name, stop: () => void): void;
  /** Of no effect where it does not run. */
  stop(name: Name): void;
}

/** No timer runs. */
export function createTimers<Name extends string>(clock: Clock): Timers<Name> {
  const running = new Map<Name, () => void>();

  function stop(name: Name): void {
    running.get(name)?.();
    running.delete(name);
  }

  return {
    stop,
    keep: (name, stopIt) => void running.set(name, stopIt),
    start(name, ms, action) {
      stop(name);
      running.set(name, clock.after(ms, action));
    },
  };
}
