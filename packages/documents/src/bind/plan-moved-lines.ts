import type { Note, TextEdit } from '../parse/note.ts';
import { moveBindings, toLineEdit, type LineEdit, type LineRange } from './move-bindings.ts';
import { readNoteBindings } from './read-note-bindings.ts';
import { writeLines } from './write-lines.ts';

/**
 * The edits that keep the line ranges of a note's frontmatter on their lines, to be made together with `edits`, which change
 * results or bindings alone.
 */
export function planMovedLines(note: Note, edits: readonly TextEdit[]): readonly TextEdit[] {
  const moved = createLineMover(note, edits);
  const planned = readNoteBindings(note).bindings.flatMap(({ target, linesAt }) => {
    if (target.kind !== 'lines' || linesAt === undefined) return [];
    const { start, end } = moved(target);
    if (start === target.start && end === target.end) return [];
    // What goes, or is written anew anyway, stays with that.
    if (edits.some((edit) => edit.start < linesAt.end && linesAt.start < edit.end)) return [];
    return { ...linesAt, text: writeLines(note.text.slice(linesAt.start, linesAt.end), { start, end }) };
  });
  // Bindings that share their range by an alias say it at one place.
  return [...new Map(planned.map((edit) => [edit.start, edit])).values()];
}

/** Says where lines of a note are after edits of its results or bindings. */
export function createLineMover(note: Note, edits: readonly TextEdit[]): (range: LineRange) => LineRange {
  // From the last to the first: the lines of each are then still those of the note.
  const changes = edits.toSorted((left, right) => right.start - left.start).map((edit) => toLineEdit(note, edit));
  if (changes.every(({ added, removed }) => added === removed)) return (range) => range;
  return (range) => changes.reduce<LineRange>(move, range);
}

function move(range: LineRange, change: LineEdit): LineRange {
  // All of it was output that goes: it stays at the result, and never comes to lie over a block behind it.
  return moveBindings([range], change)[0] ?? { start: change.line, end: change.line + 1 };
}
