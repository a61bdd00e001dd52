import type { Yard } from '@toolyard/core';
import type { Host } from '../host/host.ts';
import { createSpinner } from '../terminal/create-spinner.ts';

/** Waits until no server is starting, at most `ms`, and shows on a terminal which ones still are. */
export async function waitForServers(
  yard: Yard,
  host: Pick<Host, 'stderr'>,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<void> {
  const spinner = createSpinner(host);
  const show = (): void => {
    const keys = yard.servers().flatMap(({ key, state }) => (state === 'starting' ? [key] : []));
    if (keys.length > 0) spinner.show(`Starting ${keys.join(', ')}`);
  };
  const unsubscribe = yard.on(show);
  show();
  try {
    await yard.settled({ signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]) });
  } finally {
    unsubscribe();
    spinner.stop();
  }
}
