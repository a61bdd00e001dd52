import { onAbort } from '@toolyard/core';
import { Notice } from 'obsidian';

/** Asks whether something goes on, by a notice that stays until a button is pressed or `signal` is aborted. */
export async function openContinueNotice(message: string, signal: AbortSignal): Promise<boolean> {
  const content = createFragment();
  content.createDiv({ text: message });
  const notice = new Notice(content, 0);
  let stopFollowing = (): void => undefined;
  const answered = new Promise<boolean>((resolve) => {
    for (const [label, isContinued] of [
      ['Continue', true],
      ['Stop', false],
    ] as const) {
      const button = notice.messageEl.createEl('button', { cls: 'toolyard-notice-action', text: label });
      button.addEventListener('click', () => resolve(isContinued));
    }
    // A click anywhere on a notice hides it, and would leave the question open.
    (notice.messageEl.parentElement ?? notice.messageEl).addEventListener('click', () => resolve(false));
    stopFollowing = onAbort(signal, () => resolve(false));
  });
  return await answered.finally(() => {
    stopFollowing();
    notice.hide();
  });
}
