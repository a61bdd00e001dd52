import { expect, it } from 'vitest';
import { chooseModel } from './choose-model.ts';

function choose(
  choices: { option?: string; note?: string; configuration?: string },
  variables: Record<string, string> = {},
): string {
  return chooseModel({ ...choices, variable: (name) => variables[name] });
}

const TOOLYARD_MODEL = 'ollama/from-variable';

it('takes the first that is named: option, note, variable, configuration', () => {
  const all = { option: 'a/option', note: 'a/note', configuration: 'a/configuration' };
  expect(choose(all, { TOOLYARD_MODEL })).toBe('a/option');
  expect(choose({ ...all, option: '' }, { TOOLYARD_MODEL })).toBe('a/note');
  expect(choose({ configuration: 'a/configuration' }, { TOOLYARD_MODEL })).toBe(TOOLYARD_MODEL);
  expect(choose({ configuration: 'a/configuration' }, { OPENAI_API_KEY: 'key' })).toBe('a/configuration');
});

it.each([
  ['ANTHROPIC_API_KEY', 'anthropic/claude-sonnet-5-5'],
  ['OPENAI_API_KEY', 'openai/gpt-5.6'],
  ['GOOGLE_GENERATIVE_AI_API_KEY', 'google/gemini-flash-latest'],
])('takes the provider of %s where that is the only key', (variable, id) => {
  expect(choose({}, { [variable]: 'key', OPENAI_COMPATIBLE_API_KEY: 'key' })).toBe(id);
});

it('says what to do where nothing is named and no key is set', () => {
  expect(() => choose({}, { OPENAI_API_KEY: '' })).toThrow(
    expect.objectContaining({
      code: 'model-not-chosen',
      message:
        'No model is chosen. Choose one with --model, TOOLYARD_MODEL or "toolyard.model" in the configuration, such as anthropic/claude-sonnet-5-5, or set the key of a provider: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY.',
    }),
  );
});

it('does not choose between several keys', () => {
  expect(() => choose({}, { OPENAI_API_KEY: 'a', GOOGLE_GENERATIVE_AI_API_KEY: 'b' })).toThrow(
    'No model is chosen, and there are keys for OpenAI and Google. Choose one with --model, TOOLYARD_MODEL or "toolyard.model" in the configuration, such as openai/gpt-5.6.',
  );
});
