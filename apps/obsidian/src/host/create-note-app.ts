import { ToolyardError } from '@toolyard/core';
import { FileSystemAdapter, type Plugin } from 'obsidian';
import type { NoteApp } from '../ports/note-app.ts';
import { openApprovalModal } from './approval-modal.ts';
import { openEditedModal } from './blocks/edited-modal.ts';
import { createVaultNote } from './create-vault-note.ts';
import { showNotice } from './notices/show-notice.ts';

/** The app as the plugin sees it; throws where the vault is no folder of this machine. */
export function createNoteApp(plugin: Plugin): NoteApp {
  const { app } = plugin;
  const { adapter } = app.vault;
  if (!(adapter instanceof FileSystemAdapter)) {
    throw new ToolyardError('usage', 'Toolyard needs a vault that is a folder on this computer.');
  }
  return {
    vaultFolder: adapter.getBasePath(),
    loadData: () => plugin.loadData(),
    openNote: (path) => createVaultNote(app, path),
    notify: showNotice,
    approve: (server) => openApprovalModal(app, server),
    askAboutEdited: (blocks) => openEditedModal(app, blocks),
  };
}
