/** Who offers models; the part of a model's id before the first `/`. */
export type ProviderName = 'anthropic' | 'openai' | 'google' | 'ollama' | 'openai-compatible';

/** What is known of a provider before anybody asks it. */
export interface Provider {
  /** As people call it. */
  readonly label: string;
  /** The variable with the key; absent where none is wanted. */
  readonly keyVariable?: string;
  readonly needsKey: boolean;
  readonly urlVariable: string;
  /** Where its API is; absent where only the variable can say so. */
  readonly url?: string;
  /** The path of its API, for a base URL that has none. */
  readonly path: string;
  /** The model that is asked where only this provider's key is set; absent where nobody can know one. */
  readonly model?: string;
}

/** All of them, in the order in which people are told of them. */
export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  anthropic: {
    label: 'Anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    needsKey: true,
    urlVariable: 'ANTHROPIC_BASE_URL',
    url: 'https://api.anthropic.com/v1',
    path: '/v1',
    model: 'claude-sonnet-5-5',
  },
  openai: {
    label: 'OpenAI',
    keyVariable: 'OPENAI_API_KEY',
    needsKey: true,
    urlVariable: 'OPENAI_BASE_URL',
    url: 'https://api.openai.com/v1',
    path: '/v1',
    model: 'gpt-5.6',
  },
  google: {
    label: 'Google',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    needsKey: true,
    urlVariable: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    url: 'https://generativelanguage.googleapis.com/v1beta',
    path: '/v1beta',
    model: 'gemini-flash-latest',
  },
  ollama: {
    label: 'Ollama',
    needsKey: false,
    urlVariable: 'OLLAMA_BASE_URL',
    url: 'http://127.0.0.1:11434',
    path: '',
  },
  'openai-compatible': {
    label: 'The server',
    keyVariable: 'OPENAI_COMPATIBLE_API_KEY',
    needsKey: false,
    urlVariable: 'OPENAI_COMPATIBLE_BASE_URL',
    path: '/v1',
  },
};

/** The names of all variables that hold a key. */
export const KEY_VARIABLES: readonly string[] = Object.values(PROVIDERS).flatMap(
  ({ keyVariable }) => keyVariable ?? [],
);

/** The names of all variables that decide how providers are reached: keys and base URLs. */
export const ACCESS_VARIABLES: readonly string[] = [
  ...KEY_VARIABLES,
  ...Object.values(PROVIDERS).map(({ urlVariable }) => urlVariable),
];
