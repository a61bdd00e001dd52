import type { SessionUse } from '@toolyard/core';
import type { AskedSampling, SamplingResult } from '@toolyard/host/assistant';
import type { ElicitResult } from '@toolyard/runtime';

/** A form that a server wants a person to fill in. */
export interface FormQuestion {
  readonly server: string;
  readonly message: string;
  /** The schema of an object whose properties forms can ask for. */
  readonly schema: unknown;
}

/** A page that a server wants a person to open. */
export interface PageQuestion {
  readonly server: string;
  readonly message: string;
  readonly url: string;
  /** With its port, as the address has it. */
  readonly host: string;
}

/** What a server wants to ask the model that was chosen. */
export interface SamplingQuestion {
  readonly server: string;
  /** The id of the model, as people choose it. */
  readonly model: string;
  readonly asked: AskedSampling;
  /** Asks the model; `onText` hears all of its text as it grows. */
  ask(options: { readonly signal: AbortSignal; onText(text: string): void }): Promise<SamplingResult>;
}

/** Puts the questions of servers to people. A dialog is closed without an answer, which is `cancel`, when its signal is aborted. */
export interface QuestionDialogs {
  askForm(question: FormQuestion, signal: AbortSignal): Promise<ElicitResult>;
  /** `accept` means that the person had the page opened; nothing else opens it. */
  askPage(question: PageQuestion, signal: AbortSignal): Promise<ElicitResult>;
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
