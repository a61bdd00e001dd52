import type { ModelMessage, ModelRequest } from '@toolyard/assistant';
import type { ModelApi } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { askModel, ECHO, openModel, toNextRequest, toUser } from './open-model.ts';
import { ANTHROPIC_REQUEST } from './requests/anthropic-request.ts';
import { COMPATIBLE_REQUEST } from './requests/compatible-request.ts';
import { GOOGLE_REQUEST } from './requests/google-request.ts';
import { OLLAMA_REQUEST } from './requests/ollama-request.ts';
import { OPENAI_REQUEST } from './requests/openai-request.ts';

// What is compared here is what the compiler holds to the types of the providers' own packages: see the files in `requests`.
const REQUESTS: readonly (readonly [api: ModelApi, expected: object, id: string])[] = [
  ['anthropic', ANTHROPIC_REQUEST, 'anthropic/claude-sonnet-4-5'],
  ['openai', OPENAI_REQUEST, 'openai/gpt-5.1'],
  ['google', GOOGLE_REQUEST, 'google/gemini-3-pro-preview'],
  ['ollama', OLLAMA_REQUEST, 'ollama/llava'],
  ['openai-compatible', COMPATIBLE_REQUEST, 'openai-compatible/qwen-vl'],
];

it.each(REQUESTS)('sends %s a request of its own kind', async (api, expected, id) => {
  const turn = {
    reasoning: 'Two at once.',
    text: 'Looking.',
    calls: [
      { tool: 'everything:echo', arguments: { message: 'a' } },
      { tool: 'my.notes:read/note', arguments: { path: 'b.md' } },
    ],
  };
  const { model, server } = await openModel(api, [turn, { text: 'Done.' }], { TEST_MODEL: id });
  const { end } = await askModel(model, QUESTION);
  const next = toNextRequest(QUESTION, end?.parts ?? []);
  const { error } = await askModel(model, { ...next, messages: next.messages.map(withFailure) });
  expect([error, server.mistakes]).toEqual([undefined, []]);
  expect(server.requests[1]?.body).toEqual(expected);
});

const IMAGE = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' } as const;

const QUESTION: ModelRequest = {
  system: 'Be brief.',
  messages: [
    toUser('Hello?'),
    { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
    { role: 'user', content: [{ type: 'text', text: 'What is this?' }, IMAGE] },
  ],
  tools: [
    ECHO,
    {
      name: 'my.notes:read/note',
      description: 'Reads a note',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          path: { $ref: '#/$defs/path' },
          lines: { type: 'array' },
          mode: { oneOf: [{ const: 'all' }, { type: 'integer', exclusiveMinimum: 0 }] },
        },
        required: ['path'],
        additionalProperties: false,
        $defs: { path: { type: 'string', format: 'uri', description: 'Where it is' } },
      },
    },
  ],
};

/** The second call failed, and the first gave an image. */
function withFailure(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message;
  const [second, first] = message.answers;
  if (first === undefined || second === undefined) return message;
  return {
    role: 'tool',
    answers: [
      { ...second, isError: true },
      { ...first, content: [...first.content, IMAGE] },
    ],
  };
}
