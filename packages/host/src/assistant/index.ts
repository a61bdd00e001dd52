export { askNoteFile } from './ask-note-file.ts';
export type { NoteAnswer, NoteQuestion } from './ask-note-file.ts';
