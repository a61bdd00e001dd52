import { Disposable } from 'vscode';
import { createNoteCommands } from '../../notes/create-note-commands.ts';
import { createWindowNotes } from '../../notes/create-window-notes.ts';
import { registerTable } from '../commands/register-table.ts';
import type { Register } from '../parts.ts';
import { createServerAccess } from '../servers/create-server-access.ts';
import { createNoteTexts } from './create-note-texts.ts';
import { followNoteFiles } from './follow-note-files.ts';
import { provideNoteHelp } from './provide-note-help.ts';
import { provideNoteLenses } from './provide-note-lenses.ts';
import { watchMoves } from './watch-moves.ts';
import { watchNoteTexts } from './watch-note-texts.ts';

/** Tool blocks in Markdown files: lenses, help, problems and the commands that run them. */
export const registerNotes: Register = (parts) => {
  const held: Disposable[] = [];
  const commands = registerTable(parts, (given) => {
    const moves = watchMoves();
    const texts = createNoteTexts(moves);
    const notes = createWindowNotes({ ...given, accessOf: createServerAccess(parts) }, texts);
    held.push(
      moves,
      provideNoteHelp(notes),
      provideNoteLenses(notes),
      watchNoteTexts(notes),
      followNoteFiles(notes),
      new Disposable(() => void notes.close()),
    );
    return createNoteCommands({ ...given, notes, texts });
  });
  return Disposable.from(commands, ...held);
};
