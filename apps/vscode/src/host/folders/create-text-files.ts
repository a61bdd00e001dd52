import { writeFileAtomically } from '@toolyard/node';
import { Range, Uri, workspace, WorkspaceEdit } from 'vscode';
import { findTextChange } from '../../folder/find-text-change.ts';
import type { TextFiles } from '../../ports/text-files.ts';
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
      const change = findTextChange(document.getText(), text);
      const edit = new WorkspaceEdit();
      const range = new Range(document.positionAt(change.start), document.positionAt(change.end));
      edit.replace(document.uri, range, change.text);
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
