import { delay, type Clock } from '@toolyard/core';

/** How often something is tried that fails. */
export interface TryingOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Hears of each failure. */
  onFailed(error: unknown): void;
}

/** Before something that failed is tried again, in milliseconds. */
const RETRY_MS = 5000;

/** Does something until it succeeds or the signal is aborted; never rejects. */
export async function keepTrying(work: () => Promise<void>, { clock, signal, onFailed }: TryingOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      if (!signal.aborted) onFailed(error);
      await delay(clock, RETRY_MS, signal);
    }
  }
}
