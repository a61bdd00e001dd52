import { checkConversation } from '@toolyard/assistant';
import { createScriptedModel } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { callTo, eventsOf, openTestConversation } from './open-test-conversation.ts';

it('a conversation of 200 turns with long results has bounded requests, and its record stays whole', async () => {
  const long = 'result '.repeat(1000);
  const call = (): string => JSON.stringify({ content: [{ type: 'text', text: long }] });
  const model = createScriptedModel(
    ({ messages }) => (messages.at(-1)?.role === 'tool' ? { text: 'done' } : { calls: [callTo('files:read')] }),
    { contextTokens: 20_000 },
  );
  const opened = await openTestConversation(model, {
    servers: { files: { tools: ['read'], call } },
    settings: { sessionLimit: -1 },
  });
  for (let turn = 0; turn < 200; turn++) await opened.ask(`Question ${turn}`);
  const sizes = model.requests.map(({ messages }) => JSON.stringify(messages).length / 4);
  expect(Math.max(...sizes)).toBeLessThan(18_000);
  expect(model.requests.flatMap(({ messages }) => checkConversation(messages))).toEqual([]);
  expect(opened.conversation.messages().length).toBe(800);
  expect(JSON.stringify(opened.conversation.messages()).split(long).length).toBe(201);
  const notices = eventsOf(opened.events, 'notice').map(({ message }) => message.replaceAll(/\d+/g, 'N'));
  expect(new Set(notices)).toEqual(
    new Set([
      'Left out for the model from now on: earlier results (N, about N tokens)',
      'Left out for the model from now on: the first N messages',
    ]),
  );
});
