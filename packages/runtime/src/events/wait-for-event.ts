/** Resolves as soon as `isTrue` or a signal is aborted; looks again after every event. */
export function waitForEvent(
  on: (listener: () => void) => () => void,
  isTrue: () => boolean,
  ...signals: readonly AbortSignal[]
): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isTrue() && !signals.some((signal) => signal.aborted)) return;
      forget();
      for (const signal of signals) signal.removeEventListener('abort', check);
      resolve();
    };
    const forget = on(check);
    for (const signal of signals) signal.addEventListener('abort', check);
    check();
  });
}
