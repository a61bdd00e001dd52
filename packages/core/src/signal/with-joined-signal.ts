import { joinSignals } from './join-signals.ts';

/** Does the work with a signal that is aborted as soon as one of the signals is; none of them is followed when the work has ended. */
export async function withJoinedSignal<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, release } = joinSignals(...signals.filter((each) => each !== undefined));
  try {
    return await work(signal);
  } finally {
    release();
  }
}
