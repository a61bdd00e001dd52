import { systemClock } from '@toolyard/node';
import { commands, type WebviewPanel } from 'vscode';
import { reportFailure } from '../../commands/report-failure.ts';
import { createFormSession } from '../../form/create-form-session.ts';
import type { FormStart } from '../../form/form-session.ts';
import type { TabEvents } from '../../form/create-form-tabs.ts';
import type { KeptDrafts } from '../../form/create-kept-drafts.ts';
import { createTextFiles } from '../folders/create-text-files.ts';
import { showPage } from '../pages/show-page.ts';
import type { Parts } from '../parts.ts';

/** A form, and the tab that it runs in. */
export interface FormPanelOptions {
  readonly panel: WebviewPanel;
  readonly start: FormStart;
  readonly events: TabEvents;
  readonly drafts: KeptDrafts;
}

/** Runs a form in a tab until the tab is closed. */
export function openFormPanel(parts: Parts, { panel, start, events, drafts }: FormPanelOptions): void {
  const { extensionUri } = parts.context;
  const { webview } = panel;
  const session = createFormSession({
    ...parts,
    files: createTextFiles(),
    clock: systemClock,
    start,
    drafts,
    panel: {
      // A page that is hidden is not there; it says so when it is again.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the editor's own function, which has no such argument
      post: (message) => void webview.postMessage(message),
      name(title, subject) {
        panel.title = title;
        events.onSubject(subject);
      },
      close: () => panel.dispose(),
    },
    approve: async (subject) => void (await commands.executeCommand('toolyard.hooks.approve', subject)),
    onError: (error) => void reportFailure(error, 'Hook form', parts),
  });
  const messages = webview.onDidReceiveMessage((message: unknown) => session.receive(message));
  panel.onDidDispose(() => {
    messages.dispose();
    events.onClosed(session.close());
  });
  showPage({ panel, extensionUri, script: 'form.js', title: 'Hook' });
}
