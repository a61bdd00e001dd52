import { assembleNote } from './assemble-note.ts';
import { findFrontmatter } from './find-frontmatter.ts';
import { findLine, findLineStarts } from './find-line-starts.ts';
import type { Frontmatter, Note } from './note.ts';
import { readStructure } from './read-structure.ts';

/** What makes a fence a tool block. */
export interface ParseOptions {
  /** The keys of all servers, disabled ones too. */
  readonly servers: readonly string[];
}

/** Reads a note; any text is one, and what is wrong in it is data. */
export function parseNote(text: string, { servers }: ParseOptions): Note {
  const lineStarts = findLineStarts(text);
  const place = findFrontmatter(text);
  const firstLine = place === undefined ? 0 : findLine(lineStarts, place.after) + 1;
  const rest = text.slice(lineStarts[firstLine] ?? text.length);
  const structure = readStructure(rest, { firstLine, servers: new Set(servers) });
  const parts = { text, lineStarts, servers, structure };
  if (place === undefined) return assembleNote(parts);
  const { start, end } = place;
  const range = { start, end, line: 2, endLine: firstLine - 1 };
  const frontmatter: Frontmatter = { range, text: text.slice(start, end) };
  return assembleNote({ ...parts, frontmatter });
}
