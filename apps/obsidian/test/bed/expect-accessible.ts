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

/** Controls that the app makes out of a description of a setting, so that it names them too, and the list of its prompts. */
const DRAWN_BY_APP = '[data-drawn-by="app"]';

/** What has the app's own colours, whose contrast is the app's matter; everything else about it is looked at. */
const COLOURED_BY_APP = 'button.mod-cta, button.mod-warning, .modal-close-button, .setting-item-error';

/** Fails where axe-core finds something that people who use a screen reader or a keyboard alone could not use, in what the plugin shows now, or in one part of it. */
export async function expectAccessible(page: Page, selector?: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ selectors, skipped, drawn, coloured }) => {
      const include = selectors.filter((each) => document.querySelector(each) !== null);
      if (include.length === 0) return ['There is nothing to look at.'];
      const { axe: engine } = window as unknown as { axe: typeof axe };
      const rules = Object.fromEntries(skipped.map((rule) => [rule, { enabled: false }]));
      const { violations } = await engine.run({ include }, { rules, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ target }) => {
            const ofApp = id === 'color-contrast' ? `${drawn}, ${coloured}` : drawn;
            return document.querySelector(String(target[0]))?.matches(ofApp) !== true;
          })
          .map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );
    },
    {
      selectors: selector === undefined ? OWN : [selector],
      skipped: OF_PAGES,
      drawn: DRAWN_BY_APP,
      coloured: COLOURED_BY_APP,
    },
  );
  expect(found).toEqual([]);
}
