import { onAbort } from '@toolyard/core';

/** Resolves as soon as `isTrue` or a signal is aborted; looks again after every event. */
export function waitForEvent(
  on: (listener: () => void) => () => void,
  isTrue: () => boolean,
  ...signals: readonly AbortSignal[]
): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isTrue() && !signals.some((signal) => signal.aborted)) return;
      for (const takeBack of takeBacks.splice(0)) takeBack();
      resolve();
    };
    const takeBacks = [on(check)];
    // Many may wait with one signal, such as the blocks of a note.
    for (const signal of signals) if (!signal.aborted) takeBacks.push(onAbort(signal, check));
    check();
  });
}
