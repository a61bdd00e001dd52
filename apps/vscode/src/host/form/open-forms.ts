import { randomUUID } from 'node:crypto';
import { Uri, ViewColumn, window, type WebviewPanel } from 'vscode';
import { reportFailure } from '../../commands/report-failure.ts';
import { createFormTabs } from '../../form/create-form-tabs.ts';
import { createKeptDrafts } from '../../form/create-kept-drafts.ts';
import { createFileDraftStore } from '../../form/file-draft-store.ts';
import type { OpenForm } from '../../ports/open-form.ts';
import type { Parts } from '../parts.ts';
import { openFormPanel } from './open-form-panel.ts';

/** What the editor knows tabs with a form by, also after a reload of the window. */
const VIEW_TYPE = 'toolyard.form';

/** The forms of the window. */
export interface OpenForms {
  readonly openForm: OpenForm;
  dispose(): void;
}

/** Opens forms in tabs, which come back after a reload of the window. */
export function openForms(parts: Parts): OpenForms {
  const { storageUri, globalStorageUri } = parts.context;
  const onError = (error: unknown): void => void reportFailure(error, 'Hook form', parts);
  // Not in the state of the workspace: an editor in a browser writes that when it has time.
  const drafts = createKeptDrafts(
    createFileDraftStore(Uri.joinPath(storageUri ?? globalStorageUri, 'drafts').fsPath),
    onError,
  );
  const tabs = createFormTabs<WebviewPanel>({
    drafts,
    editor: parts.editor,
    newId: randomUUID,
    create: ({ hook }) =>
      window.createWebviewPanel(VIEW_TYPE, hook === undefined ? 'New Hook' : `Hook: ${hook}`, ViewColumn.Active, {
        enableScripts: true,
      }),
    run: (panel, start, events) => openFormPanel(parts, { panel, start, events, drafts }),
    reveal: (panel) => panel.reveal(),
    onError,
  });
  const serializer = window.registerWebviewPanelSerializer(VIEW_TYPE, {
    async deserializeWebviewPanel(panel: WebviewPanel, state: unknown) {
      if (!tabs.restore(panel, state)) panel.dispose();
    },
  });
  return {
    openForm: tabs.openForm,
    // The tabs stay: closed ones would not come back after a reload.
    dispose: () => serializer.dispose(),
  };
}
