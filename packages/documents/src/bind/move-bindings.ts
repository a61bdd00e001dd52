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
  return ranges.map(({ start, end }) => {
    const moved = { start: moveLine(start, edit, 'start'), end: moveLine(end, edit, 'end') };
    return moved.start < moved.end ? moved : undefined;
  });
}

/** The first line of a range moves with its own text, the last one stays with what is before it. */
function moveLine(line: number, { line: first, keepsStart, removed, added }: LineEdit, side: 'start' | 'end'): number {
  const last = first + removed;
  const kept = keepsStart ? first : first - 1;
  if (line <= kept) return line;
  if (line > last || (line === last && !keepsStart)) return line + added - removed;
  return side === 'start' ? Math.min(first + added + 1, last + added - removed + 1) : kept;
}
