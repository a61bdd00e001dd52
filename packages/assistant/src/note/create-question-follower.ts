import type { Note } from '@toolyard/documents';
import { followPlaced, measureChunks, type Placed } from './follow-placed.ts';
import { findQuestion, type PlaceOptions } from './place-answer.ts';

/** Where the line of a question begins in the note as it is then; `undefined` where the question is not found in it. Is given each text in its order. */
export type QuestionFollower = (text: string) => number | undefined;

/** Follows the line of a question, as `readConversation` found it, while people and writers change the note around it and in it. */
export function createQuestionFollower(note: Note, line: number, options: PlaceOptions): QuestionFollower {
  const question = findQuestion(note, options);
  const at = note.lineStarts[line - 1] ?? 0;
  const start = Math.min(at, question.start);
  const text = note.text.slice(start, question.start + measureChunks(question.chunks)).trimEnd();
  const chunks = [{ text: text.slice(0, at - start) }, { text: text.slice(at - start) }];
  let placed: Placed = { note: note.text, start, chunks };
  return (now) => {
    const next = followPlaced(placed, now);
    placed = next ?? placed;
    return next && next.start + measureChunks(next.chunks.slice(0, -1));
  };
}
