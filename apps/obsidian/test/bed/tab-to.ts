import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** More presses than any dialog has controls. */
const FAR = 60;

/** What has the focus, as a screen reader would call it. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
  });
}

/** Goes to a control by Tab, as somebody without a mouse does; whatever has the focus on the way is seen to have it. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < FAR; presses++) {
    if ((await focusedName(page)) === name) return;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(showsFocus)).toBe('');
  }
  throw new Error(`Nobody gets to "${name}" by the keyboard.`);
}

/** Runs in the page: names the element where nobody would see that it has the focus. */
function showsFocus(): string {
  const element = document.activeElement;
  // Editors and switches are drawn by the app.
  if (element === null || element === document.body || element.closest('.cm-content, .checkbox-container')) return '';
  const { outlineStyle, boxShadow } = getComputedStyle(element);
  const isSeen = element.matches(':focus-visible') && (outlineStyle !== 'none' || boxShadow !== 'none');
  return isSeen ? '' : element.outerHTML.slice(0, 200);
}
