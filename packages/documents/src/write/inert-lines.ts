import { changeOutsideCode, isLiveLanguage } from './live-markdown.ts';
import { hideMarkers, showMarkers } from './result-markers.ts';

/** Where a line stands. */
export interface LinePlace {
  /** In a fence, at the start or end of one, or neither. */
  readonly kind: 'code' | 'fence' | 'prose';
  /** All code inside of the lines around it ends on its line, so that it can be told from the rest. */
  readonly keepsSpans: boolean;
}

/** What decides besides its characters what is done to a line. */
export interface LineContext extends LinePlace {
  /** The line is a heading, or makes the line before one. */
  readonly isHeading: boolean;
  /** A line of dashes would close the frontmatter of the note around it. */
  readonly guardsDashes: boolean;
}

// Each pattern has the backslashes that stand there already, so that one more can be taken away again.
const MESSAGE = /^(?=\\*#[^\s#:：\\][^:：]{0,63}[:：])/;
const CALLOUT = /^(>[ \t]*)(?=\\*\[!(?:tool\]|warning\] This answer))/i;
const UNDERLINE = /^( {0,3})(?=\\*(?:=+|-+)[ \t]*$)/;
const ESCAPED_UNDERLINE = /^ {0,3}\\/;
const DASHES = /^---[ \t]*$/;
const TOOL_KEY = /^([ \t>]*)(?=\\*tool:)/;
const BLOCK_ID = /(^|\s)(?=\\*\^[A-Za-z0-9-]{1,130}\s*$)/;
const OPENING = /^([^`~]*(?:`{3,}|~{3,})[ \t]*)(\\*)([^\s`]*)/;
const QUOTED_HEADING = /^(?:> )+ {0,3}#{1,6}(?:[ \t]|$)/;
const ATX = /^ {0,3}#{1,6}(?:[ \t]|$)/;
/** With their backslashes: an odd number of them is an escape, so they are doubled. What `![` loads becomes a link that a person may follow. */
const INLINE = /(?<!\\)(\\*)(<(?=[a-z/!?])|%%|!(?=\[))/gi;

/** A line that starts no message, tool block, result, record, comment or section, loads nothing, and no binding can point at. */
export function toInertLine(line: string, { kind, keepsSpans, isHeading, guardsDashes }: LineContext): string {
  const isDashes = guardsDashes && DASHES.test(line);
  if (kind === 'code') return addMarks(line.replace(TOOL_KEY, '$1\\'), isDashes);
  if (kind === 'fence') return line.replace(OPENING, escapeLanguage);
  const isAtx = isHeading && ATX.test(line);
  const inline = changeOutsideCode(line, keepsSpans, (part) => part.replaceAll(INLINE, doubleBackslashes));
  const marked = addMarks(inline.replace(BLOCK_ID, '$1\\'), isDashes || (isHeading && !isAtx));
  return isAtx || QUOTED_HEADING.test(line) ? `> ${marked}` : marked;
}

/** The line that became this one. */
export function fromInertLine(line: string, { kind, keepsSpans }: LinePlace): string {
  if (kind === 'code') return removeBackslash(removeMarks(line), TOOL_KEY);
  if (kind === 'fence') return line.replace(OPENING, unescapeLanguage);
  const bare = removeMarks(QUOTED_HEADING.test(line) ? line.slice(2) : line);
  const named = removeBackslash(bare, BLOCK_ID);
  return changeOutsideCode(named, keepsSpans, (part) => part.replaceAll(INLINE, halveBackslashes));
}

function addMarks(line: string, isUnderline: boolean): string {
  const isGuarded = isUnderline || ESCAPED_UNDERLINE.test(line);
  const guarded = isGuarded ? line.replace(UNDERLINE, '$1\\') : line;
  return hideMarkers(guarded.replace(MESSAGE, '\\').replace(CALLOUT, '$1\\'));
}

function removeMarks(line: string): string {
  const shown = removeBackslash(removeBackslash(showMarkers(line), CALLOUT), MESSAGE);
  return removeBackslash(shown, UNDERLINE);
}

/** The line without the first backslash at the place that `pattern` finds. */
function removeBackslash(line: string, pattern: RegExp): string {
  const found = pattern.exec(line);
  if (found === null) return line;
  const at = found.index + found[0].length;
  return line[at] === '\\' ? line.slice(0, at) + line.slice(at + 1) : line;
}

function escapeLanguage(all: string, opening: string, marks: string, language: string): string {
  return isLiveLanguage(language) ? `${opening}\\${marks}${language}` : all;
}

function unescapeLanguage(all: string, opening: string, marks: string, language: string): string {
  return isLiveLanguage(language) ? `${opening}${marks.slice(1)}${language}` : all;
}

function doubleBackslashes(_: string, marks: string, rest: string): string {
  return `${marks}${marks}\\${rest}`;
}

function halveBackslashes(all: string, marks: string, rest: string): string {
  return marks.length % 2 === 0 ? all : `${marks.slice(0, (marks.length - 1) / 2)}${rest}`;
}
