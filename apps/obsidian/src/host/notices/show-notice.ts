import { Notice } from 'obsidian';
import type { NoticeAction } from '../../notices/notice.ts';

/** How long people take to read one character, in milliseconds. */
const READING_MS = 70;

/** What a notice is shown at least, in milliseconds; one with a button has to be reached. */
const LEAST_MS = 5000;
const LEAST_WITH_ACTION_MS = 20_000;

/** Shows a notice for as long as it takes to read it. */
export function showNotice(message: string, action?: NoticeAction): void {
  if (action === undefined) {
    new Notice(message, Math.max(LEAST_MS, message.length * READING_MS));
    return;
  }
  const content = createFragment();
  content.createDiv({ text: message });
  const button = content.createEl('button', { cls: 'toolyard-notice-action', text: action.label });
  const notice = new Notice(content, Math.max(LEAST_WITH_ACTION_MS, message.length * READING_MS));
  button.addEventListener('click', () => {
    notice.hide();
    action.run();
  });
}
