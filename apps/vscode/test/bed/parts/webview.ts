import type { FrameLocator, Page } from 'playwright-core';

/** The page inside of the webview whose tab has this title; it is brought to the front. */
export async function findWebview(page: Page, title: string): Promise<FrameLocator> {
  const tab = page.locator(`.tabs-container .tab[aria-label^=${JSON.stringify(title)}]`).first();
  await tab.click();
  // A webview is a page in a page; those of other tabs are hidden.
  const frame = page.locator('iframe.webview.ready:visible').last().contentFrame().frameLocator('#active-frame');
  await frame.locator('body').waitFor();
  return frame;
}
