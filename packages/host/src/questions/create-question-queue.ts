import { orAborted } from '@toolyard/core';
import { createQueue } from './create-queue.ts';

/** Puts a question when those before it are answered; rejects with the reason of `signal` when that is aborted. */
export type QuestionQueue = <Answer>(signal: AbortSignal, put: () => Promise<Answer>) => Promise<Answer>;

/** Puts one question after the other, so that no dialog lies above another. */
export function createQuestionQueue(): QuestionQueue {
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
