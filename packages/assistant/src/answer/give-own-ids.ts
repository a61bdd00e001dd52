import type { AnswerPart, ModelMessage } from '../model/model.ts';
import { callsOf } from '../model/check-conversation.ts';

/** The ids of all calls of a conversation. */
export function collectCallIds(messages: readonly ModelMessage[]): Set<string> {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? callsOf(message.content) : []));
  return new Set(calls.map(({ id }) => id));
}

/**
 * Gives each call an id of its own, and adds it to `taken`: some servers that speak a provider's API count from 0 in every answer, or send no id. All
 * others keep theirs.
 */
export function giveOwnIds(parts: readonly AnswerPart[], taken: Set<string>): readonly AnswerPart[] {
  return parts.map((part) => {
    if (part.type !== 'tool-call') return part;
    let { id } = part;
    for (let count = taken.size + 1; id === '' || taken.has(id); count++) id = `call-${count}`;
    taken.add(id);
    return { ...part, id };
  });
}
