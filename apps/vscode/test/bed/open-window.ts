import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { createDialog, type ModalDialog } from './parts/dialog.ts';
import { createNotification, type Notification } from './parts/notification.ts';
import { createProblems, type Problems } from './parts/problems.ts';
import { createQuickInput, type QuickInput } from './parts/quick-input.ts';
import { createTextEditor, type TextEditor } from './parts/text-editor.ts';
import { createTree, type Tree, type ViewTitle } from './parts/tree.ts';
import { findWebview } from './parts/webview.ts';
import { screenshotPath } from './screenshot-path.ts';
import { DEFAULT_SETTINGS, THEMES, type Theme } from './default-settings.ts';

/** A busy machine takes its time. */
const LIMIT_MS = 60_000;

/** What a window shows, and how. */
export interface WindowOptions {
  /** The full path of the folder. */
  readonly folder?: string;
  /** The full path of a `.code-workspace` file, in place of a folder. */
  readonly workspaceFile?: string;
  /** Where `false`, the editor asks for trust and has not got it; otherwise nothing is asked and everything is trusted. */
  readonly trusted?: false;
  /** Take the place of defaults, so that a setting of the folder or the user still counts more. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly theme?: Theme;
  /** Pairs for the editor's developers, e.g. the folder of an extension that is not installed. */
  readonly payload?: readonly (readonly [string, string])[];
  /** Functions that the page can call. */
  readonly exposed?: Readonly<Record<string, (...args: readonly unknown[]) => void>>;
  readonly size?: { readonly width: number; readonly height: number };
}

/** A window of VS Code, as a person sees it. All of it waits for what it names; nothing sleeps. */
export interface EditorWindow {
  readonly page: Page;
  /** Chooses a command by its whole title with its category, e.g. `Toolyard: New Hook`. */
  runCommand(title: string): Promise<void>;
  /** What the palette offers for a text. */
  offeredCommands(text: string): Promise<readonly string[]>;
  /** Shows the side bar with the views of the extension. */
  showToolyard(): Promise<void>;
  tree(view: ViewTitle): Tree;
  /** A notice that has this text in it. */
  notification(text: string): Notification;
  /** The texts of all notices that are shown. */
  notifications(): Promise<readonly string[]>;
  readonly dialog: ModalDialog;
  readonly quickInput: QuickInput;
  /** The item of the status bar that has this text in it. */
  statusItem(text: string): Locator;
  /** Waits until the status bar says this of Toolyard, e.g. `2 hooks`: then all that hooks wait for is noticed. */
  untilStatus(text: string): Promise<void>;
  /** Opens a file of the window by its path in the folder. */
  openFile(path: string): Promise<TextEditor>;
  /** The editor that shows the file of that name. */
  editor(name: string): TextEditor;
  /** The titles of all open editors. */
  tabs(): Promise<readonly string[]>;
  problems(): Promise<Problems>;
  /** The page inside of the webview whose tab has this title. */
  webview(title: string): Promise<FrameLocator>;
  /** Trusts the folder, as a person does in the editor that is there for it. */
  grantTrust(): Promise<void>;
  /** Keeps what is shown now in `apps/vscode/dist/screenshots`, for people to look at. */
  screenshot(name: string): Promise<void>;
  /** Loads the window anew, as a person does after an update; its extension host is ended and another one started. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a window in a browser profile of its own, when the extension's icon is there. */
export async function openWindow(browser: Browser, url: string, options: WindowOptions): Promise<EditorWindow> {
  const { trusted, settings = {}, theme = 'dark', exposed = {}, size = { width: 1280, height: 900 } } = options;
  const context = await browser.newContext({ viewport: size, colorScheme: theme.includes('light') ? 'light' : 'dark' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  for (const [name, run] of Object.entries(exposed)) await page.exposeFunction(name, run);
  await page.addInitScript(changeConfiguration, {
    enableWorkspaceTrust: trusted === false,
    // What is for the editor's own tests also keeps notices away; tests in the extension host need the rest of it.
    ...(options.payload === undefined && { developmentOptions: {} }),
    configurationDefaults: { ...DEFAULT_SETTINGS, 'workbench.colorTheme': THEMES[theme], ...settings },
  });
  await page.goto(toAddress(url, options));
  await untilShown(page);
  if (options.workspaceFile !== undefined) await untilFoldersShown(page);
  return createWindow(page, async () => {
    await context.close();
  });
}

function toAddress(url: string, { folder, workspaceFile, payload }: WindowOptions): string {
  const address = new URL(url);
  if (folder !== undefined) address.searchParams.set('folder', folder);
  if (workspaceFile !== undefined) address.searchParams.set('workspace', workspaceFile);
  if (folder === undefined && workspaceFile === undefined) address.searchParams.set('ew', 'true');
  if (payload !== undefined) address.searchParams.set('payload', JSON.stringify(payload));
  return String(address);
}

/** Runs in the page. The page that the server sends has its configuration in an attribute, and each window here is to have its own. */
function changeConfiguration(changes: object): void {
  const getAttribute = Element.prototype.getAttribute;
  Element.prototype.getAttribute = function (this: Element, name: string): string | null {
    const value = getAttribute.call(this, name);
    const isMeant = this.id === 'vscode-workbench-web-configuration' && name === 'data-settings';
    return isMeant && value !== null ? JSON.stringify({ ...JSON.parse(value), ...changes }) : value;
  };
}

async function untilShown(page: Page): Promise<void> {
  await page.locator('.activitybar .action-item a[aria-label="Toolyard"]').waitFor();
}

/** Now and then the editor reads a workspace file before it can reach the disk, and then has no folders until a person reloads it. */
async function untilFoldersShown(page: Page): Promise<void> {
  const status = page.locator('.statusbar-item', { hasText: 'Toolyard: ' });
  const isShown = await status.waitFor({ timeout: LIMIT_MS / 6 }).then(
    () => true,
    () => false,
  );
  if (isShown) return;
  await page.reload();
  await untilShown(page);
  await status.waitFor();
}

async function showToolyard(page: Page): Promise<void> {
  const icon = page.locator('.activitybar .action-item', { has: page.locator('a[aria-label="Toolyard"]') });
  const title = page.locator('.sidebar .composite.title', { hasText: 'Toolyard' });
  const until = Date.now() + LIMIT_MS;
  // A window that is still being restored may show another view after the click.
  while (!(await title.isVisible()) && Date.now() < until) {
    if ((await icon.getAttribute('aria-expanded')) !== 'true') await icon.click();
    await title.waitFor({ timeout: 3000 }).catch(() => undefined);
  }
  await title.waitFor();
}

function createWindow(page: Page, close: () => Promise<void>): EditorWindow {
  const quickInput = createQuickInput(page);
  const editor = (name: string): TextEditor => createTextEditor(page, name);

  async function runCommand(title: string): Promise<void> {
    await quickInput.openPalette(title);
    // Enter takes the first row, which may be another command.
    await quickInput.choose(title);
  }

  return {
    page,
    runCommand,
    async offeredCommands(text) {
      await quickInput.openPalette(text);
      const offered = await quickInput.rows();
      await quickInput.leave();
      return offered;
    },
    showToolyard: () => showToolyard(page),
    tree: (view) => createTree(page, view),
    notification: (text) => createNotification(page, text),
    notifications: () => page.locator('.notification-toast .notification-list-item-message').allInnerTexts(),
    dialog: createDialog(page),
    quickInput,
    untilStatus: (text) => page.locator('.statusbar-item', { hasText: `Toolyard: ${text}` }).waitFor(),
    statusItem: (text) => page.locator('.statusbar-item', { hasText: text }),
    async openFile(path) {
      await quickInput.open('Control+P', path);
      await quickInput.choose(path.slice(path.lastIndexOf('/') + 1));
      const opened = editor(path.slice(path.lastIndexOf('/') + 1));
      await opened.untilShown();
      return opened;
    },
    editor,
    tabs: () =>
      page.locator('.tabs-container .tab').evaluateAll((all) => all.map((tab) => tab.getAttribute('aria-label') ?? '')),
    async problems() {
      await runCommand('Problems: Focus on Problems View');
      return createProblems(page);
    },
    webview: (title) => findWebview(page, title),
    async grantTrust() {
      await runCommand('Workspaces: Manage Workspace Trust');
      await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
      await page.locator('.workspace-trust-editor.trusted').waitFor();
    },
    async screenshot(name) {
      const path = screenshotPath(name);
      mkdirSync(dirname(path), { recursive: true });
      await page.screenshot({ path });
    },
    async reload() {
      await page.reload();
      await untilShown(page);
    },
    close,
  };
}
