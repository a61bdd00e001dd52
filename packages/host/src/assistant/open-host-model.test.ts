import { expect, it } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import { openHostModel } from './index.ts';

function open(env: Record<string, string>, choices: Parameters<typeof openHostModel>[1] = {}): string {
  const host = createTestHost('/');
  const { model, close } = openHostModel({ ...host, surroundings: { ...host.surroundings, env } }, choices);
  close();
  return model.id;
}

it('is the one that was named first, and takes its key from the environment', () => {
  const env = { ANTHROPIC_API_KEY: 'k', TOOLYARD_MODEL: 'ollama/c' };
  expect(open(env, { option: 'anthropic/a', note: 'ollama/b', configuration: 'ollama/d' })).toBe('anthropic/a');
  expect(open(env, { note: 'ollama/b', configuration: 'ollama/d' })).toBe('ollama/b');
  expect(open(env, { configuration: 'ollama/d' })).toBe('ollama/c');
});

it('names the variable of a missing key, and says how to choose a model', () => {
  expect(() => open({}, { option: 'openai/a' })).toThrow('Model "openai/a" needs a key. Set OPENAI_API_KEY.');
  expect(() => open({})).toThrow(/^No model is chosen\. Choose one with --model/);
});
