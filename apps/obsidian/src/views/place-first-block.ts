import { applyEdits, findBlockPlace, parseNote, planToolBlock } from '@toolyard/documents';
import { ToolyardError, type JsonObject } from '@toolyard/core';
import { writeCallBlock } from '@toolyard/host';

/** The call that a first block makes. */
export interface FirstCall {
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Puts a block at the end of a note; gives the line that it begins on, the first of which is 1. Throws `note-not-written` where the note ends in a fence. */
export function placeFirstBlock(
  text: string,
  { server, tool, arguments: given }: FirstCall,
): { readonly text: string; readonly line: number } {
  const note = parseNote(text, { servers: [server] });
  const place = findBlockPlace(note, text.length);
  if (place === undefined) {
    throw new ToolyardError(
      'note-not-written',
      'The last block of this note has no end, so nothing was inserted. Close it.',
    );
  }
  const block = writeCallBlock(server, { tool, arguments: given, missing: [] });
  const edit = planToolBlock(note, place, block);
  const start = edit.start + edit.text.search(/\S/);
  const written = applyEdits(text, [edit]);
  return { text: written, line: written.slice(0, start).split('\n').length };
}
