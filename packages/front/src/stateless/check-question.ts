import type { Frame } from '@toolyard/core';

/** Checks whether a client with these capabilities may be asked this; gives back why not, for the server. */
export function checkQuestion(question: Frame, capabilities: Readonly<Record<string, unknown>>): string | undefined {
  const lacking = findLacking(question, capabilities);
  return lacking === undefined ? undefined : `The client cannot be asked: it does not support ${lacking}.`;
}

function findLacking(question: Frame, capabilities: Readonly<Record<string, unknown>>): string | undefined {
  const { sampling, elicitation, roots } = capabilities;
  switch (question.method) {
    case 'elicitation/create':
      return lacksElicitation(elicitation, question.param('mode'));
    case 'sampling/createMessage':
      if (!isObject(sampling)) return 'sampling';
      return question.paramSpan('tools') !== undefined && !('tools' in sampling) ? 'tools in sampling' : undefined;
    case 'roots/list':
      return isObject(roots) ? undefined : 'roots';
    default:
      return question.method;
  }
}

function lacksElicitation(elicitation: unknown, mode: unknown): string | undefined {
  if (!isObject(elicitation)) return 'elicitation';
  if (mode === 'url') return 'url' in elicitation ? undefined : 'elicitation by URL';
  // An empty object is from before there were modes, when all was forms.
  return 'form' in elicitation || !('url' in elicitation) ? undefined : 'elicitation by form';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
