import { onAbort } from './on-abort.ts';

/** A signal that follows others, until it is released. */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  /** Stops following; `AbortSignal.any` would stay with a signal that lives as long as the program. */
  readonly release: () => void;
}

/** Aborted as soon as one of the signals is, with its reason. */
export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController();
  const takeBacks = signals.map((signal) => onAbort(signal, () => joined.abort(signal.reason)));
  return { signal: joined.signal, release: () => takeBacks.forEach((takeBack) => takeBack()) };
}
