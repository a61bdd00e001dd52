import {
  isJsonObject,
  joinSignals,
  QUESTION_EXPIRES_MS,
  ToolyardError,
  toVisibleLine,
  type CallQuestion,
  type CallRespondent,
  type Clock,
} from '@toolyard/core';
import { parseElicitation } from '@toolyard/runtime';
import { createQuestionQueue, type QuestionQueue } from './create-question-queue.ts';
import type { ElicitationDialogs, QuestionSource } from './question-dialogs.ts';

/** Answers one question of a server; rejects with a message for the server. */
export type QuestionAnswerer = (question: CallQuestion, signal: AbortSignal) => Promise<unknown>;

/** Whom questions are put to. */
export interface DialogRespondentOptions {
  readonly dialogs: ElicitationDialogs;
  readonly notify: (message: string) => void;
  readonly clock: Pick<Clock, 'now'>;
  /** Asks a model for a server; where it is absent, servers are told that there is none. */
  readonly sample?: QuestionAnswerer;
  /** The folders that servers are told; where it is absent, they are told none. */
  readonly roots?: () => readonly { readonly uri: string; readonly name: string }[];
  /** Where questions wait for each other; those of this respondent alone where it is absent. */
  readonly queue?: QuestionQueue;
  /** Aborted when the host is closed. */
  readonly signal?: AbortSignal;
}

/** An abort that comes this close to the limit is the limit: clocks of two processes differ. In milliseconds. */
const NEARLY_MS = 1000;

/**
 * Puts what servers ask during calls to a person, one question at a time; a question ends with its call. One that nobody answered in time is
 * told by a notice.
 */
export function createDialogRespondent(options: DialogRespondentOptions): CallRespondent {
  const { clock, sample, roots, notify } = options;
  const { signal: closing = new AbortController().signal, queue: enqueue = createQuestionQueue() } = options;
  const isRefusalTold = new Set<string>();
  return {
    capabilities: {
      elicitation: { form: {}, url: {} },
      ...(sample !== undefined && { sampling: {} }),
      ...(roots !== undefined && { roots: {} }),
    },
    async answer(question, signal) {
      if (question.method === 'roots/list' && roots !== undefined) return { roots: roots() };
      const begun = clock.now();
      const joined = joinSignals(signal, closing);
      try {
        return await enqueue(joined.signal, () => put(options, question, joined.signal));
      } finally {
        joined.release();
        const isExpired = signal.aborted && clock.now() - begun >= QUESTION_EXPIRES_MS - NEARLY_MS;
        if (isExpired) notify(describeExpiry(question));
      }
    },
    onRefused({ server, method }) {
      if (method !== 'sampling/createMessage' || isRefusalTold.has(server)) return;
      isRefusalTold.add(server);
      notify(`Server "${toVisibleLine(server)}" wanted to ask a model, which is not possible here.`);
    },
  };
}

/** Where a question comes from, in words: `Server "git", for git:commit,`. */
function describeSource({ server, tool }: QuestionSource): string {
  const name = `Server "${toVisibleLine(server)}"`;
  return tool === undefined ? name : `${name}, for ${toVisibleLine(tool)},`;
}

function describeExpiry({ params, ...source }: CallQuestion): string {
  const message = isJsonObject(params) && typeof params['message'] === 'string' ? params['message'] : '';
  const what = message === '' ? '' : `: "${toVisibleLine(message).slice(0, 200)}"`;
  return `${describeSource(source)} asked something that nobody answered within 10 minutes, so the call was ended${what}. Call the tool again to be asked again.`;
}

async function put(options: DialogRespondentOptions, question: CallQuestion, signal: AbortSignal): Promise<unknown> {
  if (question.method === 'elicitation/create') return putElicitation(options, question, signal);
  if (question.method === 'sampling/createMessage' && options.sample !== undefined) {
    return options.sample(question, signal);
  }
  throw new ToolyardError('protocol-error', `"${question.method}" cannot be asked here.`);
}

async function putElicitation(
  { dialogs, notify }: DialogRespondentOptions,
  { params, method: _method, ...source }: CallQuestion,
  signal: AbortSignal,
): Promise<unknown> {
  const asked = parseElicitation(params);
  if (asked.kind === 'unreadable') throw toUnshowable(notify, source.server, asked.reason);
  const { message } = asked;
  if (asked.kind === 'url') return dialogs.askPage({ ...source, message, url: asked.url, host: asked.host }, signal);
  const schema = isJsonObject(params) ? params['requestedSchema'] : undefined;
  return dialogs.askForm({ ...source, message, fields: asked.fields, schema }, signal);
}

/** The server learns the reason by the error, and the person by a notice: nothing could be shown to them. */
export function toUnshowable(notify: (message: string) => void, server: string, reason: string): ToolyardError {
  notify(`Server "${toVisibleLine(server)}" asked something that cannot be shown: ${toVisibleLine(reason)}.`);
  return new ToolyardError('protocol-error', `The question cannot be shown: ${reason}.`);
}
