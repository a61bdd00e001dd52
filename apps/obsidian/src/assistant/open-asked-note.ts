import type { EditableNote } from '@toolyard/host';
import { parseNote } from '@toolyard/documents';
import { createQuestionFollower, findConversation, type MessageNames } from '@toolyard/host/assistant';

/** A note with a question, which is known again wherever lines that people or answers add move it to. */
export interface AskedNote {
  /** The note as it was when it was asked in. */
  readonly text: string;
  /** Writes to the note by this are followed. */
  readonly store: EditableNote;
  /** A line of the conversation in the note as it is now, from 1; `undefined` where the question is gone. */
  readonly findLine: () => Promise<number | undefined>;
}

/** Which conversation is meant, and whether its last answer is to be replaced. */
export interface AskedLine {
  readonly names: MessageNames;
  readonly line: number;
  readonly again: boolean;
}

/** Reads a note at once, and follows the question at a line of it. */
export async function openAskedNote(note: EditableNote, asked: AskedLine): Promise<AskedNote> {
  const text = await note.read();
  const parsed = parseNote(text, { servers: [] });
  const question = findConversation(parsed, asked.names, asked.line).messages.findLast(({ role }) => role === 'user');
  // Where no message is the question, the line of the cursor tells which binding is meant.
  const follow = createQuestionFollower(parsed, question?.line ?? asked.line, asked);

  function toLine(at: number, now: string): number | undefined {
    const current = parseNote(now, { servers: [] });
    const line = current.lineStarts.findLastIndex((start) => start <= at) + 1;
    const { messages } = findConversation(current, asked.names, line);
    const isThere = messages.some(({ role, start }) => role === 'user' && start === at);
    return isThere || question === undefined ? line : undefined;
  }

  return {
    text,
    store: {
      ...note,
      async update(edit) {
        let steps: readonly string[] = [];
        await note.update((before) => {
          const after = edit(before);
          steps = [before, after];
          return after;
        });
        steps.forEach(follow);
      },
    },
    async findLine() {
      const now = await note.read();
      const at = follow(now);
      return at === undefined ? undefined : toLine(at, now);
    },
  };
}
