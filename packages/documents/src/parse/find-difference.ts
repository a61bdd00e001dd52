import type { TextEdit } from './note.ts';

/** The one smallest edit that makes `after` of `before`; `undefined` where they are the same. Never cuts a character or a line end in two. */
export function findDifference(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (isInsidePair(before, start) || isInsidePair(after, start)) start--;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  if (isInsidePair(before, before.length - same) || isInsidePair(after, after.length - same)) same--;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}

/** Whether a place is between the two halves of a character, or between the two characters of a line end. */
function isInsidePair(text: string, index: number): boolean {
  const pair = text.slice(Math.max(0, index - 1), index + 1);
  return pair === '\r\n' || (index > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(pair));
}
