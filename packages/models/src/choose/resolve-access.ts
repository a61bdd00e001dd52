import { ToolyardError } from '@toolyard/core';
import type { ProviderName } from './providers.ts';
import { PROVIDERS } from './providers.ts';

/** How a provider is reached. */
export interface ModelAccess {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key?: string;
}

/** Where a provider is, and the key for it. Throws `model-key-missing`, which names the variable, or `model-unavailable` for a base URL that is none. */
export function resolveAccess(
  id: string,
  provider: ProviderName,
  variable: (name: string) => string | undefined,
): ModelAccess {
  const { keyVariable, needsKey, urlVariable, url: usual, path } = PROVIDERS[provider];
  const key = (keyVariable === undefined ? undefined : variable(keyVariable)) ?? '';
  if (needsKey && key === '')
    throw new ToolyardError('model-key-missing', `Model "${id}" needs a key. Set ${keyVariable}.`);
  const given = variable(urlVariable) ?? '';
  if (given === '' && usual === undefined)
    throw new ToolyardError(
      'model-key-missing',
      `Model "${id}" needs the address of a server. Set ${urlVariable}, such as http://127.0.0.1:1234/v1.`,
    );
  const url = given === '' ? (usual ?? '') : toBaseUrl(given, urlVariable, path);
  return { url, ...(key === '' ? {} : { key }) };
}

/** Programs disagree whether a base URL has the path of the API, so an address without any path gets it. */
function toBaseUrl(given: string, variable: string, path: string): string {
  // Not repeated: an address may hold a password.
  const wrong = (): never => {
    throw new ToolyardError(
      'model-unavailable',
      `${variable} is no address of a server. Set it to one that begins with http:// or https://.`,
    );
  };
  if (!URL.canParse(given)) return wrong();
  const { protocol, origin, pathname } = new URL(given);
  if (protocol !== 'http:' && protocol !== 'https:') return wrong();
  // The path of Ollama's API belongs to each request.
  const own = path === '' ? pathname.replace(/\/api\/?$/, '') : pathname;
  return origin + (own === '/' ? path : own).replace(/\/+$/, '');
}
