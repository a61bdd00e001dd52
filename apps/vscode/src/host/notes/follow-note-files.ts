import { Disposable, workspace, type TextDocument } from 'vscode';
import type { WindowNotes } from '../../notes/folder-notes.ts';
import { findNoteDocument, isNoteDocument, toDocumentName } from './note-documents.ts';

/** Lets runs follow their notes: what runs goes on in a note that is renamed or saved for the first time, and ends with one that is gone. */
export function followNoteFiles(notes: WindowNotes): Disposable {
  const rename = (from: string, to: string): void => notes.list().forEach(({ runs }) => runs.renameNote(from, to));
  const remove = (note: string): void => notes.list().forEach(({ runs }) => runs.deleteNote(note));
  return Disposable.from(
    workspace.onDidRenameFiles(({ files }) =>
      files.forEach(({ oldUri, newUri }) => rename(oldUri.fsPath, newUri.fsPath)),
    ),
    workspace.onDidDeleteFiles(({ files }) => files.forEach((uri) => remove(uri.fsPath))),
    workspace.onDidCloseTextDocument((document) => {
      if (!document.isUntitled || !isNoteDocument(document)) return;
      const note = toDocumentName(document.uri);
      // One that only gets another language is closed and opened again at once.
      setImmediate(() => {
        if (findNoteDocument(note) !== undefined) return;
        const saved = findSaved(document);
        if (saved === undefined) remove(note);
        else rename(note, toDocumentName(saved.uri));
      });
    }),
  );
}

/** The file that a text became that was saved for the first time: the editor does not say which, but it has the same text. */
function findSaved(untitled: TextDocument): TextDocument | undefined {
  const text = untitled.getText();
  return workspace.textDocuments.find(
    (document) => !document.isUntitled && !document.isClosed && isNoteDocument(document) && document.getText() === text,
  );
}
