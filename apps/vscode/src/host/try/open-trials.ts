import { ViewColumn, window, type Disposable, type WebviewPanel } from 'vscode';
import { reportFailure } from '../../commands/report-failure.ts';
import type { ServerParts } from '../../servers/server-parts.ts';
import { createTrySession } from '../../try/create-try-session.ts';
import type { TrialSubject } from '../../ports/open-trial.ts';
import { parseKeptTrial, type KeptTrial } from '../../try/kept-trial.ts';
import { showPage } from '../pages/show-page.ts';
import type { Parts } from '../parts.ts';

/** What the editor knows these tabs by, also after a reload of the window. */
const VIEW_TYPE = 'toolyard.try';

/** The tabs in which tools are tried. */
export interface OpenTrials extends Disposable {
  /** Opens the form of a tool, or brings it to the front. */
  openTrial(subject: TrialSubject): void;
}

/** Opens a tab for each tool that is tried. A reload of the window brings them back, and calls nothing. */
export function openTrials(parts: Parts, serverParts: ServerParts): OpenTrials {
  const tabs = new Map<WebviewPanel, TrialSubject>();

  function run(panel: WebviewPanel, start: KeptTrial): void {
    tabs.set(panel, start.subject);
    const session = createTrySession({
      parts: serverParts,
      start,
      platform: process.platform,
      // A page that is hidden is not there; it says so when it is again.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the editor's own function, which has no such argument
      post: (message) => void panel.webview.postMessage(message),
      onError: (error) => void reportFailure(error, 'Try Tool', parts),
    });
    const messages = panel.webview.onDidReceiveMessage((message: unknown) => session.receive(message));
    panel.onDidDispose(() => {
      tabs.delete(panel);
      messages.dispose();
      session.close();
    });
    showPage({ panel, extensionUri: parts.context.extensionUri, script: 'try.js', title: 'Try a tool' });
  }

  const serializer = window.registerWebviewPanelSerializer(VIEW_TYPE, {
    async deserializeWebviewPanel(panel: WebviewPanel, state: unknown) {
      const kept = parseKeptTrial(state);
      if (kept === undefined) panel.dispose();
      else run(panel, kept);
    },
  });

  return {
    openTrial(subject) {
      const open = [...tabs].find(([, of]) => isSame(of, subject))?.[0];
      if (open !== undefined) open.reveal();
      else {
        const panel = window.createWebviewPanel(VIEW_TYPE, `Try ${subject.tool}`, ViewColumn.Active, {
          enableScripts: true,
        });
        run(panel, { subject });
      }
    },
    // The tabs stay: closed ones would not come back after a reload.
    dispose: () => serializer.dispose(),
  };
}

function isSame(left: TrialSubject, right: TrialSubject): boolean {
  return left.folder === right.folder && left.server === right.server && left.tool === right.tool;
}
