import { EXIT } from '../to-exit-code.ts';
import type { Host } from './host.ts';

/** Runs `action`, whose signal is aborted when the process is asked to end; a second request does not wait for it. */
export async function runInterruptible(
  host: Pick<Host, 'onStopSignal' | 'exitNow'>,
  action: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const unsubscribe = host.onStopSignal((signal) => {
    if (stop.signal.aborted) host.exitNow(EXIT.interrupted);
    else stop.abort(signal);
  });
  try {
    return await action(stop.signal);
  } finally {
    unsubscribe();
  }
}
