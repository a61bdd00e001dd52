import type { Page } from 'playwright-core';

/** The dialog that has to be answered. */
export interface ModalDialog {
  /** What it says, its detail in the lines after the message. */
  text(): Promise<string>;
  buttons(): Promise<readonly string[]>;
  /** Answers it by the words of a button. */
  press(button: string): Promise<void>;
  isShown(): Promise<boolean>;
}

/** The dialog of a window. */
export function createDialog(page: Page): ModalDialog {
  const box = page.locator('.monaco-dialog-box');
  return {
    async text() {
      await box.waitFor();
      return box.locator('.dialog-message-container').innerText();
    },
    async buttons() {
      await box.waitFor();
      return box.locator('.dialog-buttons .monaco-button').allInnerTexts();
    },
    async press(button) {
      await box.getByRole('button', { name: button, exact: true }).click();
      await box.waitFor({ state: 'detached' });
    },
    isShown: () => box.isVisible(),
  };
}
