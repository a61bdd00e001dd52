import type { Page } from 'playwright-core';

/** A notice in the corner of a window. */
export interface Notification {
  /** All of its text, when it is shown. */
  text(): Promise<string>;
  buttons(): Promise<readonly string[]>;
  press(button: string): Promise<void>;
  /** Takes it away. */
  clear(): Promise<void>;
  /** Waits until it is away. */
  untilGone(): Promise<void>;
}

/** The notice that has this text in it. */
export function createNotification(page: Page, text: string): Notification {
  const toast = page.locator('.notification-list-item', { hasText: text }).first();
  const bell = page.locator('.statusbar-item[id="status.notifications"]');

  /** One without the sign of an error goes behind the bell after some seconds, which may be over on a busy machine. */
  async function show(): Promise<void> {
    const hidden = bell.locator('.codicon-bell-dot');
    await toast.or(hidden).first().waitFor();
    if (!(await toast.isVisible())) await bell.click();
    await toast.waitFor();
  }

  return {
    async text() {
      await show();
      return toast.locator('.notification-list-item-message').innerText();
    },
    async buttons() {
      await show();
      return toast.locator('.notification-list-item-buttons-container .monaco-button').allInnerTexts();
    },
    async press(button) {
      await show();
      // A notice hides its buttons until it is pointed at.
      await toast.hover();
      await toast.getByRole('button', { name: button, exact: true }).click();
    },
    async clear() {
      await toast.hover();
      await toast.locator('.codicon-notifications-clear').click();
      await toast.waitFor({ state: 'detached' });
    },
    untilGone: () => toast.waitFor({ state: 'detached' }),
  };
}
