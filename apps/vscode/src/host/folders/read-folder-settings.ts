import { workspace } from 'vscode';
import type { FolderSettings } from '../../folder/folder-options.ts';

/** The settings of the extension as they are now for a folder of the window. */
export function readFolderSettings(folder: string): FolderSettings {
  const scope = workspace.workspaceFolders?.find(({ uri }) => uri.fsPath === folder)?.uri;
  const settings = workspace.getConfiguration('toolyard', scope);
  const configuration = settings.get<string>('configuration', '').trim();
  return {
    ...(configuration !== '' && { configuration }),
    hooksEnabled: settings.get<boolean>('hooks.enabled', true),
    sources: settings.get<string[]>('discovery.sources', []),
  };
}
