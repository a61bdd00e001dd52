import { ToolyardError } from '@toolyard/core';
import { MarkdownView, TFile, type App, type Editor } from 'obsidian';
import type { AppNote } from '../ports/note-app.ts';
import { findDifference } from '../blocks/find-difference.ts';

/** Names a change of ours in an editor, so that it is never joined with what a person types right before it. */
const ORIGIN = 'toolyard';

/**
 * A note of the vault. Where an editor shows it, the editor's text counts and is changed, as one step that can be undone; else the file is,
 * atomically. Where it is decided at each use, since notes are opened and closed while tools run.
 */
export function createVaultNote(app: App, path: string): AppNote {
  return {
    isInEditor: () => findEditor(app, path) !== undefined,
    read: async () => findEditor(app, path)?.getValue() ?? app.vault.read(findFile(app, path)),
    async update(edit) {
      const editor = findEditor(app, path);
      if (editor === undefined) await app.vault.process(findFile(app, path), edit);
      else replaceText(editor, edit(editor.getValue()));
    },
    async attach(name, bytes, mayReplace) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      const found = app.vault.getAbstractFileByPath(folder + name);
      const content = bytes.slice().buffer;
      if (found === null) await app.vault.createBinary(folder + name, content);
      else if (found instanceof TFile && mayReplace) await app.vault.modifyBinary(found, content);
      else return false;
      return true;
    },
  };
}

/** The editor that shows a note to be written in; the reading view of a note has none. */
function findEditor(app: App, path: string): Editor | undefined {
  return app.workspace
    .getLeavesOfType('markdown')
    .map(({ view }) => view)
    .filter((view) => view instanceof MarkdownView)
    .find((view) => view.file?.path === path && view.getMode() === 'source')?.editor;
}

function findFile(app: App, path: string): TFile {
  const file = app.vault.getAbstractFileByPath(path);
  if (file instanceof TFile) return file;
  throw new ToolyardError('note-not-written', `There is no note "${path}" any more, so nothing was written.`);
}

/** Only what differs is replaced, so that the cursor, folds and marks of everything else stay. */
function replaceText(editor: Editor, next: string): void {
  const change = findDifference(editor.getValue(), next);
  if (change === undefined) return;
  const { start, end, text } = change;
  editor.transaction({ changes: [{ from: editor.offsetToPos(start), to: editor.offsetToPos(end), text }] }, ORIGIN);
}
