import { takeScreenshot } from './describe-windows.ts';
import { expectAccessible } from './expect-accessible.ts';
import type { BedWindow } from './open-window.ts';

/**
 * Keeps what a window shows in both themes, as `NAME-light` and `NAME-dark`, for people to look at; it is light again after it. What is worth a
 * picture is also held to the rules of accessibility.
 */
export async function takeThemedScreenshots(window: BedWindow, name: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await window.page.evaluate((isDark) => {
      document.body.classList.toggle('theme-dark', isDark);
      document.body.classList.toggle('theme-light', !isDark);
    }, theme === 'dark');
    await takeScreenshot(window, `${name}-${theme}`);
    await expectAccessible(window.page);
  }
}
