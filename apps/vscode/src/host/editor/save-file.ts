import { homedir } from 'node:os';
import { Uri, window, workspace } from 'vscode';

/** Asks for a place, first in the folder of the window, and writes the file there. */
export async function saveFile(name: string, content: Uint8Array): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file(homedir());
  const place = await window.showSaveDialog({ defaultUri: Uri.joinPath(folder, name) });
  if (place !== undefined) await workspace.fs.writeFile(place, content);
}
