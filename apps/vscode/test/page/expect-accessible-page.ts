import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fails where axe-core finds something that people who use a screen reader, a keyboard alone or high contrast could not use. */
export async function expectAccessiblePage(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const engine: typeof axe = Reflect.get(window, 'axe');
    const { violations } = await engine.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  });
  expect(found).toEqual([]);
}
