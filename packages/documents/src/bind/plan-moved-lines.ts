import type { Note, TextEdit } from '../parse/note.ts';
import { moveBindings, toLineEdit, type LineEdit, type LineRange } from './move-bindings.ts';
import { readNoteBindings } from './read-note-bindings.ts';

const RANGE = /["']?[ \t]*([0-9]+)[ \t]*-[ \t]*([0-9]+)/y;

/**
 * The edits that keep the line ranges of a note's frontmatter on their lines, to be made together with `edits`, which change
 * results alone.
 */
export function planMovedLines(note: Note, edits: readonly TextEdit[]): readonly TextEdit[] {
  // From the last to the first: the lines of each are then still those of the note.
  const changes = edits.toSorted((left, right) => right.start - left.start).map((edit) => toLineEdit(note, edit));
  if (changes.every(({ added, removed }) => added === removed)) return [];
  const planned = readNoteBindings(note).bindings.flatMap(({ target, linesAt }) =>
    target.kind === 'lines' && linesAt !== undefined ? rewrite(note, linesAt, changes.reduce(move, target)) : [],
  );
  // Bindings that share their range by an alias say it at one place.
  return [...new Map(planned.map((edit) => [edit.start, edit])).values()];
}

function move(range: LineRange, change: LineEdit): LineRange {
  // All of it was output that goes: it stays at the result, and never comes to lie over a block behind it.
  return moveBindings([range], change)[0] ?? { start: change.line, end: change.line + 1 };
}

/** Replaces the two numbers alone, so that quotes and spaces stay as they were written. */
function rewrite({ text }: Note, at: number, { start, end }: LineRange): TextEdit[] {
  RANGE.lastIndex = at;
  const [whole = '', from = '', to = ''] = RANGE.exec(text) ?? [];
  if (whole === '' || (Number(from) === start && Number(to) === end)) return [];
  const first = at + whole.indexOf(from);
  const between = whole.slice(whole.indexOf(from) + from.length, whole.length - to.length);
  return [{ start: first, end: at + whole.length, text: `${start}${between}${end}` }];
}
