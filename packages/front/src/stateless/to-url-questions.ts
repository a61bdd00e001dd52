import { createRequest, type Frame } from '@toolyard/core';
import { checkQuestion } from './check-question.ts';
import type { Envelope } from './envelope.ts';

const URL_ELICITATION_REQUIRED = -32042;

/**
 * What a client is asked where a server of the handshake era first wants a person to visit URLs (error -32042); empty
 * where the error is another one, or the client cannot be asked this.
 */
export function toUrlQuestions(answer: Frame, envelope: Envelope): readonly Frame[] {
  const { code, data } = toMembers(answer.value('error'));
  const { elicitations } = toMembers(data);
  if (code !== URL_ELICITATION_REQUIRED || !Array.isArray(elicitations)) return [];
  const questions = elicitations.map((given, index) =>
    createRequest(index, 'elicitation/create', { ...toMembers(given), mode: 'url' }),
  );
  return questions.every((question) => isUrlQuestion(question, envelope)) ? questions : [];
}

/** Whether a person said no, so that trying again is of no use. */
export function isDeclined(response: Frame): boolean {
  return toMembers(response.value('result'))['action'] !== 'accept';
}

function isUrlQuestion(question: Frame, envelope: Envelope): boolean {
  const isComplete = ['url', 'message'].every((name) => typeof question.param(name) === 'string');
  return isComplete && checkQuestion(question, envelope) === undefined;
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
