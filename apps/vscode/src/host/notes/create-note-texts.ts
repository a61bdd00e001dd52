import { ToolyardError } from '@toolyard/core';
import { findTextChanges, type ResultFiles } from '@toolyard/documents';
import type { EditableNote } from '@toolyard/host';
import { createNoteFile } from '@toolyard/node';
import { Range, window, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
import type { NoteTexts } from '../../ports/note-texts.ts';
import type { MoveWatch } from './watch-moves.ts';
import { findNoteDocument, isNoteDocument, toDocumentName } from './note-documents.ts';

/** So often a change is tried on a text that somebody types in meanwhile. */
const MOST_TRIES = 50;

/** The texts of VS Code. Whether a note is open there is asked at each use, since notes are opened and closed while tools run. */
export function createNoteTexts(moves: Pick<MoveWatch, 'settled'>): NoteTexts {
  return {
    openNote: (name, where) => openNote(name, where, moves),
    active() {
      const editor = window.activeTextEditor;
      if (editor === undefined || !isNoteDocument(editor.document)) return undefined;
      const { document, selection } = editor;
      return { note: toDocumentName(document.uri), text: document.getText(), line: selection.active.line + 1 };
    },
  };
}

function openNote(name: string, where: () => string | undefined, moves: Pick<MoveWatch, 'settled'>): EditableNote {
  const find = (): TextDocument | undefined => findNoteDocument(where() ?? name);
  const file = (): ReturnType<typeof createNoteFile> => {
    const path = where();
    if (path !== undefined) return createNoteFile(path);
    throw new ToolyardError('note-not-written', `There is no note "${name}" any more, so nothing was written.`);
  };
  return {
    isInEditor: () => find() !== undefined,
    read: async () => find()?.getText() ?? file().read(),
    async update(edit) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        await moves.settled();
        const document = find();
        if (document === undefined) return file().update(edit);
        const isTaken = await changeDocument(document, edit);
        // One that is closed in this moment may have taken it with it: it is looked for again.
        if (isTaken && !document.isClosed) return;
        if (!isTaken) await somethingChanged();
      }
      throw new ToolyardError('note-not-written', `The editor did not take a change of "${name}". Is it read-only?`);
    },
    attach: (...given) => file().attach(...given),
    ...(find()?.isUntitled === true && { files: NO_PLACE }),
  };
}

/** A text that nobody has saved yet lies nowhere, so no file can lie beside it. */
const NO_PLACE: ResultFiles = {
  add: async ({ title }) => `*Not kept: ${title}. Save this note and run the block again.*`,
  remove: async () => undefined,
};

/**
 * Changes a text in one step that can be undone, and only what differs in it, so that cursors and folds stay. False where somebody typed in
 * between: the editor refuses a change of a version that is over.
 */
async function changeDocument(document: TextDocument, edit: (text: string) => string): Promise<boolean> {
  const before = document.getText();
  const changes = findTextChanges(before, edit(before));
  if (changes.length === 0) return true;
  const step = new WorkspaceEdit();
  for (const { start, end, text } of changes) {
    step.replace(document.uri, new Range(document.positionAt(start), document.positionAt(end)), text);
  }
  return workspace.applyEdit(step);
}

/** What was typed reaches the extension a moment later. */
function somethingChanged(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      heard.dispose();
      resolve();
    };
    const timer = setTimeout(end, 100);
    const heard = workspace.onDidChangeTextDocument(end);
  });
}
