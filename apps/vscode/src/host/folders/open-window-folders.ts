import { toMessage, type Log } from '@toolyard/core';
import { isInside } from '@toolyard/node';
import { workspace, type Disposable, type LogOutputChannel, type WorkspaceFolder } from 'vscode';
import { createFolder } from '../../folder/create-folder.ts';
import { inEditorWords } from '../../words/in-editor-words.ts';
import { toEditorWords } from '../../words/to-editor-words.ts';
import { createWindowFolders, type WindowFolder, type WindowFolders } from '../../folder/create-window-folders.ts';
import { createVscodeHost } from '../create-vscode-host.ts';
import type { Parts } from '../parts.ts';
import { createTextFiles } from './create-text-files.ts';
import { readFolderSettings } from './read-folder-settings.ts';

/** The folders of the window, as long as the extension runs: they follow the window, its settings and its trust. */
export function openWindowFolders(parts: Pick<Parts, 'context' | 'editor' | 'output' | 'questions'>): WindowFolders {
  const { context, output } = parts;
  const files = createTextFiles();
  const shown = createOutputLog(output);
  const folders = createWindowFolders(
    ({ name, path }) =>
      inEditorWords(
        createFolder({
          name,
          path,
          host: createVscodeHost(parts, { folder: path, mayAsk: false }),
          askingHost: createVscodeHost(parts, { folder: path, mayAsk: true }),
          files,
          shown,
          isTrusted: workspace.isTrusted,
          settings: readFolderSettings(path),
        }),
      ),
    { contains: isInside, onError: (error) => output.error(`A folder was not closed: ${toMessage(error)}`) },
  );
  const follow = (): void => folders.set((workspace.workspaceFolders ?? []).filter(isOnDisk).map(toWindowFolder));
  const subscriptions: readonly Disposable[] = [
    workspace.onDidChangeWorkspaceFolders(follow),
    workspace.onDidGrantWorkspaceTrust(follow),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('toolyard')) follow();
    }),
  ];
  context.subscriptions.push(...subscriptions);
  follow();
  return folders;
}

/** Hooks run programs on files, so a folder that is nowhere on a disk has none. */
function isOnDisk({ uri }: WorkspaceFolder): boolean {
  return uri.scheme === 'file' || uri.scheme === 'vscode-remote';
}

function toWindowFolder({ name, uri: { fsPath } }: WorkspaceFolder): WindowFolder {
  return { name, path: fsPath, key: JSON.stringify([workspace.isTrusted, readFolderSettings(fsPath)]) };
}

/** The log of servers, in the output channel. */
function createOutputLog(output: LogOutputChannel): Log {
  const write = { debug: 'debug', info: 'info', warning: 'warn', error: 'error' } as const;
  return {
    write(level, text, server) {
      const said = toEditorWords(text);
      output[write[level]](server === undefined ? said : `${server}: ${said}`);
    },
  };
}
