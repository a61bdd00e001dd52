import { findNearest } from '@toolyard/core';

/** Says that no server has a key, and which one was probably meant. */
export function describeNotFound(key: string, servers: Iterable<string>): string {
  const nearest = findNearest(key, servers);
  return `Server not found: ${key}${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

/** Languages of texts that may well have a line `tool:`; they are not mistyped keys. */
const LANGUAGES =
  /^(?:te?xt|plain(?:text)?|ya?ml|json[c5]?|toml|ini|md|markdown|mdx|log|diff|(?:ba|z)?sh|shell|console|http)$/i;

/** Whether a fence with `tool:` was meant for a server or as `mcp`, and its language is mistyped. */
export function isMistypedLanguage(language: string, servers: Iterable<string>): boolean {
  return !LANGUAGES.test(language) && findNearest(language, servers) !== undefined;
}
