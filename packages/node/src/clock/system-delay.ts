import { onAbort } from '@toolyard/core';

/**
 * Resolves after `ms`, for which the process stays alive; rejects with the reason of `signal` as soon as that is aborted.
 *
 * `node:timers/promises` has no part in it: an Electron renderer does not wake for timers that were set past its own `setTimeout`.
 */
export function systemDelay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopFollowing = (): void => undefined;
    const timer = setTimeout(() => {
      stopFollowing();
      resolve();
    }, ms);
    if (signal === undefined) return;
    stopFollowing = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
