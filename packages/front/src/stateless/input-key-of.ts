import { INPUT_KEY, type Frame } from '@toolyard/core';
import { readMeta } from './envelope.ts';

const LONGEST_KEY = 200;

/** The key that a server gave its question; `undefined` where it gave none. */
export function inputKeyOf(question: Frame): string | undefined {
  const key = readMeta(question)[INPUT_KEY];
  return typeof key === 'string' && key !== '' && key.length <= LONGEST_KEY ? key : undefined;
}
