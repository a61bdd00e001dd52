import type { Clock } from '../clock/clock.ts';
import { onAbort } from './on-abort.ts';

/** How long some work may take. */
export interface Deadline {
  readonly clock: Pick<Clock, 'after'>;
  /** Milliseconds. */
  readonly ms: number;
  /** Ends the work earlier. */
  readonly signal?: AbortSignal | undefined;
  /** What the work is aborted with when its time is over; an `AbortError` where absent. */
  toReason?(): unknown;
}

/**
 * Does the work with a signal that is aborted together with `signal`, and after `ms` at the latest. Neither the timer nor a listener is
 * left when the work has ended.
 *
 * `AbortSignal.timeout` inside `AbortSignal.any` can be garbage-collected on Node 20, and then never fires; a timer that holds its
 * controller cannot.
 */
export async function withDeadline<T>(
  { clock, ms, signal, toReason }: Deadline,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const stopClock = clock.after(ms, () => limit.abort(toReason?.()));
  const stopFollowing = signal === undefined ? undefined : onAbort(signal, () => limit.abort(signal.reason));
  try {
    return await work(limit.signal);
  } finally {
    stopClock();
    stopFollowing?.();
  }
}
