import { languages, workspace, type DocumentSelector, type TextDocument, type Uri } from 'vscode';

/** The Markdown texts that may have tool blocks: files, and texts that nobody has saved yet. */
export const NOTES: DocumentSelector = [
  { language: 'markdown', scheme: 'file' },
  { language: 'markdown', scheme: 'untitled' },
];

/** Whether a text may have tool blocks. */
export function isNoteDocument(document: TextDocument): boolean {
  return languages.match(NOTES, document) > 0;
}

/** What a note is called: its path, or for one that nobody has saved yet, what the editor calls it. */
export function toDocumentName(uri: Uri): string {
  return uri.scheme === 'untitled' ? uri.path : uri.fsPath;
}

/** The text that is open under this name, in sight or not. */
export function findNoteDocument(note: string): TextDocument | undefined {
  return workspace.textDocuments.find(
    (document) => !document.isClosed && isNoteDocument(document) && toDocumentName(document.uri) === note,
  );
}
