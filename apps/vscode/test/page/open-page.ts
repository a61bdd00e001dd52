import type { Browser, Page } from 'playwright-core';
import { toPageHtml } from '../../src/form/to-page-html.ts';
import { THEMES, type ThemeName } from './themes.ts';

/** How the editor shows a page. */
export interface PageOptions<Sent, Shown> {
  /** `light` where absent. */
  readonly theme?: ThemeName;
  readonly width?: number;
  /** What the other end does with a message of the page; it can show the page something. */
  readonly host?: (message: Sent, shown: Shown) => void;
}

/** A page, and what it said. */
export interface ShownPage<Sent> {
  readonly page: Page;
  /** What the page sent, the oldest first. */
  readonly sent: readonly Sent[];
  /** What went wrong in the page, with what its policy refused. */
  readonly errors: readonly string[];
  /** Sends a message, or anything else. */
  send(message: unknown): Promise<void>;
  /** What the page gave to the editor to keep. */
  kept(): Promise<unknown>;
  setTheme(theme: ThemeName): Promise<void>;
  close(): Promise<void>;
}

const ADDRESS = 'http://form.test/';

/** Opens a page as the editor does: with its API, its colours, and a policy that forbids everything else. */
export async function openPage<Sent, Shown extends ShownPage<Sent>>(
  browser: Browser,
  script: string,
  options: PageOptions<Sent, Shown>,
  extend: (page: ShownPage<Sent>) => Shown,
): Promise<Shown> {
  const page = await browser.newPage({ viewport: { width: options.width ?? 820, height: 900 } });
  const sent: Sent[] = [];
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (line) => ['error', 'warning'].includes(line.type()) && errors.push(line.text()));
  const form = extend({
    page,
    sent,
    errors,
    send: (message) => page.evaluate((data) => window.postMessage(data, '*'), message),
    kept: () => page.evaluate(() => Reflect.get(window, 'keptState')),
    setTheme: (theme) => setTheme(page, theme),
    close: () => page.close(),
  });
  await page.exposeFunction('toHost', (message: Sent) => {
    sent.push(message);
    options.host?.(message, form);
  });
  await page.addInitScript(() => {
    Object.assign(window, {
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => Reflect.get(window, 'toHost')(structuredClone(message)),
        setState: (state: unknown) => Object.assign(window, { keptState: state }),
      }),
    });
  });
  const document = toPageHtml({ script: `${ADDRESS}form.js`, nonce: 'form', title: 'Page' });
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url === ADDRESS) return route.fulfill({ contentType: 'text/html', body: document });
    return url === `${ADDRESS}form.js`
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.abort();
  });
  await page.goto(ADDRESS);
  await setTheme(page, options.theme ?? 'light');
  return form;
}

async function setTheme(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(
    ({ name, colours }) => {
      const { style } = document.documentElement;
      for (const property of [...style].filter((each) => each.startsWith('--vscode-'))) style.removeProperty(property);
      for (const [key, value] of Object.entries(colours)) style.setProperty(`--vscode-${key}`, value);
      style.setProperty('--vscode-font-size', '13px');
      style.setProperty('--vscode-font-family', 'system-ui, sans-serif');
      style.setProperty('--vscode-editor-font-family', 'monospace');
      document.body.className = `vscode-${name}`;
    },
    { name: theme, colours: THEMES[theme] },
  );
}
