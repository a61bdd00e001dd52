import { expect, it } from 'vitest';
import { findModelFacts } from './model-facts.ts';

it.each([
  ['anthropic', 'claude-sonnet-5-5', 200_000, true],
  ['openai', 'gpt-4o-mini', 128_000, true],
  ['openai', 'o3-mini', 128_000, false],
  ['google', 'gemini-flash-latest', 1_000_000, true],
  ['openai-compatible', 'anthropic/claude-opus-5', 200_000, true],
  ['openai-compatible', 'Qwen2.5-VL', 32_000, true],
  ['openai-compatible', 'somebody/own-model', 32_000, false],
  ['ollama', 'qwen3', 16_384, false],
  ['ollama', 'llava:13b', 16_384, true],
] as const)('knows of %s/%s a context of %i tokens, and images: %s', (provider, name, contextTokens, takesImages) => {
  expect(findModelFacts(provider, name)).toEqual({ contextTokens, takesImages });
});

it('takes the size that Ollama was told to use', () => {
  expect(findModelFacts('ollama', 'qwen3', '65536').contextTokens).toBe(65_536);
  expect(findModelFacts('ollama', 'qwen3', 'much').contextTokens).toBe(16_384);
});
