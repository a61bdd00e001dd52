import { systemClock } from '@toolyard/node';
import { randomUUID } from 'node:crypto';
import { commands, Uri, type WebviewPanel } from 'vscode';
import type { FormSubject } from '../../ports/open-form.ts';
import { reportFailure } from '../../commands/report-failure.ts';
import { createFormSession } from '../../form/create-form-session.ts';
import type { KeptForm } from '../../form/kept-form.ts';
import { toPageHtml } from '../../form/to-page-html.ts';
import { createTextFiles } from '../folders/create-text-files.ts';
import type { Parts } from '../parts.ts';

/** What a tab of a form tells of itself. */
export interface FormTab {
  readonly panel: WebviewPanel;
  readonly start: KeptForm;
  /** Called when the form is about another hook than before, such as a new one that was saved. */
  onSubject(subject: FormSubject): void;
}

/** Runs a form in a tab until the tab is closed. */
export function openFormPanel(parts: Parts, { panel, start, onSubject }: FormTab): void {
  const { extensionUri } = parts.context;
  const { webview } = panel;
  const folder = Uri.joinPath(extensionUri, 'webview');
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  const iconOf = (theme: string): Uri => Uri.joinPath(extensionUri, 'media', `form-${theme}.svg`);
  panel.iconPath = { light: iconOf('light'), dark: iconOf('dark') };
  const session = createFormSession({
    ...parts,
    files: createTextFiles(),
    clock: systemClock,
    start,
    panel: {
      // A page that is hidden is not there; it says so when it is again.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the editor's own function, which has no such argument
      post: (message) => void webview.postMessage(message),
      name(title, subject) {
        panel.title = title;
        onSubject(subject);
      },
      close: () => panel.dispose(),
    },
    approve: async (subject) => void (await commands.executeCommand('toolyard.hooks.approve', subject)),
    onError: (error) => void reportFailure(error, 'Hook form', parts),
  });
  const messages = webview.onDidReceiveMessage((message: unknown) => session.receive(message));
  panel.onDidDispose(() => {
    messages.dispose();
    session.close();
  });
  const script = webview.asWebviewUri(Uri.joinPath(folder, 'form.js')).toString();
  webview.html = toPageHtml({ script, nonce: randomUUID() });
}
