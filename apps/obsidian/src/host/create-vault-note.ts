import type { EditableNote } from '@toolyard/host';
import { ToolyardError } from '@toolyard/core';
import { MarkdownView, TFile, type App, type Editor, type TAbstractFile } from 'obsidian';
import { createVaultFiles } from './blocks/create-vault-files.ts';
import { replaceText } from './replace-text.ts';

/**
 * A note of the vault. Where an editor shows it, the editor's text counts and is changed, as one step that can be undone; else the file is,
 * atomically. Where it is decided at each use, since notes are opened and closed while tools run.
 */
export function createVaultNote(app: App, path: string): EditableNote {
  // Obsidian keeps the same object for a note that is renamed or moved.
  const note = app.vault.getAbstractFileByPath(path);
  const find = (): TFile => findFile(app, note, path);
  const read = async (): Promise<string> => {
    await saveRead(app, note);
    return findEditor(app, note)?.getValue() ?? app.vault.read(find());
  };
  return {
    isInEditor: () => findEditor(app, note) !== undefined,
    read,
    async update(edit) {
      await saveRead(app, note);
      const editor = findEditor(app, note);
      if (editor === undefined) await app.vault.process(find(), edit);
      else replaceText(editor, edit(editor.getValue()));
    },
    attach: () => Promise.reject(new Error('A vault keeps files where its settings say.')),
    files: createVaultFiles(app, { find, read }),
  };
}

/** The editor that shows a note to be written in; the reading view of a note has none. */
function findEditor(app: App, note: TAbstractFile | null): Editor | undefined {
  return findViews(app, note).find((view) => view.getMode() === 'source')?.editor;
}

/** What was typed right before a pane went over to the reading view is not in the file yet, and would be lost by a change of the file. */
async function saveRead(app: App, note: TAbstractFile | null): Promise<void> {
  const read = findViews(app, note).filter((view) => view.getMode() === 'preview');
  await Promise.all(read.map((view) => view.save()));
}

function findViews({ workspace }: App, note: TAbstractFile | null): readonly MarkdownView[] {
  return workspace
    .getLeavesOfType('markdown')
    .map(({ view }) => view)
    .filter((view) => view instanceof MarkdownView)
    .filter(({ file }) => file !== null && file === note);
}

function findFile({ vault }: App, note: TAbstractFile | null, path: string): TFile {
  if (note instanceof TFile && vault.getAbstractFileByPath(note.path) === note) return note;
  throw new ToolyardError('note-not-written', `There is no note "${path}" any more, so nothing was written.`);
}
