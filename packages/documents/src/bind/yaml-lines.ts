import type { TextEdit } from '../parse/note.ts';

/** How many characters stand before an offset on its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStartOf(text, offset);
}

/** Puts lines behind the line that an offset stands on. */
export function insertLines(text: string, offset: number, { lines, eol }: WrittenLines): TextEdit {
  const at = lineEndOf(text, offset);
  return { start: at, end: at, text: lines.map((line) => eol + line).join('') };
}

/** Lines to be written, and how they end. */
export interface WrittenLines {
  readonly lines: readonly string[];
  readonly eol: string;
}

/** Takes out whole lines, from that of one offset to that of another, with one of the breaks around them. */
export function removeLines(text: string, from: number, to: number): TextEdit {
  const start = lineStartOf(text, from);
  const end = lineEndOf(text, to);
  const breakAfter = /^(?:\r\n?|\n)/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  if (breakAfter > 0) return { start, end: end + breakAfter, text: '' };
  const breakBefore = /(?:\r\n?|\n)$/.exec(text.slice(Math.max(0, start - 2), start))?.[0].length ?? 0;
  return { start: start - breakBefore, end, text: '' };
}

function lineStartOf(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1), -1) + 1;
}

function lineEndOf(text: string, offset: number): number {
  const found = text.slice(offset).search(/[\r\n]/);
  return found === -1 ? text.length : offset + found;
}
