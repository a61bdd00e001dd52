import type { Locator, Page } from 'playwright-core';

/** The box at the top of a window: the palette, a list to choose from, or a question for a line of text. */
export interface QuickInput {
  /** Opens it by a key and types a text. */
  open(key: string, text: string): Promise<void>;
  /** Opens it for commands and types a part of a title. */
  openPalette(text: string): Promise<void>;
  title(): Promise<string>;
  /** Waits for a question by its title. */
  untilTitle(title: string): Promise<void>;
  /** What is said below the line of text, e.g. what is wrong with it. */
  message(): Promise<string>;
  /** The labels of all rows that are shown, when there are some. */
  rows(): Promise<readonly string[]>;
  /** Chooses the row that begins with this label. */
  choose(label: string): Promise<void>;
  /** Sets or clears the mark of a row, where several may be chosen. */
  toggle(label: string): Promise<void>;
  /** Types into it, in place of what is there. */
  type(text: string): Promise<void>;
  /** Presses Enter. */
  accept(): Promise<void>;
  /** Answers a question: types a line of text and presses Enter. */
  answer(text: string): Promise<void>;
  /** Leaves without an answer. */
  leave(): Promise<void>;
  isShown(): Promise<boolean>;
  readonly input: Locator;
}

/** What is not accepted stays in the box. */
const TAKEN_MS = 5000;

/** Runs in the page. The box stays for the next question, and what is typed for that before an answer is taken is lost. */
function isTaken(answer: string): boolean {
  const box = document.querySelector<HTMLInputElement>('.quick-input-widget .quick-input-box input');
  return box === null || box.offsetParent === null || box.value !== answer;
}

/** The box of a window. */
export function createQuickInput(page: Page): QuickInput {
  const widget = page.locator('.quick-input-widget:visible');
  const input = widget.locator('.quick-input-box input');
  const rows = widget.locator('.quick-input-list .monaco-list-row');
  const row = (label: string): Locator =>
    widget.locator(`.quick-input-list .monaco-list-row[aria-label^=${JSON.stringify(label)}]`).first();

  async function open(key: string, text: string): Promise<void> {
    // A key that is pressed while the window is being made is lost.
    for (let tries = 0; tries < 5 && !(await widget.isVisible()); tries++) {
      await page.keyboard.press(key);
      await input.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await input.fill(`${key === 'F1' ? '>' : ''}${text}`);
  }

  return {
    open,
    openPalette: (text) => open('F1', text),
    title: () => widget.locator('.quick-input-title').innerText(),
    untilTitle: (title) => widget.locator('.quick-input-title').getByText(title, { exact: true }).waitFor(),
    message: () => widget.locator('.quick-input-message').innerText(),
    async rows() {
      await rows.first().waitFor();
      return rows.locator('.quick-input-list-label, .label-name').evaluateAll((all) => {
        const names = all.filter(
          (each) => each.classList.contains('label-name') && each.closest('.quick-input-list-label-meta') === null,
        );
        return names.map((each) => each.textContent ?? '');
      });
    },
    choose: (label) => row(label).click(),
    toggle: (label) => row(label).locator('.quick-input-list-checkbox, .monaco-checkbox').first().click(),
    type: (text) => input.fill(text),
    accept: () => input.press('Enter'),
    async answer(text) {
      await input.fill(text);
      await input.press('Enter');
      await page.waitForFunction(isTaken, text, { timeout: TAKEN_MS }).catch(() => undefined);
    },
    async leave() {
      await page.keyboard.press('Escape');
      await widget.waitFor({ state: 'hidden' });
    },
    isShown: () => widget.isVisible(),
    input,
  };
}
