import { findLine, findLineEnd } from '../parse/find-line-starts.ts';
import type { Note, TextEdit } from '../parse/note.ts';

/** Lines of a note, both included, the first of which is 1. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** An edit in lines: from `line` on, `removed` line breaks go and `added` come. */
export interface LineEdit {
  /** The first line that changed, from 1. */
  readonly line: number;
  /** Whether something stands before the edit on that line, which stays. */
  readonly keepsStart: boolean;
  /** Whether something stands behind the edit on the last line that changed, which stays. */
  readonly keepsRest: boolean;
  readonly removed: number;
  readonly added: number;
}

/** What an edit does to the lines of the note it is made on. */
export function toLineEdit({ text: before, lineStarts }: Note, { start, end, text }: TextEdit): LineEdit {
  const line = findLine(lineStarts, start);
  const last = findLine(lineStarts, end);
  return {
    line: line + 1,
    keepsStart: start > (lineStarts[line] ?? 0),
    keepsRest: end < findLineEnd(before, lineStarts, last),
    removed: last - line,
    added: text.match(/\r\n?|\n/g)?.length ?? 0,
  };
}

/**
 * Where line ranges are after an edit: lines put in before a range move it, lines put in or taken out inside make it
 * longer or shorter; `undefined` for a range of which less than two lines are left.
 */
export function moveBindings(ranges: readonly LineRange[], edit: LineEdit): (LineRange | undefined)[] {
  return ranges.map((range) => {
    const moved = moveRange(range, edit);
    return moved.start < moved.end ? moved : undefined;
  });
}

/** What the range of a binding becomes when nothing is left of its lines. */
export const NO_LINES: LineRange = { start: 0, end: 0 };

/**
 * Where a range is after the edits of a person, from the last of the text to the first. One line that is left of it is a range still, so that it
 * grows again when that line is broken; what is gone is `NO_LINES` and stays so. Both are no valid binding, so they are told to people.
 */
export function followEdits(range: LineRange, edits: readonly LineEdit[]): LineRange {
  // As many lines as before are the same lines with other words.
  if (edits.every(({ added, removed }) => added === removed)) return range;
  return edits.reduce((now, edit) => {
    const isGone = now.start === NO_LINES.start || takesOut(edit, now);
    return isGone ? NO_LINES : moveRange(now, edit);
  }, range);
}

/** Whether an edit takes out or replaces everything that stands on the lines of a range. */
function takesOut({ line, keepsStart, keepsRest, removed }: LineEdit, { start, end }: LineRange): boolean {
  const isFromStart = line < start || (line === start && !keepsStart);
  const last = line + removed;
  return removed > 0 && isFromStart && (last > end || (last === end && !keepsRest));
}

function moveRange(range: LineRange, edit: LineEdit): LineRange {
  return { start: moveStart(range, edit), end: moveEnd(range, edit) };
}

function moveStart({ start }: LineRange, edit: LineEdit): number {
  if (start <= lastKept(edit)) return start;
  // Where it was taken out, the range begins with what is left of the last line that changed.
  return Math.max(start - edit.removed, edit.line) + edit.added;
}

function moveEnd({ start, end }: LineRange, edit: LineEdit): number {
  const kept = lastKept(edit);
  const last = edit.line + edit.removed;
  // What stands behind an edit on the last line of the range goes on belonging to it.
  if (end <= kept && !(end === last && edit.keepsRest)) return end;
  if (end >= last) return end + edit.added - edit.removed;
  // What replaces the end of a range belongs to it, but not the line that goes on behind it; what replaces all of it does not.
  const joined = edit.keepsStart && edit.keepsRest && edit.added > 0 ? 1 : 0;
  return kept >= start ? kept + edit.added - joined : kept;
}

/** The last line of which at least the start stays as it was. */
function lastKept({ line, keepsStart }: LineEdit): number {
  return keepsStart ? line : line - 1;
}
