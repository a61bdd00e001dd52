import { describe, expect, it } from 'vitest';
import { checkConversation } from './check-conversation.ts';
import type { ModelMessage } from './model.ts';

const user: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'q' }] };
const said: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'a' }] };
const call = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool-call', id, name: 'a:b', arguments: {} })),
});
const answer = (...ids: string[]): ModelMessage => ({
  role: 'tool',
  answers: ids.map((id) => ({ id, name: 'a:b', isError: false, content: [{ type: 'text', text: 'r' }] })),
});

describe('a conversation', () => {
  it.each<[string, readonly ModelMessage[]]>([
    ['one question', [user]],
    ['two questions, the first of which was stopped', [user, user]],
    ['calls and their answers in any order', [user, call('x', 'y'), answer('y', 'x')]],
    ['an answer after calls, and another question', [user, call('x'), answer('x'), said, user]],
  ])('is valid with %s', (_, messages) => {
    expect(checkConversation(messages)).toEqual([]);
  });

  it.each<[readonly ModelMessage[], string]>([
    [[], 'It does not begin with a message of a person'],
    [[user, said], 'It ends with a message of the model'],
    [[user, call('x', 'y'), answer('x')], 'message 2: the call "y" has no answer'],
    [[user, call('x'), user], 'message 2: the call "x" has no answer'],
    [[user, call('x'), answer('x', 'y')], 'message 2: "y" is answered, and was not asked for'],
    [[user, answer('x')], 'message 1: "x" is answered, and was not asked for'],
    [[user, call('x'), answer('x', 'x')], 'message 2: "x" is answered twice'],
    [[user, call('x'), answer('x'), call('x'), answer('x')], 'message 4: the id "x" stands twice'],
    [[user, { role: 'assistant', content: [] }, user], 'message 2 is empty'],
    [[{ role: 'user', content: [{ type: 'text', text: '' }] }], 'message 1 is empty'],
  ])('is not valid: %j', (messages, problem) => {
    expect(checkConversation(messages)).toEqual([problem]);
  });
});
