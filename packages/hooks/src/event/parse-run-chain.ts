import { isJsonObject } from '@toolyard/core';
import type { ChainLink } from './hook-event.ts';

/** Reads a chain that another process wrote; `undefined` where it is none. */
export function parseRunChain(value: unknown): readonly ChainLink[] | undefined {
  return isChain(value) ? value : undefined;
}

/** Tells a chain from everything else. */
export function isChain(value: unknown): value is readonly ChainLink[] {
  return Array.isArray(value) && value.every(isLink);
}

function isLink(value: unknown): value is ChainLink {
  return (
    isJsonObject(value) &&
    typeof value['hook'] === 'string' &&
    typeof value['run'] === 'string' &&
    typeof value['inferred'] === 'boolean' &&
    (value['path'] === undefined || typeof value['path'] === 'string') &&
    (value['guesses'] === undefined || typeof value['guesses'] === 'number')
  );
}
