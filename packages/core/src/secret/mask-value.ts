import { isJsonObject } from '../schema/json-object.ts';
import { isSecretName } from './is-secret.ts';
import { isHarmless, MASK } from './mask-text.ts';
import { maskWord, maskWords } from './mask-words.ts';

/** A value of the same form without the texts that look like secrets, by the names they stand under or by their shape. */
export function maskValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return isSecretName(name) && !isHarmless(value) ? MASK : maskWord(value);
  if (Array.isArray(value)) return maskItems(name, value);
  if (!isJsonObject(value)) return value;
  // Entries, since an assignment to `__proto__` would change the object itself.
  return Object.fromEntries(
    Object.entries(value).map(([inner, each]) => [inner, maskValue(isSecretName(name) ? name : inner, each)]),
  );
}

/** Whether a text is probably a secret or has one in it, by the name of what it belongs to or by its form. */
export function hidesSecret(text: string, name: string): boolean {
  return maskValue(name, text) !== text;
}

/** The items of a list may be a command line. */
function maskItems(name: string, items: readonly unknown[]): unknown[] {
  const isText = (item: unknown): item is string => typeof item === 'string';
  return items.every(isText) && !isSecretName(name) ? maskWords(items) : items.map((item) => maskValue(name, item));
}
