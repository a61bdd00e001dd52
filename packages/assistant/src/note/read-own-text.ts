import { createProseTest, type Note } from '@toolyard/documents';
import type { NoteConversation, NoteMessage } from './find-conversation.ts';

/** What people wrote in a conversation as text: no answers, and nothing that stands in a fence, a result or a comment. */
export function readOwnText(
  note: Note,
  { start, end: whole }: Pick<NoteConversation, 'start' | 'end'>,
  said: readonly NoteMessage[],
): string {
  const { text, lineStarts } = note;
  const isProse = createProseTest(note);
  const end = said.at(-1)?.end ?? whole;
  const answers = said.filter(({ role }) => role === 'assistant');
  return lineStarts
    .flatMap((offset, index) => {
      const isOwn =
        offset >= start &&
        offset < end &&
        isProse(index + 1) &&
        !answers.some((answer) => offset >= answer.start && offset < answer.end);
      return isOwn ? [text.slice(offset, lineStarts[index + 1]).trimEnd()] : [];
    })
    .join('\n');
}
