import { parseNote, shrinkEdit } from '@toolyard/documents';
import { findConversation } from './find-conversation.ts';
import { followPlaced, joinChunks, measureChunks, type Placed } from './follow-placed.ts';
import { findQuestion, type PlaceOptions } from './place-answer.ts';

/** Knows a question of a note again while the note changes. */
export interface QuestionFollower {
  /** Takes the note as it is now; the smaller the steps are, the surer is the question found. */
  follow(text: string): void;
  /** A line of its conversation in the note as it is now, from 1; `undefined` where the question is gone. */
  findLine(text: string): number | undefined;
}

/** Follows the question that is asked at a line of a note, or the last answer where there is none. */
export function createQuestionFollower(text: string, options: PlaceOptions & { line: number }): QuestionFollower {
  const note = parseNote(text, { servers: [] });
  const { messages } = findConversation(note, options.names, options.line);
  let placed: Placed = findQuestion(note, options);
  const hasWords = hasText(placed);
  let isFound = true;
  // Where there are no messages, a line of the question is all that tells which binding is meant.
  let cursor = messages.length > 0 ? placed.start : (note.lineStarts[options.line - 1] ?? placed.start);

  function follow(now: string): void {
    const next = followPlaced(placed, now);
    isFound = next !== undefined && (!hasWords || hasText(next));
    if (next === undefined || !isFound) return;
    const moved = moveOffset(cursor, placed.note, now);
    cursor = Math.max(next.start, Math.min(moved, next.start + measureChunks(next.chunks)));
    placed = next;
  }

  return {
    follow,
    findLine(now) {
      follow(now);
      if (!isFound) return undefined;
      const at = messages.length > 0 ? placed.start : cursor;
      const parsed = parseNote(now, { servers: [] });
      const line = parsed.lineStarts.findLastIndex((start) => start <= at) + 1;
      if (messages.length === 0) return line;
      const { messages: said } = findConversation(parsed, options.names, line);
      return said.some(({ start }) => start === at) ? line : undefined;
    },
  };
}

function hasText({ chunks }: Placed): boolean {
  return joinChunks(chunks).trim() !== '';
}

function moveOffset(offset: number, before: string, now: string): number {
  const edit = shrinkEdit(before, { start: 0, end: before.length, text: now });
  if (edit === undefined || offset < edit.start) return offset;
  return offset >= edit.end ? offset + now.length - before.length : edit.start;
}
