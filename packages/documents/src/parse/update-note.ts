import { assembleNote } from './assemble-note.ts';
import { startsFrontmatter } from './find-frontmatter.ts';
import { findLine, findLineStarts } from './find-line-starts.ts';
import type { Note, TextEdit } from './note.ts';
import type { NoteStructure } from './note-structure.ts';
import { joinStructures } from './join-structures.ts';
import { parseNote } from './parse-note.ts';
import { readBlockBody } from './read-block-body.ts';
import { readStructure, type BodyReader } from './read-structure.ts';

/** How many further blocks are read at first, to see where the old structure holds again. */
const FIRST_REACH = 4;

/** The note after an edit: what a full parse gives, at the cost of the lines around the edit. Bodies that stay the same are not read again. */
export function updateNote(note: Note, edit: TextEdit): Note {
  const text = note.text.slice(0, edit.start) + edit.text + note.text.slice(edit.end);
  const change = findChange(note, edit, text);
  if (isNearFrontmatter(note, change, text)) return parseNote(text, note);
  const structure = readAround(note, change, text);
  const { frontmatter, servers } = note;
  return assembleNote({
    text,
    lineStarts: change.lineStarts,
    servers,
    structure,
    ...(frontmatter !== undefined && { frontmatter }),
  });
}

/** Lines are counted from 0; those before `first` and after `last` (of the old text) did not change. */
interface Change {
  readonly first: number;
  readonly last: number;
  /** How many lines there are more than before. */
  readonly added: number;
  readonly lineStarts: readonly number[];
}

function findChange({ lineStarts }: Note, edit: TextEdit, text: string): Change {
  // One character further on both sides, since CR and LF beside the edit can become, or stop being, one line break.
  const first = findLine(lineStarts, Math.max(0, edit.start - 1));
  const last = findLine(lineStarts, edit.end + 1);
  const delta = edit.text.length - (edit.end - edit.start);
  const from = lineStarts[first] ?? 0;
  const behind = lineStarts[last + 1];
  const middle = text.slice(from, behind === undefined ? text.length : behind + delta);
  const inner = findLineStarts(middle).slice(1, behind === undefined ? undefined : -1);
  const starts = [
    ...lineStarts.slice(0, first + 1),
    ...inner.map((start) => start + from),
    ...(behind === undefined ? [] : lineStarts.slice(last + 1).map((start) => start + delta)),
  ];
  return { first, last, added: starts.length - lineStarts.length, lineStarts: starts };
}

function isNearFrontmatter({ frontmatter }: Note, { first }: Change, text: string): boolean {
  if (frontmatter !== undefined) return first <= frontmatter.range.endLine + 1;
  return first === 0 || startsFrontmatter(text);
}

/** Reads from the last block that the edit cannot reach, until a block begins where one began before. */
function readAround(note: Note, { first, last, added, lineStarts }: Change, text: string): NoteStructure {
  const { starts } = note.structure;
  const options = { servers: new Set(note.servers), readBody: createBodyReader(note.structure) };
  const leaning = findLeaning(note.structure);
  const firstLine = findBegin(note, first, leaning);
  const after = starts.findIndex((start) => start > last);
  let end = after === -1 ? starts.length : after + FIRST_REACH;
  for (; end < starts.length; end = after + (end - after) * 4) {
    const endLine = (starts[end] ?? 0) + added;
    const read = readStructure(text.slice(lineStarts[firstLine], lineStarts[endLine]), { firstLine, ...options });
    const same = read.starts.find((start) => {
      const before = start - added;
      return before > last && !leaning.has(before) && starts[findLine(starts, before)] === before;
    });
    if (same !== undefined) return joinStructures(note.structure, read, { firstLine, same, added });
  }
  const read = readStructure(text.slice(lineStarts[firstLine]), { firstLine, ...options });
  return joinStructures(note.structure, read, { firstLine, same: Infinity, added });
}

/** Bodies that were read before are as they were: an edit moves more of them than it changes. */
function createBodyReader({ fences }: NoteStructure): BodyReader {
  const toName = (language: string, text: string): string => `${language}\n${text}`;
  const known = new Map(fences.flatMap(({ language, body }) => (body ? [[toName(language, body.text), body]] : [])));
  return (language, text) => known.get(toName(language, text)) ?? readBlockBody(language, text);
}

/** The first lines of blocks whose meaning depends on the block before: results, and block ids that stand alone. */
function findLeaning({ regions, blockIds }: NoteStructure): Set<number> {
  const ids = blockIds.filter(({ isAlone }) => isAlone).map(({ at }) => at);
  return new Set([...regions.map(({ line }) => line), ...ids]);
}

function findBegin({ structure: { starts }, frontmatter }: Note, first: number, leaning: ReadonlySet<number>): number {
  // A block depends on the first line of the next one, and on nothing behind that. What the edit reaches may lean on
  // the block before, so that one is read too.
  let begin = starts.findLastIndex((_, index) => (starts[index + 1] ?? Infinity) < first);
  while (begin > 0 && leaning.has(starts[begin] ?? 0)) begin--;
  return begin > 0 ? (starts[begin] ?? 0) : frontmatter === undefined ? 0 : frontmatter.range.endLine + 1;
}
