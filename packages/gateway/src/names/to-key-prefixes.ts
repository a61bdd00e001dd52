import { toSafePrefix } from '@toolyard/core';

/** How the names of one server's tools begin under `safe`. */
export interface KeyPrefix {
  /** The cleaned key with `__`; first a letter. */
  readonly text: string;
  /** Another configured key gives the same prefix, so that all names of this one end in a hash. */
  readonly ambiguous: boolean;
}

/**
 * The prefix of each configured key.
 *
 * Decided from the configuration alone, so that a name does not depend on which servers happen to run.
 */
export function toKeyPrefixes(keys: readonly string[]): ReadonlyMap<string, KeyPrefix> {
  const texts = keys.map(toSafePrefix);
  return new Map(
    keys.map((key, index) => {
      const text = texts[index] ?? '';
      const isShared = texts.indexOf(text) !== texts.lastIndexOf(text);
      return [key, { text, ambiguous: isShared && text !== `${key}__` }];
    }),
  );
}
