import { ToolyardError } from '@toolyard/core';
import { PROVIDERS, type ProviderName } from './providers.ts';

/** A model's id in its two parts. */
export interface ParsedModelId {
  readonly provider: ProviderName;
  /** As the provider calls it; it may have slashes too. */
  readonly name: string;
}

/** Splits `provider/name` at the first slash. Throws `model-not-chosen` where there is no such provider, or no name. */
export function parseModelId(id: string): ParsedModelId {
  const slash = id.indexOf('/');
  const provider = id.slice(0, Math.max(0, slash));
  const name = id.slice(slash + 1);
  if (isProvider(provider) && name !== '') return { provider, name };
  const why =
    slash < 0 ? 'it names no provider' : name === '' ? 'it names no model' : `there is no provider "${provider}"`;
  const names = Object.keys(PROVIDERS).join(', ');
  throw new ToolyardError(
    'model-not-chosen',
    `Model "${id}" cannot be used: ${why}. Write provider/name, such as anthropic/claude-sonnet-5-5; the providers are ${names}.`,
  );
}

function isProvider(text: string): text is ProviderName {
  return Object.hasOwn(PROVIDERS, text);
}
