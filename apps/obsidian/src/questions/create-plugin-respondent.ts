import {
  isJsonObject,
  joinSignals,
  toMessage,
  ToolyardError,
  toVisibleLine,
  type CallQuestion,
  type CallRespondent,
} from '@toolyard/core';
import { answerSampling, parseSampling, type HostModel } from '@toolyard/host/assistant';
import { parseElicitation } from '@toolyard/runtime';
import { explainModelProblem } from '../assistant/explain-model-problem.ts';
import type { Notify } from '../notices/notice.ts';
import type { QuestionDialogs } from '../ports/question-dialogs.ts';
import { createQuestionQueue } from './create-question-queue.ts';

/** Whom questions are put to, and with which model. */
export interface PluginRespondentOptions {
  readonly dialogs: QuestionDialogs;
  readonly notify: Notify;
  /** The model that was chosen; rejects where there is none. */
  readonly openModel: () => Promise<HostModel>;
  /** Aborted when the plugin is closed. */
  readonly signal: AbortSignal;
}

/** Puts what servers ask during calls to the person at the window, one question at a time; a question ends with its call. */
export function createPluginRespondent(options: PluginRespondentOptions): CallRespondent {
  const { signal: closing } = options;
  const enqueue = createQuestionQueue();
  return {
    // A folder of this computer is told to nobody, so there are no roots.
    capabilities: { elicitation: { form: {}, url: {} }, sampling: {} },
    async answer(question, signal) {
      const joined = joinSignals(signal, closing);
      try {
        return await enqueue(joined.signal, () => put(options, question, joined.signal));
      } finally {
        joined.release();
      }
    },
  };
}

async function put(options: PluginRespondentOptions, question: CallQuestion, signal: AbortSignal): Promise<unknown> {
  switch (question.method) {
    case 'elicitation/create':
      return putElicitation(options, question, signal);
    case 'sampling/createMessage':
      return putSampling(options, question, signal);
    default:
      throw new ToolyardError('protocol-error', `"${question.method}" cannot be asked here.`);
  }
}

async function putElicitation(
  { dialogs, notify }: PluginRespondentOptions,
  { server, params }: CallQuestion,
  signal: AbortSignal,
): Promise<unknown> {
  const asked = parseElicitation(params);
  if (asked.kind === 'unreadable') throw refuse(notify, server, asked.reason);
  const { message } = asked;
  if (asked.kind === 'url') return dialogs.askPage({ server, message, url: asked.url, host: asked.host }, signal);
  const schema = isJsonObject(params) ? params['requestedSchema'] : undefined;
  return dialogs.askForm({ server, message, schema }, signal);
}

async function putSampling(
  { dialogs, notify, openModel }: PluginRespondentOptions,
  { server, params }: CallQuestion,
  signal: AbortSignal,
): Promise<unknown> {
  const asked = parseSampling(params);
  if (typeof asked === 'string') throw refuse(notify, server, asked);
  const opened = await openModel().catch((error: unknown) => {
    notify(`Server "${toVisibleLine(server)}" wants to ask a model. ${explainModelProblem(toMessage(error))}`);
    throw new ToolyardError('model-not-chosen', 'There is no model that could be asked.');
  });
  const { model } = opened;
  try {
    const ask = (how: Parameters<typeof answerSampling>[2]): ReturnType<typeof answerSampling> =>
      answerSampling(model, asked, how).catch((error: unknown) => {
        throw new Error(explainModelProblem(toMessage(error)), { cause: error });
      });
    const answer = await dialogs.askSampling({ server, model: model.id, asked, ask }, signal);
    if (answer === undefined) throw new ToolyardError('call-denied', 'The user denied the request.');
    return answer;
  } finally {
    opened.close();
  }
}

/** The server learns the reason by the error, and the person by a notice: nothing could be shown to them. */
function refuse(notify: Notify, server: string, reason: string): ToolyardError {
  notify(`Server "${toVisibleLine(server)}" asked something that cannot be shown: ${toVisibleLine(reason)}.`);
  return new ToolyardError('protocol-error', `The question cannot be shown: ${reason}.`);
}
