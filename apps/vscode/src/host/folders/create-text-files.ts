import { findDifference } from '@toolyard/documents';
import { writeFileAtomically } from '@toolyard/node';
import { Uri, workspace, WorkspaceEdit } from 'vscode';
import type { TextFiles } from '../../ports/text-files.ts';
import { toRange } from '../editor/to-range.ts';
import { toEditorUri } from './to-editor-uri.ts';

/** The texts of files as they are in the editor, where they are open there, else on the disk. */
export function createTextFiles(): TextFiles {
  return {
    async read(file) {
      try {
        return (await workspace.openTextDocument(toEditorUri(file))).getText();
      } catch (error) {
        if (await isThere(file)) throw error;
        return undefined;
      }
    },
    async write(file, text) {
      if (!(await isThere(file))) {
        await writeFileAtomically(file, text);
        return;
      }
      const document = await workspace.openTextDocument(toEditorUri(file));
      const edit = new WorkspaceEdit();
      // Whoever edits the rest keeps their place, their folds and their marks.
      const change = findDifference(document.getText(), text);
      if (change !== undefined) edit.replace(document.uri, toRange(document, change), change.text);
      if (!(await workspace.applyEdit(edit)) || !(await document.save())) {
        throw new Error(`${file} could not be saved. Look whether it is read-only, then try again.`);
      }
    },
  };
}

async function isThere(file: string): Promise<boolean> {
  try {
    await workspace.fs.stat(Uri.file(file));
    return true;
  } catch {
    return false;
  }
}
