import type { NoteStructure } from './note-structure.ts';

/** Where a structure that was read anew fits into the old one. */
export interface SplicePoint {
  /** Before this line, everything is as it was. */
  readonly firstLine: number;
  /** From this line of the new text on, everything is as it was, `added` lines before. */
  readonly same: number;
  readonly added: number;
}

/** The old structure with the lines between `firstLine` and `same` as they were read anew. */
export function joinStructures(old: NoteStructure, read: NoteStructure, splice: SplicePoint): NoteStructure {
  const { added } = splice;
  const move = <T extends { readonly line: number; readonly endLine: number }>(part: T): T => ({
    ...part,
    line: part.line + added,
    endLine: part.endLine + added,
  });
  const lineOf = ({ line }: { readonly line: number }): number => line;
  return {
    starts: join(splice, old.starts, read.starts, { lineOf: (line) => line, move: (line) => line + added }),
    headings: join(splice, old.headings, read.headings, {
      lineOf,
      move: (part) => ({ ...part, line: part.line + added }),
    }),
    fences: join(splice, old.fences, read.fences, { lineOf, move }),
    regions: join(splice, old.regions, read.regions, { lineOf, move }),
    html: join(splice, old.html, read.html, { lineOf, move }),
    blockIds: join(splice, old.blockIds, read.blockIds, {
      lineOf: ({ at }) => at,
      move: (part) => ({ ...move(part), at: part.at + added }),
    }),
  };
}

interface Lined<T> {
  readonly lineOf: (part: T) => number;
  readonly move: (part: T) => T;
}

function join<T>(splice: SplicePoint, old: readonly T[], read: readonly T[], { lineOf, move }: Lined<T>): T[] {
  return [
    ...old.filter((part) => lineOf(part) < splice.firstLine),
    ...read.filter((part) => lineOf(part) < splice.same),
    ...old.filter((part) => lineOf(part) + splice.added >= splice.same).map(move),
  ];
}
