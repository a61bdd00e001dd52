/**
 * Does the work with a signal that is aborted together with `signal`, and after `ms` at the latest.
 *
 * `AbortSignal.timeout` inside `AbortSignal.any` can be collected while nobody listens, and then never comes; a timer cannot.
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  ms: number,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ms);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}
