/** A signal that follows others, until it is released. */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  /** Stops following; `AbortSignal.any` would stay with a signal that lives as long as the program. */
  release(): void;
}

/** Aborted as soon as one of the signals is. */
export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController();
  const abort = (): void => joined.abort();
  for (const signal of signals) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: joined.signal,
    release: () => signals.forEach((signal) => signal.removeEventListener('abort', abort)),
  };
}
