import type { FrameLocator, Page } from 'playwright-core';

/** More controls than any page of the editor has before the one that is looked for. */
const MOST_STEPS = 80;

/** A person who never touches the mouse. */
export interface Keyboard {
  /** Chooses a command by its whole title with its category. */
  runCommand(title: string): Promise<void>;
  /** Chooses the row of the box at the top that begins with this label, by the arrow keys. */
  choose(label: string): Promise<void>;
  /** Goes on with Tab until the control of this name has the focus, and presses Enter; `frame` is the webview that it is in. */
  press(name: string, frame?: FrameLocator): Promise<void>;
}

/** The keyboard of a window. */
export function createKeyboard(page: Page): Keyboard {
  const widget = page.locator('.quick-input-widget:visible');

  async function choose(label: string): Promise<void> {
    const row = widget.locator(`.monaco-list-row[aria-label^=${JSON.stringify(label)}]`).first();
    await row.waitFor();
    for (let steps = 0; steps < MOST_STEPS && !(await isMarked()); steps++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    async function isMarked(): Promise<boolean> {
      return /\bfocused\b/.test((await row.getAttribute('class')) ?? '');
    }
  }

  return {
    choose,
    async runCommand(title) {
      for (let tries = 0; tries < 5 && !(await widget.isVisible()); tries++) {
        await page.keyboard.press('F1');
        await widget.waitFor({ timeout: 5000 }).catch(() => undefined);
      }
      await page.keyboard.type(title);
      await choose(title);
    },
    async press(name, frame) {
      for (let steps = 0; steps < MOST_STEPS; steps++) {
        if ((await focusedName()) === name) {
          await page.keyboard.press('Enter');
          return;
        }
        await page.keyboard.press('Tab');
      }
      throw new Error(`The keyboard does not reach "${name}".`);

      async function focusedName(): Promise<string> {
        const focused = (frame ?? page).locator(':focus').last();
        if ((await focused.count()) === 0) return '';
        const named = (await focused.getAttribute('aria-label')) ?? (await focused.innerText());
        return named.trim();
      }
    },
  };
}
