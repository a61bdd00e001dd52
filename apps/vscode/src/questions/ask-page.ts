import { toMessageText } from '@toolyard/core';
import { adviseOnPage, type PageQuestion } from '@toolyard/host';
import type { ElicitResult } from '@toolyard/runtime';
import type { QuestionEditor } from './question-editor.ts';
import { toQuestionTitle } from './to-question-title.ts';

/** Shows the whole address of a page and its host, and opens it in the browser when the person says so. */
export async function askPage(
  editor: QuestionEditor,
  question: PageQuestion,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const { message, url, host } = question;
  const detail = [toMessageText(message), `The page is at ${host}:`, url, adviseOnPage(url).join(' ')];
  const pressed = await editor.confirm(
    toQuestionTitle(question, 'asks you to open a page'),
    detail.filter((part) => part !== '').join('\n\n'),
    // The first one has the focus: an Enter that was meant for an editor must not open anything.
    'Decline',
    'Open Page',
  );
  // A dialog of the editor cannot be taken back, and the call may have ended meanwhile.
  if (signal.aborted || pressed === undefined) return { action: 'cancel' };
  if (pressed === 'Decline') return { action: 'decline' };
  return (await editor.openPage(url)) ? { action: 'accept' } : { action: 'cancel' };
}
