import { EXIT } from '../to-exit-code.ts';
import type { Host } from './host.ts';

/** Runs `action` until it is done or a signal asks for an end; a second signal does not wait for it. */
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
    const code = await action(stop.signal);
    return stop.signal.aborted ? EXIT.interrupted : code;
  } finally {
    unsubscribe();
  }
}
