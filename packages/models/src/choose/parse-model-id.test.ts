import { expect, it } from 'vitest';
import { parseModelId } from './parse-model-id.ts';

it('splits at the first slash', () => {
  expect(parseModelId('openai-compatible/deepseek/deepseek-chat')).toEqual({
    provider: 'openai-compatible',
    name: 'deepseek/deepseek-chat',
  });
});

it.each([
  ['gpt-5', 'it names no provider'],
  ['openai/', 'it names no model'],
  ['/gpt-5', 'there is no provider ""'],
  ['mistral/large', 'there is no provider "mistral"'],
  ['toString/large', 'there is no provider "toString"'],
])('says why %s is none', (id, why) => {
  expect(() => parseModelId(id)).toThrow(
    `Model "${id}" cannot be used: ${why}. Write provider/name, such as anthropic/claude-sonnet-5-5; the providers are anthropic, openai, google, ollama, openai-compatible.`,
  );
});
