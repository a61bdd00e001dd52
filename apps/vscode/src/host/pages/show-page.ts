import { randomUUID } from 'node:crypto';
import { Uri, type WebviewPanel } from 'vscode';
import { toPageHtml } from '../../form/to-page-html.ts';

/** A page of the extension in a tab. */
export interface ShownPage {
  readonly panel: WebviewPanel;
  readonly extensionUri: Uri;
  /** Its file in the folder `webview`. */
  readonly script: string;
  readonly title: string;
}

/** Shows the page, which may load its own script and nothing else. Whoever hears its messages has to listen before. */
export function showPage({ panel, extensionUri, script, title }: ShownPage): void {
  const { webview } = panel;
  const folder = Uri.joinPath(extensionUri, 'webview');
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  const iconOf = (theme: string): Uri => Uri.joinPath(extensionUri, 'media', `form-${theme}.svg`);
  panel.iconPath = { light: iconOf('light'), dark: iconOf('dark') };
  const address = webview.asWebviewUri(Uri.joinPath(folder, script)).toString();
  webview.html = toPageHtml({ script: address, nonce: randomUUID(), title });
}
