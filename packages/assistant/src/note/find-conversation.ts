import type { Heading, Note } from '@toolyard/documents';
import { findMessages, type MessageStart } from './find-messages.ts';
import type { MessageNames } from './message-names.ts';

/** One message of a note with what it says. */
export interface NoteMessage extends MessageStart {
  /** The offset behind its last character that is no space. An answer ends before the next heading: no model writes one, so that is a person's. */
  readonly end: number;
}

/**
 * A part of a note in which people talk with a model: the section of its first message, with all sections below. Where
 * it has no messages, all of it is one question.
 */
export interface NoteConversation {
  /** Its first and last line, from 1, both included. */
  readonly line: number;
  readonly endLine: number;
  /** The offsets of its first character, and behind its last one that is no space. */
  readonly start: number;
  readonly end: number;
  /** Whether its first line is a heading. */
  readonly hasHeading: boolean;
  readonly messages: readonly NoteMessage[];
}

interface Section {
  readonly line: number;
  readonly endLine: number;
  readonly hasHeading: boolean;
}

/** All conversations of a note that have messages, in its order. */
export function findConversations(note: Note, names: MessageNames): readonly NoteConversation[] {
  const groups: { section: Section; starts: MessageStart[] }[] = [];
  for (const message of findMessages(note, names)) {
    const last = groups.at(-1);
    if (last !== undefined && message.line <= last.section.endLine) last.starts.push(message);
    else groups.push({ section: findSection(note, message.line), starts: [message] });
  }
  return groups.map(({ section, starts }) => toConversation(note, section, starts));
}

/**
 * The conversation that a line belongs to, or the last one of the note where no line is given. Where there is none, the
 * section of the line up to the next one with a conversation, or the note, without messages.
 */
export function findConversation(note: Note, names: MessageNames, line?: number): NoteConversation {
  const all = findConversations(note, names);
  const found = line === undefined ? all.at(-1) : all.find((each) => each.line <= line && line <= each.endLine);
  if (found !== undefined) return found;
  const section = line === undefined ? toWholeNote(note) : findSection(note, line);
  // A line of the frontmatter belongs to the conversation that has no heading above it.
  const whole = all.find((each) => each.line === section.line && !each.hasHeading && !section.hasHeading);
  if (whole !== undefined) return whole;
  const next = note.headings.find(
    (heading) =>
      heading.line > section.line &&
      heading.line <= section.endLine &&
      all.some((each) => heading.line <= each.line && each.line <= heading.endLine),
  );
  return toConversation(note, next === undefined ? section : { ...section, endLine: next.line - 1 }, []);
}

function findSection(note: Note, line: number): Section {
  const heading: Heading | undefined = note.headings.findLast((each) => each.line <= line && line <= each.endLine);
  return heading === undefined ? toWholeNote(note) : { line: heading.line, endLine: heading.endLine, hasHeading: true };
}

function toWholeNote({ frontmatter, lineStarts }: Note): Section {
  const line = frontmatter === undefined ? 1 : Math.min(frontmatter.range.endLine + 2, lineStarts.length);
  return { line, endLine: lineStarts.length, hasHeading: false };
}

function toConversation(note: Note, section: Section, starts: readonly MessageStart[]): NoteConversation {
  const { text, lineStarts } = note;
  const start = lineStarts[section.line - 1] ?? 0;
  const behind = lineStarts[section.endLine] ?? text.length;
  const endOf = (from: number, to: number): number => from + text.slice(from, to).trimEnd().length;
  return {
    ...section,
    start,
    end: endOf(start, behind),
    messages: starts.map((message, index) => {
      const next = starts[index + 1]?.start ?? behind;
      const limit = message.role === 'assistant' ? Math.min(next, findHeadingBelow(note, message.line)) : next;
      return { ...message, end: Math.max(message.bodyStart, endOf(message.start, limit)) };
    }),
  };
}

function findHeadingBelow({ headings, lineStarts, text }: Note, line: number): number {
  const heading = headings.find((each) => each.line > line);
  return (heading && lineStarts[heading.line - 1]) ?? text.length;
}
