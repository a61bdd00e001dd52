import type { TextEdit } from './note.ts';

/** The one smallest edit that makes `after` of `before`; `undefined` where they are the same. Never cuts a character in two. */
export function findDifference(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (isHighSurrogate(before, start - 1)) start--;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  if (isHighSurrogate(before, before.length - same - 1)) same--;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit < 0xdc00;
}
