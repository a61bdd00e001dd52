import { findLine, findLineEnd } from '../parse/find-line-starts.ts';
import type { Note, TextEdit } from '../parse/note.ts';
import type { WrittenToolBlock } from './write-tool-block.ts';

/** Where a new block goes. */
export interface BlockPlace {
  /** The line that the block comes after, or whose place it takes where that is blank; the first is 1. */
  readonly line: number;
  /** It comes after the line, which stays. */
  readonly isAfter: boolean;
}

/** An edit that puts a block into a note. */
export interface BlockInsertion extends TextEdit {
  /** Where the cursor goes, as an offset of the new text of the note. */
  readonly cursor: number;
}

/**
 * The place for a new block at an offset: below the text that stands there, and never inside of the frontmatter, of a fence, or between a block and its
 * result. `undefined` in a fence or a result that has no end, since it would be part of that.
 */
export function findBlockPlace(note: Note, offset: number): BlockPlace | undefined {
  const line = findLine(note.lineStarts, offset) + 1;
  const around = [...listUnits(note)].filter((unit) => unit.line <= line && line <= unit.endLine);
  if (around.some(({ closed }) => !closed)) return undefined;
  if (around.length > 0) return { line: Math.max(...around.map(({ endLine }) => endLine)), isAfter: true };
  return { line, isAfter: readLine(note, line).trim() !== '' };
}

/** The edit that puts a block at a place, with a blank line to what stands around it. */
export function planToolBlock(note: Note, place: BlockPlace, block: WrittenToolBlock): BlockInsertion {
  const lineEnd = toNative(note);
  const index = place.line - 1;
  const end = findLineEnd(note.text, note.lineStarts, index);
  const start = place.isAfter ? end : (note.lineStarts[index] ?? 0);
  const above = place.line - (place.isAfter ? 0 : 1);
  const isGapAbove = above > 0 && readLine(note, above).trim() !== '';
  const before = (place.isAfter ? lineEnd : '') + (isGapAbove ? lineEnd : '');
  const isGapBelow = place.line < note.lineStarts.length && readLine(note, place.line + 1).trim() !== '';
  const isLast = place.line >= note.lineStarts.length;
  const after = isGapBelow || isLast ? lineEnd : '';
  const toText = (text: string): string => text.replaceAll('\n', lineEnd);
  return {
    start,
    end,
    text: before + toText(block.text) + after,
    cursor: start + before.length + toText(block.text.slice(0, block.cursor)).length,
  };
}

interface Unit {
  readonly line: number;
  readonly endLine: number;
  readonly closed: boolean;
}

/** What a block must not be put into; lines are counted from 1. */
function* listUnits({ structure, blocks, results, frontmatter }: Note): Generator<Unit> {
  // The lines of `---` are around it.
  if (frontmatter !== undefined) yield { line: 1, endLine: frontmatter.range.endLine + 1, closed: true };
  // One that has no end goes on in the empty last line of a note.
  for (const { line, endLine, closed } of structure.fences) {
    yield { line: line + 1, endLine: closed ? endLine : endLine + 1, closed };
  }
  for (const { range, closed } of results) yield { ...range, closed };
  for (const { range, result } of blocks) {
    if (result !== undefined) yield { line: range.line, endLine: result.range.endLine, closed: result.closed };
  }
}

function readLine({ text, lineStarts }: Note, line: number): string {
  return text.slice(lineStarts[line - 1], findLineEnd(text, lineStarts, line - 1));
}

/** The line ends that the note has. */
function toNative({ text }: Note): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
