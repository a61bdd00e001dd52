import { toMessage, ToolyardError, toVisibleLine } from '@toolyard/core';
import { toUnshowable, type QuestionAnswerer } from '../questions/create-dialog-respondent.ts';
import type { QuestionSource } from '../questions/question-dialogs.ts';
import type { HostModel } from './open-host-model.ts';
import { answerSampling, parseSampling, type AskedSampling, type SamplingResult } from './sampling.ts';

/** What a server wants to ask the model that was chosen. */
export interface SamplingQuestion extends QuestionSource {
  /** The id of the model, as people choose it. */
  readonly model: string;
  readonly asked: AskedSampling;
  /** Asks the model; `onText` hears all of its text as it grows. */
  ask(options: { readonly signal: AbortSignal; onText(text: string): void }): Promise<SamplingResult>;
}

/** Whom models are asked for, and with whose consent. */
export interface SamplerOptions {
  /** Nothing is asked, and nothing sent to the server, before a person approved it; `undefined` where they did not. */
  readonly askSampling: (question: SamplingQuestion, signal: AbortSignal) => Promise<SamplingResult | undefined>;
  readonly notify: (message: string) => void;
  /** The model that was chosen; rejects where there is none. */
  readonly openModel: () => Promise<HostModel>;
  /** Says what to do here about a model that cannot be asked. */
  readonly explain: (message: string) => string;
}

/** Answers `sampling/createMessage` with the model that was chosen, as far as the person agrees. */
export function createSampler({ askSampling, notify, openModel, explain }: SamplerOptions): QuestionAnswerer {
  return async ({ params, method: _method, ...source }, signal) => {
    const asked = parseSampling(params);
    if (typeof asked === 'string') throw toUnshowable(notify, source.server, asked);
    const opened = await openModel().catch((error: unknown) => {
      notify(`Server "${toVisibleLine(source.server)}" wants to ask a model. ${explain(toMessage(error))}`);
      throw new ToolyardError('model-not-chosen', 'There is no model that could be asked.');
    });
    const { model } = opened;
    try {
      const ask: SamplingQuestion['ask'] = (how) =>
        answerSampling(model, asked, how).catch((error: unknown) => {
          throw new Error(explain(toMessage(error)), { cause: error });
        });
      const answer = await askSampling({ ...source, model: model.id, asked, ask }, signal);
      if (answer === undefined) throw new ToolyardError('call-denied', 'The user denied the request.');
      return answer;
    } finally {
      opened.close();
    }
  };
}
