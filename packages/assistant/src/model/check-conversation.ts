import type { AnswerPart, ModelMessage, RequestedCall } from './model.ts';

/**
 * What is wrong with a conversation that is to go to a model: an empty one, one that does not begin with a person or ends with the model, a call without
 * its one answer right after it, an answer without a call, an id that stands twice. Empty where it is valid.
 */
export function checkConversation(messages: readonly ModelMessage[]): readonly string[] {
  const problems: string[] = [];
  if (messages[0]?.role !== 'user') problems.push('It does not begin with a message of a person');
  if (messages.at(-1)?.role === 'assistant') problems.push('It ends with a message of the model');
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const at = `message ${index + 1}`;
    if (isEmpty(message)) problems.push(`${at} is empty`);
    const calls = message.role === 'assistant' ? callsOf(message.content) : [];
    for (const { id } of calls) {
      if (seen.has(id)) problems.push(`${at}: the id "${id}" stands twice`);
      seen.add(id);
    }
    const next = messages[index + 1];
    const answered = next?.role === 'tool' ? next.answers.map(({ id }) => id) : [];
    const asked = calls.map(({ id }) => id);
    if (calls.length > 0 || next?.role === 'tool') problems.push(...compareIds(asked, answered, at));
  }
  return problems;
}

/** The calls among the parts of an answer. */
export function callsOf(parts: readonly AnswerPart[]): readonly RequestedCall[] {
  return parts.filter((part): part is RequestedCall => part.type === 'tool-call');
}

function isEmpty(message: ModelMessage): boolean {
  if (message.role === 'tool') return message.answers.some(({ content }) => content.length === 0);
  return message.content.length === 0 || message.content.some((part) => part.type === 'text' && part.text === '');
}

function compareIds(asked: readonly string[], answered: readonly string[], at: string): string[] {
  return [
    ...asked.filter((id) => !answered.includes(id)).map((id) => `${at}: the call "${id}" has no answer`),
    ...answered.filter((id) => !asked.includes(id)).map((id) => `${at}: "${id}" is answered, and was not asked for`),
    ...answered.filter((id, index) => answered.indexOf(id) !== index).map((id) => `${at}: "${id}" is answered twice`),
  ];
}
