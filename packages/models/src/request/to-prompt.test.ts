import type { ModelMessage } from '@toolyard/assistant';
import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import type { ProviderName } from '../choose/providers.ts';
import { createProviderNames } from './create-provider-names.ts';
import { toPrompt } from './to-prompt.ts';

function prompt(messages: readonly ModelMessage[], provider: ProviderName, takesImages = false): LanguageModelV3Prompt {
  return toPrompt(
    { system: ' ', messages, tools: [] },
    { provider, name: 'deepseek-v4', names: createProviderNames(['a:b']), takesImages },
  );
}

const IMAGE = { type: 'image', data: 'aaaa', mimeType: 'image/png' } as const;
const PLACEHOLDER = '[An image (image/png) that this model cannot be shown]';
const CALL = { type: 'tool-call', id: '1', name: 'a:b', arguments: {} } as const;
const ANSWER = { id: '1', name: 'a:b', isError: false, content: [IMAGE] } as const;

it.each(['anthropic', 'ollama'] as const)(
  'puts words in the place of images that a model of %s cannot see',
  (provider) => {
    const messages: readonly ModelMessage[] = [
      { role: 'user', content: [IMAGE] },
      { role: 'assistant', content: [CALL] },
      { role: 'tool', answers: [ANSWER] },
    ];
    expect(prompt(messages, provider)).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: PLACEHOLDER }] },
      { role: 'assistant' },
      { role: 'tool', content: [{ output: { type: 'text', value: PLACEHOLDER } }] },
    ]);
  },
);

it('shows no images of a call that failed', () => {
  const messages: readonly ModelMessage[] = [
    { role: 'assistant', content: [CALL] },
    { role: 'tool', answers: [{ ...ANSWER, isError: true }] },
  ];
  expect(prompt(messages, 'anthropic', true)[1]).toMatchObject({
    content: [{ output: { type: 'error-text', value: PLACEHOLDER } }],
  });
});

it('says something where a person or a tool said nothing', () => {
  const messages: readonly ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: ' \n' }] },
    { role: 'assistant', content: [CALL] },
    { role: 'tool', answers: [{ ...ANSWER, content: [] }] },
  ];
  expect(prompt(messages, 'openai')).toMatchObject([
    { content: [{ text: '(no text)' }] },
    {},
    { content: [{ output: { value: '(no text)' } }] },
  ]);
});

it('gives reasoning back to the provider that it came from, and to no other', () => {
  const toThought = (provider: string): ModelMessage => ({
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', provider: { [provider]: {} } },
      { type: 'text', text: 'So.' },
    ],
  });
  const user: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'And?' }] };
  const count = (provider: ProviderName, key: string): number =>
    JSON.stringify(prompt([user, toThought(key), user, toThought('other')], provider)).split('"reasoning"').length - 1;
  expect(count('anthropic', 'anthropic')).toBe(1);
  expect(count('openai-compatible', 'compatible')).toBe(1);
  expect(count('ollama', 'ollama')).toBe(1);
});

it('says to DeepSeek that there was no reasoning before a call', () => {
  const given = { openaiCompatible: { reasoning_content: '' } };
  const messages: readonly ModelMessage[] = [
    { role: 'assistant', content: [CALL] },
    { role: 'tool', answers: [ANSWER] },
  ];
  expect(prompt(messages, 'openai-compatible')[0]?.providerOptions).toEqual(given);
  expect(prompt(messages, 'ollama')[0]?.providerOptions).toBeUndefined();
});
