import { createQuestionFollower, type MessageNames } from '@toolyard/host/assistant';
import type { AppNote } from '../ports/note-app.ts';

/** A note with a question, which is known again wherever lines that people or answers add move it to. */
export interface AskedNote {
  /** The note as it was when it was asked in. */
  readonly text: string;
  /** Writes to the note by this are followed. */
  readonly store: AppNote;
  /** A line of the conversation in the note as it is now, from 1; `undefined` where the question is gone. */
  findLine(): Promise<number | undefined>;
}

/** Which conversation is meant, and whether its last answer is to be replaced. */
export interface AskedLine {
  readonly names: MessageNames;
  readonly line: number;
  readonly again: boolean;
}

/** Reads a note at once, and follows the question at a line of it. */
export async function openAskedNote(note: AppNote, asked: AskedLine): Promise<AskedNote> {
  const text = await note.read();
  const follower = createQuestionFollower(text, asked);
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
        for (const step of steps) follower.follow(step);
      },
    },
    findLine: async () => follower.findLine(await note.read()),
  };
}
