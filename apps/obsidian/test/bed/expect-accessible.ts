import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What the plugin shows: its dialogs, settings and views, and what it puts into notes and into the status bar. */
const OWN = [
  '.modal',
  '.workspace-leaf-content[data-type^="toolyard"]',
  '.toolyard-block',
  '.toolyard-binding',
  '.toolyard-status',
];

/** Rules about whole pages, which are the app's. */
const OF_PAGES = ['region', 'landmark-one-main', 'page-has-heading-one', 'bypass'];

/** What the app draws by itself, colours of its buttons included. */
const OF_APP = '.mod-cta, .mod-warning, .modal-close-button, .setting-item-error, [data-drawn-by="app"]';

/** Fails where axe-core finds something that people who use a screen reader or a keyboard alone could not use, in what the plugin shows now, or in one part of it. */
export async function expectAccessible(page: Page, selector?: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ selectors, skipped, ofApp }) => {
      const include = selectors.filter((each) => document.querySelector(each) !== null);
      if (include.length === 0) return ['There is nothing to look at.'];
      const { axe: engine } = window as unknown as { axe: typeof axe };
      const rules = Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }]));
      const { violations } = await engine.run({ include }, { rules, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ target }) => document.querySelector(String(target[0]))?.matches(ofApp) !== true)
          .map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );
    },
    { selectors: selector === undefined ? OWN : [selector], skipped: OF_PAGES, ofApp: OF_APP },
  );
  expect(found).toEqual([]);
}
