import { isJsonObject, isSecretName, isSecretShape } from '@toolyard/core';
import { maskWords } from '../terminal/mask-secrets.ts';

const MASK = '***';

/** A value without the texts in it that look like secrets, by the names they stand under or by their shape. */
export function maskNamed(name: string, value: unknown): unknown {
  if (typeof value === 'string') return isSecretName(name) && value !== '' ? MASK : maskText(value);
  if (Array.isArray(value)) return value.map((each) => maskNamed(name, each));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, maskNamed(inner, each)]));
}

/** The words of a text are looked at too, since a template may hold a secret among them. */
function maskText(text: string): string {
  const [whole = ''] = maskWords([text]);
  return whole === text ? text.replaceAll(/\S+/g, (word) => (isSecretShape(word) ? MASK : word)) : whole;
}
