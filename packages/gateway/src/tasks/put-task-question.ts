import { createErrorResponse, findMissingCapability, type AskedQuestion } from '@toolyard/core';
import type { UnrelatedQuestion } from '../questions/put-unrelated.ts';
import type { Session } from '../session/session.ts';
import { ERROR_CODES } from '../session/to-json-rpc-error.ts';
import type { KnownTasks } from './known-tasks.ts';
import { relatedTaskOf } from './show-related.ts';

const NOT_ASKED: AskedQuestion = { cancel: () => undefined };

/**
 * Puts a question about a task to the client whose task it is, whatever else is in flight; `undefined` where the task is
 * not known here.
 */
export function putTaskQuestion(
  { server, question, session: home }: UnrelatedQuestion,
  known: KnownTasks<Session>,
): AskedQuestion | undefined {
  const related = relatedTaskOf(question.frame);
  const task = related === undefined ? undefined : known.findNamed(server, related, { home });
  if (task === undefined) return undefined;
  const refuse = (code: number, message: string): AskedQuestion => {
    void question.onAnswer(createErrorResponse(0, { code, message }));
    return NOT_ASKED;
  };
  const { owner } = task;
  if (owner === undefined) return refuse(ERROR_CODES.internal, 'The client whose task it is has left.');
  const missing = findMissingCapability(owner.respondent, question.frame);
  if (missing !== undefined) return refuse(ERROR_CODES.methodNotFound, `The client does not support ${missing}.`);
  return owner.put(question, server, owner.placeOf(task.id));
}

/** Whether a question says that it is about a task. */
export function isAboutTask({ question }: UnrelatedQuestion): boolean {
  return relatedTaskOf(question.frame) !== undefined;
}
