import { type JsonObject, putEntry } from '@toolyard/core';

/** The JSON text of a new hooks file with these hooks, as people write it. */
export function writeHooksFile(hooks: readonly JsonObject[]): string {
  const begun = putEntry('', ['version'], 1);
  const ended = begun.ok ? putEntry(begun.text, ['hooks'], hooks) : begun;
  // A text of our own can always be edited.
  return ended.ok ? ended.text : '';
}
