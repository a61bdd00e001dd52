import { findLine } from '../parse/find-line-starts.ts';
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
  /** Whether what stands before the edit on that line stays. */
  readonly keepsStart: boolean;
  readonly removed: number;
  readonly added: number;
}

/** What an edit does to the lines of the note it is made on. */
export function toLineEdit({ lineStarts }: Note, { start, end, text }: TextEdit): LineEdit {
  const line = findLine(lineStarts, start);
  return {
    line: line + 1,
    keepsStart: start > (lineStarts[line] ?? 0),
    removed: findLine(lineStarts, end) - line,
    added: text.match(/\r\n?|\n/g)?.length ?? 0,
  };
}

/**
 * Where line ranges are after an edit: lines put in before a range move it, lines put in or taken out inside make it
 * longer or shorter; `undefined` for a range of which less than two lines are left.
 */
export function moveBindings(ranges: readonly LineRange[], edit: LineEdit): (LineRange | undefined)[] {
  return ranges.map((range) => {
    const moved = { start: moveStart(range, edit), end: moveEnd(range, edit) };
    return moved.start < moved.end ? moved : undefined;
  });
}

function moveStart({ start }: LineRange, edit: LineEdit): number {
  if (start <= lastKept(edit)) return start;
  // Where it was taken out, the range begins with what is left of the last line that changed.
  return Math.max(start - edit.removed, edit.line) + edit.added;
}

function moveEnd({ start, end }: LineRange, edit: LineEdit): number {
  const kept = lastKept(edit);
  if (end <= kept) return end;
  if (end >= edit.line + edit.removed) return end + edit.added - edit.removed;
  // What replaces the end of a range belongs to it; what replaces all of it does not.
  return kept >= start ? kept + edit.added : kept;
}

/** The last line of which at least the start stays as it was. */
function lastKept({ line, keepsStart }: LineEdit): number {
  return keepsStart ? line : line - 1;
}
