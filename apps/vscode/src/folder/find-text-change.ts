/** What has to be replaced in a text to get another one, with offsets into the first. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The one stretch in which two texts differ: whoever edits the rest keeps their place, their folds and their marks. */
export function findTextChange(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  // The two characters of a line end stay together.
  if (before[start - 1] === '\r' || after[start - 1] === '\r') start -= 1;
  let rest = 0;
  while (rest < most - start && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1;
  if (rest > 0 && before.at(-rest) === '\n') rest -= 1;
  return { start, end: before.length - rest, text: after.slice(start, after.length - rest) };
}
