import type { Log } from '@toolyard/core';

/** Tells the log of events that are no messages: once, since such a server sends many. */
export function reportNoise({ log, server }: { readonly log: Log; readonly server: string }): () => void {
  let isTold = false;
  return () => {
    if (isTold) return;
    isTold = true;
    log.write('warning', 'it sends events that are not protocol messages; they are ignored', server);
  };
}
