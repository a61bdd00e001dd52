import { ToolyardError } from '@toolyard/core';
import { parseNote, type Note } from '@toolyard/documents';
import { findConversation } from './find-conversation.ts';
import { findMessages } from './find-messages.ts';
import { lineEndOf } from './line-end-of.ts';
import type { AnswerOpening } from './answer-layout.ts';
import type { Placed } from './follow-placed.ts';
import type { MessageNames } from './message-names.ts';
import { messagesToRead, type QuestionOptions } from './read-conversation.ts';

/** What decides where an answer goes. */
export interface PlaceOptions extends QuestionOptions {
  readonly names: MessageNames;
}

/** The text that an answer is to follow, or whose end it replaces; before anything is written. */
export function findQuestion(note: Note, options: PlaceOptions): Placed {
  const conversation = findConversation(note, options.names, options.line);
  const { start, end } = messagesToRead(conversation, options).at(-1) ?? conversation;
  return { note: note.text, start, chunks: [{ text: note.text.slice(start, end) }] };
}

/** A question with the parsed note in which it stands now; to parse a long note costs more than to write an answer into it. */
export interface ParsedQuestion extends Placed {
  readonly parsed: Note;
}

/**
 * Where the answer to a question goes in the note as it is now: below the whole question, which may have grown; in place of
 * the answer that follows where that is the one to replace. Throws `note-not-written` where it would not be a message there.
 */
export function placeAnswer(
  question: ParsedQuestion,
  replaced: string | undefined,
  options: PlaceOptions,
): AnswerOpening {
  const { note: text, start, parsed: note } = question;
  const line = note.lineStarts.findLastIndex((offset) => offset <= start) + 1;
  const conversation = findConversation(note, options.names, line);
  const index = conversation.messages.findIndex((message) => message.start === start);
  const asked = conversation.messages[index] ?? { end: conversation.messages[0]?.start ?? conversation.end };
  const end = text.slice(0, asked.end).trimEnd().length;
  const next = conversation.messages[index + 1];
  const isReplaced = next?.role === 'assistant' && text.slice(next.start, next.end) === replaced;
  const behind = isReplaced ? next.end : end;
  const place = { note: text, start: end, chunks: [{ text: text.slice(end, behind) }] };
  const head = toHead(text.slice(0, end), lineEndOf(text), options);
  refuseSwallowed({ before: text.slice(0, end), head, behind: text.slice(behind) }, options.names);
  return { place, head: { text: head }, tail: { text: needsGap(text.slice(behind)) ? lineEndOf(text) : '' } };
}

function toHead(before: string, eol: string, { names, question }: PlaceOptions): string {
  const isFirst = before.replace('\uFEFF', '').trim() === '';
  const asked = question === undefined ? [] : [`#${names.user} : ${toMessageBody(question).replaceAll('\n', eol)}`];
  const head = [...asked, `#${names.assistant} :`].join(eol.repeat(2));
  return isFirst ? head : `${eol.repeat(2)}${head}`;
}

/** Lines of a question that would start a message do not. */
function toMessageBody(question: string): string {
  return question
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .replaceAll(/^(?=\\*#)/gm, '\\');
}

/** Whether the next line has words, which would become part of what is put in before it. */
function needsGap(behind: string): boolean {
  return /^(?:\r\n|\n|\r)[ \t]*\S/.test(behind);
}

interface Around {
  readonly before: string;
  readonly head: string;
  readonly behind: string;
}

function refuseSwallowed({ before, head, behind }: Around, names: MessageNames): void {
  const note = parseNote(before + head + behind, { servers: [] });
  const at = before.length + head.lastIndexOf('#');
  if (findMessages(note, names).some(({ start }) => start === at)) return;
  throw new ToolyardError(
    'note-not-written',
    'The answer cannot be put below the question: a code block or a comment above is not closed. Close it and ask again.',
  );
}
