import type { ReflogMark } from './git-marks.ts';
import { parseReflogLine } from './parse-reflog-line.ts';

/**
 * The index of the first line that came after the mark. Where git has thrown the marked line away, or another repository
 * took the place of the first, the lines with a later time count, and at the least the last one, should it have led to
 * another commit than the known one.
 */
export function findNewReflogLines(log: readonly string[], mark: ReflogMark, knownCommit: string | undefined): number {
  if (mark.last === undefined) return Math.min(mark.lines, log.length);
  if (log[mark.lines - 1] === mark.last) return mark.lines;
  const index = log.lastIndexOf(mark.last);
  return index === -1 ? findAfterLoss(log, mark.last, knownCommit) : index + 1;
}

function findAfterLoss(log: readonly string[], last: string, knownCommit: string | undefined): number {
  const lines = log.map(parseReflogLine);
  if (knownCommit !== undefined && lines[0]?.oldCommit === knownCommit) return 0;
  const known = parseReflogLine(last)?.seconds ?? Infinity;
  const later = lines.findIndex((line) => line !== undefined && line.seconds > known);
  if (later !== -1) return later;
  const isElsewhere = lines.length > 0 && lines.at(-1)?.newCommit !== knownCommit;
  return isElsewhere ? log.length - 1 : log.length;
}
