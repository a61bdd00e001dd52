import type { ParsedModelId } from '../choose/parse-model-id.ts';
import type { ModelAccess } from '../choose/resolve-access.ts';
import { createOllamaModel } from './create-ollama-model.ts';
import { COMPATIBLE_NAME } from '../request/to-metadata-key.ts';
import type { ModelFetch } from './create-fetch.ts';
import type { StreamingModel } from './streaming-model.ts';

/** What a provider's model is made of. */
export interface LanguageModelOptions extends ParsedModelId {
  readonly access: ModelAccess;
  readonly send: ModelFetch;
  readonly contextTokens: number;
}

/** Loads the package of the provider when the first question needs it, and no other. */
export async function loadLanguageModel(options: LanguageModelOptions): Promise<StreamingModel> {
  const { provider, name, access, send, contextTokens } = options;
  const settings = { baseURL: access.url, apiKey: access.key ?? '', fetch: send };
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(name);
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings).responses(name);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(name);
    case 'ollama':
      return createOllamaModel({ name, url: access.url, send, contextTokens });
    default: {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...settings, name: COMPATIBLE_NAME, includeUsage: true })(name);
    }
  }
}
