import { cleanName } from './clean-name.ts';

/** How the names of one server's tools begin under `safe`. */
export interface KeyPrefix {
  /** The cleaned key with `__`; first a letter. */
  readonly text: string;
  /** Another configured key could give the same names, so that all names of this one end in a hash. */
  readonly ambiguous: boolean;
}

/**
 * The prefix of each configured key.
 *
 * Decided from the configuration alone, so that a name does not depend on which servers happen to run.
 */
export function toKeyPrefixes(keys: readonly string[]): ReadonlyMap<string, KeyPrefix> {
  const texts = new Map(keys.map((key) => [key, toPrefixText(key)]));
  return new Map([...texts].map(([key, text]) => [key, { text, ambiguous: isAmbiguous(key, texts) }]));
}

function toPrefixText(key: string): string {
  const clean = cleanName(key);
  return `${/^[A-Za-z]/.test(clean) ? clean : `s${clean}`}__`;
}

function isAmbiguous(key: string, texts: ReadonlyMap<string, string>): boolean {
  const own = texts.get(key) ?? '';
  const unchanged = own === `${key}__`;
  for (const [other, text] of texts) {
    if (other === key || !own.startsWith(text)) continue;
    if (text.length < own.length || !unchanged) return true;
  }
  return false;
}
