import type { Frame } from '@toolyard/core';

const ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel'];

/** Whether a response is of the kind that a question wants. */
export function fitsQuestion(question: Frame, response: unknown): boolean {
  const { action, content, role, model, roots } = toMembers(response);
  switch (question.method) {
    case 'elicitation/create':
      return ACTIONS.includes(action) && (content === undefined || isObject(content));
    case 'sampling/createMessage':
      return typeof role === 'string' && typeof model === 'string' && typeof content === 'object' && content !== null;
    case 'roots/list':
      return Array.isArray(roots);
    default:
      return false;
  }
}

/** Whether a response has all that a question requires, so that it can be told from those to other questions. */
export function answersQuestion(question: Frame, response: unknown): boolean {
  if (!fitsQuestion(question, response)) return false;
  const { action, content } = toMembers(response);
  if (question.method !== 'elicitation/create' || action !== 'accept') return true;
  const { required } = toMembers(question.param('requestedSchema'));
  const members = toMembers(content);
  return !Array.isArray(required) || required.every((name) => typeof name === 'string' && Object.hasOwn(members, name));
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
