import { ToolyardError } from '@toolyard/core';
import type { Note } from '@toolyard/documents';
import type { ConversationOptions } from '../answer/conversation.ts';
import type { ModelContent, ModelMessage, RequestedCall, ToolAnswer } from '../model/model.ts';
import { describeText } from './describe-text.ts';
import type { NoteConversation, NoteMessage } from './find-conversation.ts';
import { readOwnText } from './read-own-text.ts';
import { readNoteAnswer, type NoteAnswerPart } from './read-note-answer.ts';
import type { ToolRecord } from './tool-record.ts';

/** A conversation of a note as a model is told of it. */
export interface ReadConversation {
  /** What `#System :` messages say. */
  readonly system: string;
  /** What people wrote in it as text, its rules too; what it embeds is looked for here, since results and answers must not embed anything. */
  readonly ownText: string;
  /** What was said before the question; valid as `createConversation` wants it. */
  readonly messages: readonly ModelMessage[];
  readonly question: readonly ModelContent[];
  /** The line on which the question stands, or below which it is to stand: bindings go by it. */
  readonly line: number;
  /** What of the note the model is not told, for people. */
  readonly notices: readonly string[];
}

/** How a conversation is read. */
export interface QuestionOptions {
  /** A line of the conversation; that of the last one of the note where absent. */
  readonly line?: number;
  /** The last answer is left out, since another one is to replace it. */
  readonly again?: boolean;
  /** A question that does not stand in the note yet. */
  readonly question?: string;
}

/** What a model is told of a conversation. */
export interface ConversationReadOptions extends QuestionOptions, Pick<ConversationOptions, 'redact'> {}

type Redact = (text: string) => string;

/** The most characters of a note that are given besides its messages. */
const MAX_LENGTH = 100_000;
const INTERRUPTED = 'The call was interrupted, and its outcome is not known.';

/** Reads a conversation, what tools returned without secrets; throws `usage` where it has no question. */
export function readConversation(
  parsed: Note,
  conversation: NoteConversation,
  options: ConversationReadOptions = {},
): ReadConversation {
  const { redact = (text) => text } = options;
  const note = redactResults(parsed, redact);
  const said = messagesToRead(conversation, options);
  const list = createMessageList(redact);
  const above = readBefore(note, conversation);
  list.addText(above.text);
  for (const [index, message] of said.entries()) {
    const before = said[index - 1];
    // Sections below an answer are not the model's.
    if (before?.role === 'assistant') list.addText(describeText(note, before.end, message.start));
    if (message.role === 'user') list.addText(describeText(note, message.bodyStart, message.end));
    else if (message.role === 'assistant') list.addAnswer(readNoteAnswer(note, message));
  }
  if (options.question !== undefined) list.addText(options.question.trim());
  const question = list.messages.pop();
  if (question?.role !== 'user') throw toUnasked(conversation);
  const system = said
    .filter(({ role }) => role === 'system')
    .map(({ bodyStart, end }) => describeText(note, bodyStart, end));
  return {
    system: system.join('\n\n'),
    ownText: readOwnText(note, conversation, said),
    messages: list.messages,
    question: question.content,
    line: findQuestionLine(note, conversation, options),
    notices: above.rest === 0 ? [] : [`Left out for the model: ${above.rest} characters of the text of the note`],
  };
}

/** The messages without the answer that is to be replaced. */
export function messagesToRead(
  { messages }: NoteConversation,
  { again = false }: QuestionOptions,
): readonly NoteMessage[] {
  return again && messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages;
}

/** Tool blocks write what their tools returned, whatever is in it. */
function redactResults(note: Note, redact: Redact): Note {
  return { ...note, results: note.results.map((result) => ({ ...result, output: redact(result.output) })) };
}

function findQuestionLine(note: Note, conversation: NoteConversation, options: QuestionOptions): number {
  const { line: first, end, messages } = conversation;
  const said = messagesToRead(conversation, options);
  const asked = said.findLast(({ role }) => role === 'user');
  if (asked !== undefined && options.question === undefined) return asked.line;
  const above = said.at(-1)?.end ?? note.text.slice(0, messages[0]?.start ?? end).trimEnd().length;
  const last = Math.max(first, note.lineStarts.findLastIndex((start) => start <= above) + 1);
  // Without messages, all of the text is the question.
  return options.question === undefined ? Math.max(first, Math.min(options.line ?? first, last)) : last;
}

/** What stands before the first message of a section belongs to the question; its heading alone says nothing. */
function readBefore(note: Note, { start, end, hasHeading, messages }: NoteConversation): CutText {
  const text = describeText(note, start, messages[0]?.start ?? end);
  if (messages.length > 0 && hasHeading && !text.includes('\n')) return { text: '', rest: 0 };
  const rest = Math.max(0, text.length - MAX_LENGTH);
  if (rest === 0) return { text, rest };
  const cut =
    messages.length > 0
      ? `[The first ${rest} characters of this text are left out.]\n${text.slice(rest)}`
      : `${text.slice(0, MAX_LENGTH)}\n[The last ${rest} characters of this text are left out.]`;
  return { text: cut, rest };
}

interface CutText {
  readonly text: string;
  /** How many characters are left out. */
  readonly rest: number;
}

interface MessageList {
  readonly messages: ModelMessage[];
  addText(text: string): void;
  addAnswer(parts: readonly NoteAnswerPart[]): void;
}

/** Joins what one side says in several messages, so that none is empty and they take turns. */
function createMessageList(redact: Redact): MessageList {
  const messages: ModelMessage[] = [];
  let calls = 0;

  function addText(text: string): void {
    if (text === '') return;
    const last = messages.at(-1);
    const said: ModelContent = { type: 'text', text };
    if (last?.role === 'user') messages[messages.length - 1] = { ...last, content: [...last.content, said] };
    else messages.push({ role: 'user', content: [said] });
  }

  function addAnswered(text: string | undefined, records: readonly ToolRecord[]): void {
    const asked = records.map((record) => toCall(record, `call_${++calls}`));
    const words = text === undefined ? [] : [{ type: 'text', text } as const];
    const last = messages.at(-1);
    if (last === undefined) messages.push({ role: 'user', content: [{ type: 'text', text: '(no question)' }] });
    // An answer right after another one goes on with it.
    if (last?.role === 'assistant')
      messages[messages.length - 1] = { ...last, content: [...last.content, ...words, ...asked] };
    else messages.push({ role: 'assistant', content: [...words, ...asked] });
    if (asked.length > 0)
      messages.push({ role: 'tool', answers: asked.map((call, index) => toAnswer(call, records[index], redact)) });
  }

  return {
    messages,
    addText,
    addAnswer(parts) {
      for (let index = 0; index < parts.length;) {
        const part = parts[index];
        const text = part?.type === 'text' ? part.text : undefined;
        if (text !== undefined) index++;
        const records: ToolRecord[] = [];
        for (let next = parts[index]; next?.type === 'record'; next = parts[++index]) records.push(next.record);
        addAnswered(text, records);
      }
    },
  };
}

function toCall({ tool, arguments: given }: ToolRecord, id: string): RequestedCall {
  return { type: 'tool-call', id, name: tool, arguments: given };
}

function toAnswer({ id, name }: RequestedCall, record: ToolRecord | undefined, redact: Redact): ToolAnswer {
  const { status, text } = record?.outcome ?? { status: 'cancelled', text: INTERRUPTED };
  return {
    id,
    name,
    isError: status !== 'success',
    content: [{ type: 'text', text: text === '' ? '(no output)' : redact(text) }],
  };
}

function toUnasked({ messages, line }: NoteConversation): ToolyardError {
  const last = messages.at(-1);
  return new ToolyardError(
    'usage',
    last?.role === 'assistant'
      ? `The last question, before line ${last.line}, is answered. Write another one below it, or ask again for another answer.`
      : `There is no question at line ${last?.line ?? line} of the note. Write one there.`,
  );
}
