import type { CallRespondent, Clock } from '@toolyard/core';
import { createDialogRespondent } from '@toolyard/host';
import { createSampler, type HostModel } from '@toolyard/host/assistant';
import { explainModelProblem } from '../assistant/explain-model-problem.ts';
import type { Notify } from '../notices/notice.ts';
import type { QuestionDialogs } from '../ports/question-dialogs.ts';

/** Whom questions are put to, and with which model. */
export interface PluginRespondentOptions {
  readonly dialogs: QuestionDialogs;
  readonly notify: Notify;
  readonly clock: Pick<Clock, 'now'>;
  /** The model that was chosen; rejects where there is none. */
  readonly openModel: () => Promise<HostModel>;
  /** Aborted when the plugin is closed. */
  readonly signal: AbortSignal;
}

/** Puts what servers ask during calls to the person at the window. A folder of this computer is told to nobody, so there are no roots. */
export function createPluginRespondent(options: PluginRespondentOptions): CallRespondent {
  const { dialogs, clock, openModel, signal } = options;
  const notify = (message: string): void => options.notify(message);
  const sample = createSampler({
    askSampling: (...asked) => dialogs.askSampling(...asked),
    notify,
    openModel,
    explain: explainModelProblem,
  });
  return createDialogRespondent({ dialogs, notify, clock, sample, signal });
}
