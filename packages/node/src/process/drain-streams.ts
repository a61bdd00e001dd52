import type { Readable } from 'node:stream';
import { MAX_MESSAGE_BYTES } from '@toolyard/core';

const QUIET_MS = 50;
const LIMIT_MS = 1000;

/**
 * Resolves when all that a process wrote before it ended has been read: at the streams' ends, or, where a process that
 * it left behind holds them open, after a short silence. Bounded in time and bytes.
 */
export function drainStreams(streams: readonly Readable[]): Promise<void> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let bytes = 0;
    let seen = 0;
    let timer = setTimeout(check, QUIET_MS);
    const onData = (chunk: Uint8Array): void => void (bytes += chunk.length);

    function finish(): void {
      clearTimeout(timer);
      for (const stream of streams) stream.off('data', onData).off('close', onClose);
      resolve();
    }

    function onClose(): void {
      if (streams.every((stream) => stream.closed)) finish();
    }

    function check(): void {
      // After a pause of the whole process timers run before the data that lies ready is read, so one more turn is given.
      setImmediate(() => {
        if (bytes === seen || bytes > MAX_MESSAGE_BYTES || performance.now() - startedAt > LIMIT_MS) return finish();
        seen = bytes;
        timer = setTimeout(check, QUIET_MS);
      });
    }

    for (const stream of streams) stream.on('close', onClose);
    // Only a stream that somebody reads may flow; a listener of ours alone would throw its data away.
    for (const stream of streams) if (stream.listenerCount('data') > 0) stream.on('data', onData).resume();
    onClose();
  });
}
