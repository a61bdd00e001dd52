import { findHome } from '@toolyard/host';
import { workspace } from 'vscode';
import type { FolderSettings } from '../../folder/folder-options.ts';
import { toFolderSettings } from '../../folder/to-folder-settings.ts';

/** The settings of the extension as they are now for a folder of the window. */
export function readFolderSettings(folder: string): FolderSettings {
  const scope = workspace.workspaceFolders?.find(({ uri }) => uri.fsPath === folder)?.uri;
  const settings = workspace.getConfiguration('toolyard', scope);
  return toFolderSettings(
    (name) => {
      const known = settings.inspect<unknown>(name);
      return {
        // Without trust the editor leaves out what the folder says of some settings, which only `get` tells.
        value: settings.get<unknown>(name),
        own: known?.globalValue ?? known?.defaultValue,
        ofWorkspace: [known?.workspaceValue, known?.workspaceFolderValue],
      };
    },
    { folder, homeDir: findHome() },
  );
}
