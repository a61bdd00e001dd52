import { ToolyardError, withJoinedSignal } from '@toolyard/core';
import { FileSystemAdapter, normalizePath, type Plugin } from 'obsidian';
import type { NoteApp } from '../ports/note-app.ts';
import { openApprovalModal } from './approval-modal.ts';
import { createAssistantApp } from './assistant/create-assistant-app.ts';
import { openEditedModal } from './blocks/edited-modal.ts';
import { createVaultNote } from './create-vault-note.ts';
import { showNotice } from './notices/show-notice.ts';
import { createQuestionDialogs } from './questions/create-question-dialogs.ts';
import { openSecretModal } from './secret-modal.ts';

/** The app as the plugin sees it; throws where the vault is no folder of this machine. */
export function createNoteApp(plugin: Plugin): NoteApp {
  const { app, manifest } = plugin;
  const { adapter, configDir } = app.vault;
  if (!(adapter instanceof FileSystemAdapter)) {
    throw new ToolyardError('usage', 'Toolyard needs a vault that is a folder on this computer.');
  }
  const toPath = (name: string): string =>
    normalizePath(`${manifest.dir ?? `${configDir}/plugins/${manifest.id}`}/${name}`);
  const closing = new AbortController();
  plugin.register(() => closing.abort());
  plugin.registerEvent(app.workspace.on('quit', () => closing.abort()));
  const { signal } = closing;
  return {
    vaultFolder: adapter.getBasePath(),
    // Its text, since a file that is no JSON is kept as it is.
    readData: async () => ((await adapter.exists(toPath('data.json'))) ? adapter.read(toPath('data.json')) : undefined),
    writeData: (value) => plugin.saveData(value),
    async backUpData(name, text) {
      if (!(await adapter.exists(toPath(name)))) await adapter.write(toPath(name), text);
    },
    readSecret: (name) => app.secretStorage.getSecret(name),
    writeSecret: (name, value) => app.secretStorage.setSecret(name, value),
    listNotes: () => app.vault.getMarkdownFiles().map(({ path }) => path),
    openNote: (path) => createVaultNote(app, path),
    notify: showNotice,
    approve: (server, until) => withJoinedSignal([signal, until], (joined) => openApprovalModal(app, server, joined)),
    askSecret: (secret, until) => withJoinedSignal([signal, until], (joined) => openSecretModal(app, secret, joined)),
    askAboutEdited: (blocks) => openEditedModal(app, blocks, signal),
    ...createAssistantApp(app, signal),
    questions: createQuestionDialogs(app),
  };
}
