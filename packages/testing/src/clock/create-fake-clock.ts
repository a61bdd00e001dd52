import type { Clock } from '@toolyard/core';

/** A clock that stands still until it is told otherwise. */
export interface FakeClock extends Clock {
  /** Lets time pass; timers that are due run in their order. */
  advance(ms: number): void;
  /** How many timers are pending. */
  readonly pending: number;
}

/** Starts at 2026-01-01. */
export function createFakeClock(): FakeClock {
  let now = Date.UTC(2026, 0, 1);
  let timers: { readonly at: number; readonly action: () => void }[] = [];
  return {
    now: () => now,
    get pending() {
      return timers.length;
    },
    after(ms, action) {
      const timer = { at: now + ms, action };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = timers.filter((timer) => timer.at <= end).toSorted((left, right) => left.at - right.at);
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now = next.at;
        next.action();
      }
      now = end;
    },
  };
}
