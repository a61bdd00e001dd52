import { joinSignals } from '@toolyard/core';
import type { ContinueQuestion, QuestionDialogs } from '../ports/question-dialogs.ts';

/** Asks by a notice, which goes when the plugin is closed: `closing` is aborted then. */
export function createContinueQuestion(
  dialogs: Pick<QuestionDialogs, 'askToContinue'>,
  closing: AbortSignal,
): ContinueQuestion {
  return async ({ limit }, { path, signal }) => {
    const joined = joinSignals(signal, closing);
    const message = `Session execution limit reached (${limit}) in ${path}. Continue with as many calls again?`;
    return await dialogs.askToContinue(message, joined.signal).finally(() => joined.release());
  };
}
