import type { Clock } from '@toolyard/core';

/** How long something may take, and what else ends it. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly ms: number;
  /** Ends it earlier, with its own reason. */
  readonly signal: AbortSignal | undefined;
  /** Why it was ended when the time is over. */
  readonly error: Error;
}

/** Does the work with a signal that is aborted in time; settles as the work does. */
export async function limitTime<T>(limit: TimeLimit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, ms, signal, error } = limit;
  const ending = new AbortController();
  const stopClock = clock.after(ms, () => ending.abort(error));
  const follow = (): void => ending.abort(signal?.reason);
  if (signal?.aborted === true) follow();
  signal?.addEventListener('abort', follow, { once: true });
  try {
    return await work(ending.signal);
  } finally {
    stopClock();
    signal?.removeEventListener('abort', follow);
  }
}
