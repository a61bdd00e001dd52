import { onAbort } from './on-abort.ts';

/**
 * What the promise gives, unless `signal` is aborted first: then a rejection with what `toReason` gives, or with the signal's own
 * reason. What becomes of the promise afterwards is for nobody, also where it fails.
 */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal, toReason?: () => unknown): Promise<T> {
  let stopFollowing = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stopFollowing = onAbort(signal, () => reject(toReason === undefined ? signal.reason : toReason()));
  });
  return await Promise.race([aborted, promise]).finally(() => stopFollowing());
}
