import type { Clock } from '@toolyard/core';

/** Resolves after `ms`; rejects with the reason of `signal` where that comes first. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = (): void => {
      takeBack();
      reject(signal.reason);
    };
    const takeBack = clock.after(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
