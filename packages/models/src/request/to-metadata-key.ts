import type { ProviderName } from '../choose/providers.ts';

/** How the package for compatible servers is told to call itself. */
export const COMPATIBLE_NAME = 'compatible';

/** Under which name a provider's package says what it wants back with a part of an answer. */
export function toMetadataKey(provider: ProviderName): string {
  return provider === 'openai-compatible' ? COMPATIBLE_NAME : provider;
}

/** Under which name it looks for that; compatible servers sign only where Gemini answers behind them. */
export function toOptionsKey(provider: ProviderName): string {
  return provider === 'openai-compatible' ? 'google' : provider;
}
