import { findConversation, MESSAGE_NAMES, type MessageNames } from '@toolyard/assistant';
import type { Note } from '@toolyard/documents';

/** Whether the conversation at a line of a note waits for an answer or has one; `undefined` where nothing stands there. */
export function readConversationEnd(
  note: Note,
  line: number,
  names: MessageNames = MESSAGE_NAMES,
): 'question' | 'answer' | undefined {
  const { messages, start, end } = findConversation(note, names, line);
  const last = messages.at(-1);
  if (last?.role === 'assistant') return 'answer';
  const [from, to] = last === undefined ? [start, end] : [last.bodyStart, last.end];
  return last?.role !== 'system' && note.text.slice(from, to).trim() !== '' ? 'question' : undefined;
}
