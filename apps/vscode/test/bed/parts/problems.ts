import type { Page } from 'playwright-core';

/** The panel with what is wrong in files. */
export interface Problems {
  /** What each row says to a screen reader, files and what is wrong in them, in their order. */
  rows(): Promise<readonly string[]>;
  /** Opens the place of the first one that has this text in it. */
  open(text: string): Promise<void>;
  /** Waits for one that has this text in it. */
  untilShown(text: string): Promise<void>;
}

/** The panel, which is open. */
export function createProblems(page: Page): Problems {
  const rows = page.locator('.markers-panel .monaco-list-row');
  return {
    rows: () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? '')),
    open: (text) => rows.filter({ hasText: text }).first().click(),
    untilShown: (text) => rows.filter({ hasText: text }).first().waitFor(),
  };
}
