import type { ProviderName } from './providers.ts';

/** What is known of a model by its name. */
export interface ModelFacts {
  readonly contextTokens: number;
  readonly takesImages: boolean;
}

/** The first row that fits the name counts, whoever offers the model. */
const KNOWN: readonly (readonly [name: RegExp, contextTokens: number, takesImages: boolean])[] = [
  [/claude/, 200_000, true],
  [/gpt-4\.1/, 1_000_000, true],
  [/gpt-(5|6)/, 400_000, true],
  [/gpt-4o|gpt-4-turbo/, 128_000, true],
  [/gpt-4/, 8192, false],
  [/gpt-3\.5/, 16_385, false],
  [/gpt-oss/, 128_000, false],
  [/(^|\/)o[134]-mini/, 128_000, false],
  [/(^|\/)o[134](-|$)/, 200_000, true],
  [/gemini/, 1_000_000, true],
  [/gemma-?[34]/, 128_000, true],
  [/deepseek/, 128_000, false],
  [/llava|pixtral|-vl\b|vision|llama-?4/, 32_000, true],
];

/** Small enough for every model that people call tools with. */
const UNKNOWN_TOKENS = 32_000;

/** Without being told otherwise Ollama keeps 4096 tokens and drops the rest unseen; more than this costs memory that many machines lack. */
const OLLAMA_TOKENS = 16_384;

/** The size of a model's context, and whether it takes images; for an unknown name what is safe. */
export function findModelFacts(provider: ProviderName, name: string, ollamaContext?: string): ModelFacts {
  const [, contextTokens = UNKNOWN_TOKENS, takesImages = false] =
    KNOWN.find(([pattern]) => pattern.test(name.toLowerCase())) ?? [];
  if (provider !== 'ollama') return { contextTokens, takesImages };
  const given = Number(ollamaContext);
  return { contextTokens: Number.isInteger(given) && given > 0 ? given : OLLAMA_TOKENS, takesImages };
}
