import { orAborted } from '@toolyard/core';
import { createQueue } from '../settings/create-queue.ts';

/** Puts one question after the other, so that no dialog lies above another; rejects with the reason of `signal` when that is aborted. */
export function createQuestionQueue(): <Answer>(signal: AbortSignal, put: () => Promise<Answer>) => Promise<Answer> {
  const enqueue = createQueue();
  return (signal, put) => {
    const answered = enqueue(async () => {
      // What it is about may have ended while others were asked.
      signal.throwIfAborted();
      return await put();
    });
    return orAborted(answered, signal);
  };
}
