import type { Clock } from '@toolyard/core';

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(undefined);
      return;
    }
    const onEnd = (): void => {
      signal.removeEventListener('abort', onEnd);
      stopClock();
      resolve(undefined);
    };
    const stopClock = clock.after(ms, onEnd);
    signal.addEventListener('abort', onEnd, { once: true });
  });
}
