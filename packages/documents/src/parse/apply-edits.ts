import type { TextEdit } from './note.ts';

/** The text after edits that do not overlap, given in any order; all offsets are those of the text before. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let from = 0;
  for (const edit of edits.toSorted((left, right) => left.start - right.start)) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

/** The edit without what it would replace by the same; nothing where it changes nothing. */
export function shrinkEdit(text: string, { start, end, text: next }: TextEdit): TextEdit | undefined {
  const before = text.slice(start, end);
  if (before === next) return undefined;
  const most = Math.min(before.length, next.length);
  let head = 0;
  while (head < most && before[head] === next[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === next.at(-1 - tail)) tail++;
  return { start: start + head, end: end - tail, text: next.slice(head, next.length - tail) };
}
