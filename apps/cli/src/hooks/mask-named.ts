import { isJsonObject } from '@toolyard/core';
import { maskWords } from '../terminal/mask-secrets.ts';

/** A value without the texts in it that look like secrets, by the names they stand under or by their shape. */
export function maskNamed(name: string, value: unknown): unknown {
  if (typeof value === 'string') return maskText(name, value);
  if (Array.isArray(value)) return value.map((each) => maskNamed(name, each));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, maskNamed(inner, each)]));
}

function maskText(name: string, text: string): string {
  if (name === '') return maskWords([text])[0] ?? '';
  const [masked = ''] = maskWords([`${name.replaceAll('=', '')}=${text}`]);
  return masked.endsWith('=***') ? '***' : (maskWords([text])[0] ?? '');
}
