import { ToolyardError } from '@toolyard/core';
import { HOOK_CHAIN_VARIABLE, parseRunChain, type ChainLink } from '@toolyard/hooks';
import type { Surroundings } from '../../surroundings/surroundings.ts';

/**
 * The runs that led to this command, where a hook's program started it. Throws `usage` where they cannot be read: without
 * them a loop would have no end.
 */
export function readCause({ env }: Pick<Surroundings, 'env'>): readonly ChainLink[] | undefined {
  const text = env[HOOK_CHAIN_VARIABLE] ?? '';
  if (text === '') return undefined;
  const chain = parseRunChain(parseJson(text));
  if (chain !== undefined) return chain;
  const message = `${HOOK_CHAIN_VARIABLE} was not set by a hook. Unset it, then try again.`;
  throw new ToolyardError('usage', message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
