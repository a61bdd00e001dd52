import { realpathSync } from 'node:fs';
import { Uri, workspace } from 'vscode';
import { toEditorPath } from '../../folder/to-editor-path.ts';

/** The address of a file, in the folder of the window that it lies in, also where that is a symbolic link. */
export function toEditorUri(file: string): Uri {
  const roots = (workspace.workspaceFolders ?? []).map(({ uri: { fsPath: path } }) => ({ path, real: toReal(path) }));
  return Uri.file(toEditorPath(file, roots));
}

function toReal(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
