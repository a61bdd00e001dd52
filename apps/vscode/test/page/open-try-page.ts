import type { Browser } from 'playwright-core';
import type { TryPageMessage, TryView } from '../../src/try/protocol.ts';
import { openPage, type PageOptions, type ShownPage } from './open-page.ts';

/** How the editor shows the page. */
export type TryPageOptions = PageOptions<TryPageMessage, ShownTry>;

/** The page on which a tool is tried, and what it said. */
export interface ShownTry extends ShownPage<TryPageMessage> {
  /** Shows a view that has all changes up to this one in it. */
  show(view: TryView, edit?: number): Promise<void>;
}

/** Opens that page. */
export async function openTryPage(browser: Browser, script: string, options: TryPageOptions): Promise<ShownTry> {
  return openPage(browser, script, options, (page): ShownTry => ({
    ...page,
    show: (view, edit = 0) => page.send({ protocol: 1, type: 'show', edit, view, kept: `kept ${edit}` }),
  }));
}
