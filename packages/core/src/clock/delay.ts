import type { Clock } from './clock.ts';

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function delay(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<undefined> {
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

/** Resolves after `ms`; rejects with the reason of `signal` where that comes first. */
export async function delayOrThrow(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  await delay(clock, ms, signal);
  signal.throwIfAborted();
}
