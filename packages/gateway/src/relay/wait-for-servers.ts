import type { Clock, Yard } from '@toolyard/core';

/**
 * Resolves when no server is starting any more, at most `waitMs` from now, and at most `waitMs` after the last of
 * them began; `undefined` where there is nothing to wait for.
 */
export function waitForServers(yard: Yard, clock: Clock, waitMs: number): Promise<void> | undefined {
  const starting = yard.servers().filter((server) => server.state === 'starting');
  if (starting.length === 0) return undefined;
  const lastBegin = Math.max(...starting.map((server) => Date.parse(server.lastAttemptAt ?? '') || clock.now()));
  const ms = Math.min(waitMs, lastBegin + waitMs - clock.now());
  if (ms <= 0) return undefined;
  const limit = new AbortController();
  const stopClock = clock.after(ms, () => limit.abort());
  return yard.settled({ signal: limit.signal }).finally(stopClock);
}
