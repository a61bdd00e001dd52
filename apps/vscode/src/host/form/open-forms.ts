import { ViewColumn, window, type WebviewPanel } from 'vscode';
import type { FormSubject, OpenForm } from '../../ports/open-form.ts';
import { parseKept, type KeptForm } from '../../form/kept-form.ts';
import type { Parts } from '../parts.ts';
import { openFormPanel } from './open-form-panel.ts';

/** What the editor knows tabs with a form by, also after a reload of the window. */
const VIEW_TYPE = 'toolyard.form';

/** The forms of the window. */
export interface OpenForms {
  readonly openForm: OpenForm;
  dispose(): void;
}

/** Opens forms: one for each hook, and as many new ones as are wanted. A reload of the window brings them back. */
export function openForms(parts: Parts): OpenForms {
  const tabs = new Map<WebviewPanel, FormSubject>();

  function run(panel: WebviewPanel, start: KeptForm): void {
    tabs.set(panel, start.subject);
    panel.onDidDispose(() => tabs.delete(panel));
    openFormPanel(parts, { panel, start, onSubject: (subject) => void tabs.set(panel, subject) });
  }

  const serializer = window.registerWebviewPanelSerializer(VIEW_TYPE, {
    async deserializeWebviewPanel(panel: WebviewPanel, state: unknown) {
      const kept = parseKept(state);
      if (kept === undefined) panel.dispose();
      else run(panel, kept);
    },
  });

  return {
    async openForm(subject) {
      const open = [...tabs].find(([, of]) => isForSameHook(of, subject))?.[0];
      if (open !== undefined) {
        open.reveal();
        return;
      }
      const title = subject.hook === undefined ? 'New Hook' : `Hook: ${subject.hook}`;
      run(window.createWebviewPanel(VIEW_TYPE, title, ViewColumn.Active, { enableScripts: true }), { subject });
    },
    // The tabs stay: closed ones would not come back after a reload.
    dispose: () => serializer.dispose(),
  };
}

function isForSameHook(left: FormSubject, right: FormSubject): boolean {
  return right.hook !== undefined && left.hook === right.hook && left.folder === right.folder;
}
