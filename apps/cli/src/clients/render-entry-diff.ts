import { findEntryLines } from '@toolyard/core';
import type { EntryPath } from './take-out-entry.ts';

/**
 * What becomes of one entry of a file, as a unified difference that has the lines of the entry and no others: the rest of a
 * client's file is nobody's business. Nothing where the entry stays as it is.
 */
export function renderEntryDiff(file: string, path: EntryPath, before: string, after: string): string[] {
  const old = findEntryLines(before, path);
  const now = findEntryLines(after, path);
  if (old.join('\n') === now.join('\n')) return [];
  const head = countSame(old, now);
  const tail = countSame(old.slice(head).toReversed(), now.slice(head).toReversed());
  const mark = (sign: string, lines: readonly string[], from: number, to: number): string[] =>
    lines.slice(from, to).map((line) => sign + line);
  return [
    `--- ${file}`,
    `+++ ${file}`,
    `@@ ${path.slice(0, -1).join('.')} @@`,
    ...mark(' ', old, 0, head),
    ...mark('-', old, head, old.length - tail),
    ...mark('+', now, head, now.length - tail),
    ...mark(' ', old, old.length - tail, old.length),
  ];
}

function countSame(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((line, index) => line !== other[index]);
  return different < 0 ? Math.min(one.length, other.length) : different;
}
