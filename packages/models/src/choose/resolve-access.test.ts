import { expect, it } from 'vitest';
import { resolveAccess, type ModelAccess } from './resolve-access.ts';
import type { ProviderName } from './providers.ts';

function resolve(provider: ProviderName, variables: Record<string, string> = {}): ModelAccess {
  return resolveAccess(`${provider}/some-model`, provider, (name) => variables[name]);
}

it.each([
  ['anthropic', 'ANTHROPIC_API_KEY', 'https://api.anthropic.com/v1'],
  ['openai', 'OPENAI_API_KEY', 'https://api.openai.com/v1'],
  ['google', 'GOOGLE_GENERATIVE_AI_API_KEY', 'https://generativelanguage.googleapis.com/v1beta'],
] as const)('names the variable of the key that %s needs', (provider, variable, url) => {
  const missing = {
    code: 'model-key-missing',
    message: `Model "${provider}/some-model" needs a key. Set ${variable}.`,
  };
  expect(() => resolve(provider)).toThrow(expect.objectContaining(missing));
  expect(() => resolve(provider, { [variable]: '' })).toThrow(expect.objectContaining(missing));
  expect(resolve(provider, { [variable]: 'key' })).toEqual({ url, key: 'key' });
});

it('needs an address for a compatible server, and no key', () => {
  expect(() => resolve('openai-compatible', { OPENAI_COMPATIBLE_API_KEY: 'key' })).toThrow(
    'Model "openai-compatible/some-model" needs the address of a server. Set OPENAI_COMPATIBLE_BASE_URL, such as http://127.0.0.1:1234/v1.',
  );
  expect(resolve('openai-compatible', { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:1234' })).toEqual({
    url: 'http://127.0.0.1:1234/v1',
  });
});

it.each([
  ['openai-compatible', 'https://openrouter.ai/api/v1/', 'https://openrouter.ai/api/v1'],
  ['openai-compatible', 'https://api.deepseek.com', 'https://api.deepseek.com/v1'],
  ['ollama', 'http://127.0.0.1:11434', 'http://127.0.0.1:11434'],
  ['ollama', 'http://127.0.0.1:11434/api/', 'http://127.0.0.1:11434'],
  ['ollama', 'https://example.org/ollama/api', 'https://example.org/ollama'],
] as const)('reads the address of %s %s as %s', (provider, given, url) => {
  const variables = { OPENAI_COMPATIBLE_BASE_URL: given, OLLAMA_BASE_URL: given };
  expect(resolve(provider, variables).url).toBe(url);
});

it.each(['localhost:11434', 'secret words', 'file:///etc'])(
  'refuses the address %s, and does not repeat it',
  (given) => {
    expect(() => resolve('ollama', { OLLAMA_BASE_URL: given })).toThrow(
      'OLLAMA_BASE_URL is no address of a server. Set it to one that begins with http:// or https://.',
    );
  },
);
