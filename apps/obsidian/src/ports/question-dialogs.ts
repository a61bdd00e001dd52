import type { SessionUse } from '@toolyard/core';
import type { ElicitationDialogs } from '@toolyard/host';
import type { SamplingQuestion, SamplingResult } from '@toolyard/host/assistant';

/** Puts the questions of servers to people. A dialog is closed without an answer, which is `cancel`, when its signal is aborted. */
export interface QuestionDialogs extends ElicitationDialogs {
  /** Nothing is asked, and nothing sent to the server, before a person approved it; `undefined` where they did not. */
  askSampling(question: SamplingQuestion, signal: AbortSignal): Promise<SamplingResult | undefined>;
  /** Asks by a notice that stays, with the buttons Continue and Stop; aborted it goes, which is a no. */
  askToContinue(message: string, signal: AbortSignal): Promise<boolean>;
}

/** Asks whether a note goes on that has made all calls of its session, with as many again; aborted it is a no. */
export type ContinueQuestion = (
  use: SessionUse,
  about: { readonly path: string; readonly signal: AbortSignal },
) => Promise<boolean>;
