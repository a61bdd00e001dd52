import { readJsonText } from '@toolyard/core';

/** The value at a path of a text; `undefined` where there is none, or the text cannot be read. */
export function readEntry(text: string, path: readonly string[]): unknown {
  const read = readJsonText(text);
  return read.ok ? valueAt(read.value, path) : undefined;
}

/** The same of a text that was read before. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce(stepInto, value);
}

function stepInto(value: unknown, key: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isObject ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
}
