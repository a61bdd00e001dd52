import { joinSignals, type SessionUse } from '@toolyard/core';
import type { QuestionDialogs } from '../ports/question-dialogs.ts';

/** Asks whether a note goes on that has made all calls of its session, with as many again; aborted it is a no. */
export type ContinueQuestion = (
  use: SessionUse,
  about: { readonly path: string; readonly signal: AbortSignal },
) => Promise<boolean>;

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
