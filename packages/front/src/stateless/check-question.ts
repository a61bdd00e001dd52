import { findMissingCapability, type Frame } from '@toolyard/core';
import type { Envelope } from './envelope.ts';

/** All that a client can be asked. */
const QUESTIONS: readonly (string | undefined)[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

/** Checks whether a client may be asked this; gives back why not, for the server. */
export function checkQuestion(question: Frame, envelope: Envelope): string | undefined {
  if (!QUESTIONS.includes(question.method)) return `Method not found: ${question.method}`;
  const missing = findMissingCapability(envelope, question);
  return missing === undefined ? undefined : `The client cannot be asked: it does not support ${missing}.`;
}
