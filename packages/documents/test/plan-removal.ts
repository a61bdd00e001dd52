import type { Note, TextEdit } from '../src/parse/note.ts';

/** The edits that take all results of blocks out of a note, with the line break that each of them brought. */
export function planRemoval(note: Note): readonly TextEdit[] {
  return note.blocks.flatMap(({ result }) => {
    if (result === undefined || !result.closed) return [];
    const lineStart = note.lineStarts[result.range.line - 1] ?? 0;
    const lineEnd = note.text.slice(lineStart - 2, lineStart) === '\r\n' ? 2 : 1;
    return [{ start: Math.max(0, lineStart - lineEnd), end: result.range.end, text: '' }];
  });
}
