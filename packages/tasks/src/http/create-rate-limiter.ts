import type { Clock } from '@toolyard/core';

const WINDOW_MS = 60_000;

/** How many requests of each kind a user may make in any 60 seconds; -1 is unlimited. */
export interface RateLimits {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
}

/** Counts the requests of each user. */
export interface RateLimiter {
  /** Counts one; gives the milliseconds to wait where it is one too many, which is not counted. */
  take(user: string, kind: 'read' | 'write'): number | undefined;
}

/** The times of requests, oldest first; those before `start` are past. */
interface Taken {
  times: number[];
  start: number;
}

/** Exact over any window: it remembers the time of every request that counts. */
export function createRateLimiter(limits: RateLimits, clock: Clock): RateLimiter {
  const users = { read: new Map<string, Taken>(), write: new Map<string, Taken>() };
  let sweptAt = clock.now();

  function sweep(now: number): void {
    if (now - sweptAt < WINDOW_MS) return;
    sweptAt = now;
    for (const kind of Object.values(users)) {
      for (const [user, { times }] of kind) if ((times.at(-1) ?? 0) <= now - WINDOW_MS) kind.delete(user);
    }
  }

  return {
    take(user, kind) {
      const limit = kind === 'read' ? limits.readsPerMinute : limits.writesPerMinute;
      if (limit === -1) return undefined;
      const now = clock.now();
      sweep(now);
      const taken = users[kind].get(user) ?? { times: [], start: 0 };
      users[kind].set(user, taken);
      forget(taken, now - WINDOW_MS);
      const { times, start } = taken;
      if (times.length - start >= limit) return (times[times.length - limit] ?? now) + WINDOW_MS - now;
      times.push(now);
      return undefined;
    },
  };
}

function forget(taken: Taken, before: number): void {
  while ((taken.times[taken.start] ?? Infinity) <= before) taken.start += 1;
  // Cut only now and then, so that a request costs the same however many came before.
  if (taken.start * 2 < taken.times.length) return;
  taken.times = taken.times.slice(taken.start);
  taken.start = 0;
}
