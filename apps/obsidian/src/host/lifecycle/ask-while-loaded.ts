import { onAbort } from '@toolyard/core';
import type { Modal } from 'obsidian';

/** Asks a person by a dialog, which is closed without an answer when the signal is aborted: nobody may answer a plugin that is gone. */
export async function askWhileLoaded<Answer>(
  signal: AbortSignal,
  create: (answer: (given: Answer) => void) => Modal,
): Promise<Answer> {
  let stopFollowing = (): void => undefined;
  const answered = new Promise<Answer>((resolve) => {
    const modal = create(resolve);
    modal.open();
    stopFollowing = onAbort(signal, () => modal.close());
  });
  return await answered.finally(() => stopFollowing());
}
