import { createProseTest, type Note } from '@toolyard/documents';
import { createMessageReader, type MessageNames, type MessageRole } from './message-names.ts';

/** The start of a message in a note. */
export interface MessageStart {
  readonly role: MessageRole;
  /** The first line of a note is 1. */
  readonly line: number;
  /** The offset of its `#`. */
  readonly start: number;
  /** The offset of what it says. */
  readonly bodyStart: number;
}

/** The messages of a note, in its order: lines that start with their name, outside of fences, quotes, lists, results and comments. */
export function findMessages(note: Note, names: MessageNames): readonly MessageStart[] {
  const { text, lineStarts } = note;
  const readMessage = createMessageReader(names);
  const isProse = createProseTest(note);
  return lineStarts.flatMap((start, index) => {
    if (text[start] !== '#' || !isProse(index + 1)) return [];
    const found = readMessage(text.slice(start, lineStarts[index + 1]).trimEnd());
    return found === undefined ? [] : { role: found.role, line: index + 1, start, bodyStart: start + found.length };
  });
}
