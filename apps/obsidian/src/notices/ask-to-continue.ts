import type { SessionUse } from '@toolyard/core';
import type { QuestionDialogs } from '../ports/question-dialogs.ts';

/** Asks whether a note goes on that has made all the calls of its session; the `mayContinue` of an answer or a run. */
export function askToContinue(
  dialogs: Pick<QuestionDialogs, 'askToContinue'>,
  { limit }: SessionUse,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const message = `Session execution limit reached (${limit}) in ${path}. Continue with as many calls again?`;
  return dialogs.askToContinue(message, signal);
}
