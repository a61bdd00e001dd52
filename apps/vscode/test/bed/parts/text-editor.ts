import type { Locator, Page } from 'playwright-core';

/** An editor with a text. */
export interface TextEditor {
  readonly element: Locator;
  untilShown(): Promise<void>;
  /** The lines that are in sight; a long text has more. */
  text(): Promise<string>;
  /** Puts the cursor at a place, both from 1. */
  goTo(line: number, column?: number): Promise<void>;
  /** Types at the cursor, as on a keyboard: brackets are closed and suggestions shown. */
  type(text: string): Promise<void>;
  /** Takes the place of the whole text, as by pasting. */
  replaceAll(text: string): Promise<void>;
  /** Saves, and waits until the tab has no mark of unsaved changes. */
  save(): Promise<void>;
  /** The code lenses that are in sight, in their order. */
  lenses(): Promise<readonly string[]>;
  /** Presses the first code lens of that name. */
  pressLens(name: string): Promise<void>;
  /** What is suggested at the cursor. */
  suggestions(): Promise<readonly string[]>;
  /** What is shown for the place of the cursor. */
  hover(): Promise<string>;
}

/** The editor of the file of that name, which is open or will be; a text that is only shown has a title in place of it. */
export function createTextEditor(page: Page, name: string): TextEditor {
  const address = JSON.stringify(`/${encodeURIComponent(name)}`);
  const element = page.locator(`.editor-instance .monaco-editor[data-uri$=${address} i]`).first();
  const saved = page.locator(`.tabs-container .tab[data-resource-name=${JSON.stringify(name)}]:not(.dirty)`).first();
  const focus = (): Promise<void> => element.locator('.native-edit-context, textarea.inputarea').first().focus();

  return {
    element,
    untilShown: () => element.locator('.view-line').first().waitFor(),
    async text() {
      const lines = await element.locator('.view-lines .view-line').evaluateAll((all) => {
        const placed = all.map((line) => ({
          top: parseFloat((line as HTMLElement).style.top),
          text: line.textContent,
        }));
        return placed.toSorted((one, other) => one.top - other.top).map(({ text }) => text);
      });
      return lines.map((line) => line.replaceAll('\u{a0}', ' ')).join('\n');
    },
    async goTo(line, column = 1) {
      await focus();
      await page.keyboard.press('Control+G');
      const input = page.locator('.quick-input-widget:visible .quick-input-box input');
      await input.fill(`:${line}:${column}`);
      await input.press('Enter');
      await input.waitFor({ state: 'hidden' });
    },
    async type(text) {
      await focus();
      await page.keyboard.type(text);
    },
    async replaceAll(text) {
      await focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
    },
    async save() {
      await focus();
      await page.keyboard.press('Control+S');
      await saved.waitFor();
    },
    async lenses() {
      const links = element.locator('.codelens-decoration a');
      await links.first().waitFor();
      return links.allInnerTexts();
    },
    pressLens: (lens) => element.locator('.codelens-decoration a', { hasText: lens }).first().click(),
    ...createHelp(page, focus),
  };
}

/** What the editor knows about the place of the cursor. */
function createHelp(page: Page, focus: () => Promise<void>): Pick<TextEditor, 'suggestions' | 'hover'> {
  return {
    async suggestions() {
      await focus();
      await page.keyboard.press('Control+Space');
      const rows = page.locator('.suggest-widget.visible .monaco-list-row');
      await rows.first().waitFor();
      return rows.locator('.label-name').allInnerTexts();
    },
    async hover() {
      await focus();
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+I');
      const box = page.locator('.monaco-hover:visible .hover-contents').first();
      await box.waitFor();
      return (await page.locator('.monaco-hover:visible .hover-contents').allInnerTexts()).join('\n');
    },
  };
}
