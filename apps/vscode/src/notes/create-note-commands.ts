import { basename } from 'node:path';
import { toLine, ToolyardError } from '@toolyard/core';
import type { BoundBlock, BoundNote } from '@toolyard/documents';
import type { CommandParts, CommandTable } from '../commands/command-table.ts';
import type { ActiveNote, NoteTexts } from '../ports/note-texts.ts';
import type { Subject } from '../rows/row.ts';
import type { FolderNotes, WindowNotes } from './folder-notes.ts';

/** What the commands of notes work with. */
export interface NoteCommandParts extends Pick<CommandParts, 'editor' | 'later'> {
  readonly notes: WindowNotes;
  readonly texts: Pick<NoteTexts, 'active'>;
}

/** The commands `toolyard.notes.*`: for the block or the note of a lens, else for where the cursor is. */
export function createNoteCommands(parts: NoteCommandParts): CommandTable {
  const { texts, notes } = parts;
  return {
    async 'toolyard.notes.runBlock'(subject) {
      if (subject?.kind === 'block') {
        return openNotes(notes, subject.note).runs.run(subject.note, ({ block }) => block.id === subject.block);
      }
      const active = findActive(texts);
      const { read, runs } = openNotes(notes, active.note);
      const { id } = findBlockOrResultAt(read(active), active.line)?.block ?? {};
      if (id === undefined) {
        const message = `There is no tool block on line ${active.line}. Put the cursor in a block, or use "Run Note".`;
        throw new ToolyardError('usage', message);
      }
      await runs.run(active.note, ({ block }) => block.id === id);
    },
    async 'toolyard.notes.runNote'(subject) {
      const note = subject?.kind === 'note' ? subject.note : undefined;
      if (note !== undefined) return openNotes(notes, note).runs.run(note, () => true);
      const active = findActive(texts);
      const { read, runs } = openNotes(notes, active.note);
      if (read(active).blocks.length === 0) {
        const message = `${toLine(basename(active.note))} has no tool blocks: fenced blocks in the language of a server, with a line "tool: NAME".`;
        throw new ToolyardError('usage', message);
      }
      await runs.run(active.note, () => true);
    },
    async 'toolyard.notes.stop'(subject) {
      stopBlocks(parts, subject);
    },
  };
}

/** Stops the block or the note that is meant; from the palette those of the note that has the cursor, else all of the window. */
function stopBlocks({ notes, texts, editor, later }: NoteCommandParts, subject: Subject | undefined): void {
  if (subject?.kind === 'block') return notes.of(subject.note)?.runs.stop(subject.note, subject.block);
  const note = subject?.kind === 'note' ? subject.note : texts.active()?.note;
  const own = note === undefined ? undefined : notes.of(note);
  if (note !== undefined && own?.runs.isRunning(note) === true) return own.runs.stopAll(note);
  const running = notes.list().filter(({ runs }) => runs.isRunning());
  if (running.length === 0) later(async () => void (await editor.notify('info', 'No tool block is running.')));
  for (const { runs } of running) runs.stopAll();
}

function findActive(texts: Pick<NoteTexts, 'active'>): ActiveNote {
  const active = texts.active();
  if (active !== undefined) return active;
  throw new ToolyardError('usage', 'Tool blocks are run from a Markdown file. Open one first.');
}

/** Refuses what nobody may run. */
function openNotes(notes: WindowNotes, note: string): FolderNotes {
  const found = notes.of(note);
  if (found === undefined) {
    throw new ToolyardError(
      'usage',
      'Tool blocks use the servers of a folder, and this window has none. Open a folder first.',
    );
  }
  const { folder } = found;
  if (folder.state().duty.kind === 'untrusted') {
    const message = `${folder.path} is not trusted, so no tool block runs. Trust the workspace first.`;
    throw new ToolyardError('config-not-approved', message);
  }
  return found;
}

/** The block that a line stands in, or whose result it stands in. */
function findBlockOrResultAt({ blocks }: BoundNote, line: number): BoundBlock | undefined {
  return blocks.find(({ block: { range, result } }) =>
    [range, result?.range].some((each) => each !== undefined && each.line <= line && line <= each.endLine),
  );
}
