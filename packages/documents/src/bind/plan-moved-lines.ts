import type { Note, TextEdit } from '../parse/note.ts';
import { moveBindings, toLineEdit, type LineEdit, type LineRange } from './move-bindings.ts';
import { readNoteBindings } from './read-note-bindings.ts';

const RANGE = /[0-9]+(\s*-\s*)[0-9]+/;
/** The line that says how a text below it is written, with a comment. */
const BLOCK_HEAD = /^[|>].*/;
/** Those of a text in quotes say nothing at its end; without them all lines below would move. */
const BREAKS = /(?:\r\n?|\n)[ \t]*/g;

/**
 * The edits that keep the line ranges of a note's frontmatter on their lines, to be made together with `edits`, which change
 * results alone.
 */
export function planMovedLines(note: Note, edits: readonly TextEdit[]): readonly TextEdit[] {
  // From the last to the first: the lines of each are then still those of the note.
  const changes = edits.toSorted((left, right) => right.start - left.start).map((edit) => toLineEdit(note, edit));
  if (changes.every(({ added, removed }) => added === removed)) return [];
  const planned = readNoteBindings(note).bindings.flatMap(({ target, linesAt }) => {
    if (target.kind !== 'lines' || linesAt === undefined) return [];
    const { start, end } = changes.reduce<LineRange>(move, target);
    return start === target.start && end === target.end ? [] : rewrite(note, linesAt, { start, end });
  });
  // Bindings that share their range by an alias say it at one place.
  return [...new Map(planned.map((edit) => [edit.start, edit])).values()];
}

function move(range: LineRange, change: LineEdit): LineRange {
  // All of it was output that goes: it stays at the result, and never comes to lie over a block behind it.
  return moveBindings([range], change)[0] ?? { start: change.line, end: change.line + 1 };
}

/** Replaces the two numbers alone, so that quotes and spaces stay as they were written; all of it where escapes hide them. */
function rewrite({ text }: Note, at: Omit<TextEdit, 'text'>, { start, end }: LineRange): TextEdit {
  const written = text.slice(at.start, at.end);
  if (written.startsWith('"') && written.includes('\\')) {
    return { ...at, text: `"${start}-${end}${written.match(BREAKS)?.join('') ?? ''}"` };
  }
  const head = BLOCK_HEAD.exec(written)?.[0].length ?? 0;
  const numbers = written.slice(head).replace(RANGE, (_, between: string) => `${start}${between}${end}`);
  return { ...at, text: written.slice(0, head) + numbers };
}
