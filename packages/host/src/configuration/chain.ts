import { CYCLE_MESSAGE, ToolyardError } from '@toolyard/core';

/** The environment variable that tells a Toolyard which configurations it was started from. */
export const CONFIGURATION_CHAIN_VARIABLE = 'TOOLYARD_CHAIN';

const MAX_DEPTH = 10;

/** Reads a chain; a value that is none counts as an empty one, since it did not come from a Toolyard. */
export function parseConfigurationChain(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : [];
  } catch {
    return [];
  }
}

/**
 * The chain that the servers of `identity` get. Throws `config-invalid` where it would lead back into itself, or where
 * it is deeper than anyone wants it.
 */
export function extendChain(chain: readonly string[], identity: string): readonly string[] {
  const at = chain.indexOf(identity);
  if (at >= 0) {
    const circle = [...chain.slice(at), identity].join(' -> ');
    throw new ToolyardError(
      'config-invalid',
      `${CYCLE_MESSAGE}: ${circle}. Remove the entry that starts Toolyard from one of them.`,
    );
  }
  if (chain.length >= MAX_DEPTH) {
    const path = [...chain, identity].join(' -> ');
    throw new ToolyardError(
      'config-invalid',
      `More than ${MAX_DEPTH} Toolyards start one another: ${path}. Remove the entry that starts Toolyard from one of them.`,
    );
  }
  return [...chain, identity];
}
