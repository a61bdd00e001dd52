import type { Note } from './note.ts';
import type { Lines } from './note-structure.ts';

/**
 * Tells the lines that people wrote as text from those that stand in a fence, a result, HTML (a comment too) or the
 * frontmatter. Lines are counted from 1.
 */
export function createProseTest({ structure, frontmatter, lineStarts }: Note): (line: number) => boolean {
  const isOther = new Uint8Array(lineStarts.length + 1);
  const mark = ({ line, endLine }: Lines): unknown => isOther.fill(1, line + 1, endLine + 1);
  if (frontmatter !== undefined) mark({ line: 0, endLine: frontmatter.range.endLine + 1 });
  for (const lines of [...structure.fences, ...structure.regions, ...structure.html]) mark(lines);
  return (line) => line >= 1 && line <= lineStarts.length && isOther[line] === 0;
}
