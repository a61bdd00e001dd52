import { joinSignals } from '@toolyard/core';

/** Work that a person waits for and that may take long, such as a test of a connection. */
export interface LongWork {
  /** Does it with a signal that is aborted together with `signal`, and when the plugin is closed; rejects at once where that is closed. */
  run<Result>(work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Resolves when none is left. */
  ended(): Promise<void>;
}

/** Remembers what was begun, so that whoever closes the plugin can wait for its end. */
export function createLongWork(closing: AbortSignal): LongWork {
  const running = new Set<Promise<unknown>>();
  return {
    async run(work, signal) {
      closing.throwIfAborted();
      const joined = joinSignals(closing, ...(signal === undefined ? [] : [signal]));
      const done = work(joined.signal);
      running.add(done);
      try {
        return await done;
      } finally {
        joined.release();
        running.delete(done);
      }
    },
    async ended() {
      await Promise.allSettled(running);
    },
  };
}
