import { Notice } from 'obsidian';
import type { NoticeAction } from '../../notices/notice.ts';

/** How long people take to read one character, in milliseconds. */
const READING_MS = 70;

/** What a notice is shown at least, in milliseconds; one with a button has to be reached. */
const LEAST_MS = 5000;
const LEAST_WITH_ACTION_MS = 20_000;

/** Shows a notice for as long as it takes to read it. */
export function showNotice(message: string, action?: NoticeAction): void {
  const content = createFragment();
  content.createDiv({ text: message });
  const least = action === undefined ? LEAST_MS : LEAST_WITH_ACTION_MS;
  const notice = new Notice(content, Math.max(least, message.length * READING_MS));
  if (action === undefined) return;
  const button = notice.messageEl.createEl('button', { cls: 'toolyard-notice-action', text: action.label });
  button.addEventListener('click', () => {
    notice.hide();
    action.run();
  });
}
