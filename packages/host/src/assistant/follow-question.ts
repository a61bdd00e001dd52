import { createQuestionFollower, type QuestionFollower } from '@toolyard/assistant';
import { ToolyardError } from '@toolyard/core';
import { parseNote, type Note, type NoteStore } from '@toolyard/documents';

/** A question in its note, whoever changes that while it is answered. */
export interface FollowedQuestion extends Pick<NoteStore, 'update'> {
  /** The note as it was last seen with the question, and the question's line in it. */
  now(): QuestionInNote;
  /** Reads the note again; throws where it cannot be read, and `server-unavailable` where the question is not found in it. */
  lookAgain(): Promise<void>;
}

/** A note with a line on which a question stands, or below which it is to stand. */
export interface QuestionInNote {
  readonly note: Note;
  readonly line: number;
}

/** Follows a question; what writes the answer uses `update` of this, so that its own changes are known from those of people. */
export function followQuestion(
  store: Pick<NoteStore, 'read' | 'update'>,
  { note, line }: QuestionInNote,
  options: Parameters<typeof createQuestionFollower>[2],
): FollowedQuestion {
  const follower: QuestionFollower = createQuestionFollower(note, line, options);
  let seen: QuestionInNote = { note, line };
  let changed: { readonly text: string; readonly at: number } | undefined;

  function follow(text: string): boolean {
    const at = follower(text);
    if (at !== undefined) changed = { text, at };
    return at !== undefined;
  }

  return {
    now() {
      if (changed !== undefined) seen = toSeen(changed.text, changed.at, seen.note);
      changed = undefined;
      return seen;
    },
    async lookAgain() {
      if (follow(await store.read())) return;
      const message =
        'The question was removed from the note, or moved, so it is not known which tools it has. Ask it again.';
      throw new ToolyardError('server-unavailable', message);
    },
    update: (edit) =>
      store.update((text) => {
        follow(text);
        const next = edit(text);
        follow(next);
        return next;
      }),
  };
}

function toSeen(text: string, at: number, before: Note): QuestionInNote {
  const note = text === before.text ? before : parseNote(text, before);
  return { note, line: note.lineStarts.findLastIndex((start) => start <= at) + 1 };
}
