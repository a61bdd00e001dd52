import type { Note, TextEdit } from '../parse/note.ts';

/** The edits that take all results of blocks out of a note, with the line break that each of them brought. */
export function planRemoval(note: Note): readonly TextEdit[] {
  return note.blocks.flatMap(({ result }) => {
    if (result === undefined || !result.closed) return [];
    const before = note.text.slice(0, result.range.start);
    const added = /(?:\r\n|\n|\r)[^\r\n]*$/.exec(before)?.[0].length ?? 0;
    return [{ start: result.range.start - added, end: result.range.end, text: '' }];
  });
}
