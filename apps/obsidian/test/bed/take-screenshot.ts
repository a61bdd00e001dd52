import { takeScreenshot } from './describe-windows.ts';
import type { BedWindow } from './open-window.ts';

/** Keeps what a window shows in both themes, as `NAME-light` and `NAME-dark`, for people to look at; it is light again after it. */
export async function takeThemedScreenshots(window: BedWindow, name: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await window.page.evaluate((isDark) => {
      document.body.classList.toggle('theme-dark', isDark);
      document.body.classList.toggle('theme-light', !isDark);
    }, theme === 'dark');
    await takeScreenshot(window, `${name}-${theme}`);
  }
}
