import { planMovedLines } from '../bind/plan-moved-lines.ts';
import type { Note, TextEdit } from '../parse/note.ts';
import { applyEdits } from '../parse/apply-edits.ts';

/** The text of a note after edits of its results: the line ranges of its frontmatter follow them. */
export function editNote(note: Note, edits: readonly TextEdit[]): string {
  return applyEdits(note.text, [...edits, ...planMovedLines(note, edits)]);
}
