import type { NoteStructure } from './note-structure.ts';

/** Where a structure that was read anew fits into the old one. */
export interface Seam {
  /** Before this line, everything is as it was. */
  readonly firstLine: number;
  /** From this line of the new text on, everything is as it was, `added` lines before. */
  readonly same: number;
  readonly added: number;
}

/** The old structure with the lines between `firstLine` and `same` as they were read anew. */
export function joinStructures(old: NoteStructure, read: NoteStructure, seam: Seam): NoteStructure {
  const { added } = seam;
  const move = <T extends { readonly line: number; readonly endLine: number }>(part: T): T => ({
    ...part,
    line: part.line + added,
    endLine: part.endLine + added,
  });
  const lineOf = ({ line }: { readonly line: number }): number => line;
  return {
    starts: join(seam, old.starts, read.starts, { lineOf: (line) => line, move: (line) => line + added }),
    headings: join(seam, old.headings, read.headings, {
      lineOf,
      move: (part) => ({ ...part, line: part.line + added }),
    }),
    fences: join(seam, old.fences, read.fences, { lineOf, move }),
    regions: join(seam, old.regions, read.regions, { lineOf, move }),
    blockIds: join(seam, old.blockIds, read.blockIds, {
      lineOf: ({ at }) => at,
      move: (part) => ({ ...move(part), at: part.at + added }),
    }),
  };
}

interface Lined<T> {
  readonly lineOf: (part: T) => number;
  readonly move: (part: T) => T;
}

function join<T>(seam: Seam, old: readonly T[], read: readonly T[], { lineOf, move }: Lined<T>): T[] {
  return [
    ...old.filter((part) => lineOf(part) < seam.firstLine),
    ...read.filter((part) => lineOf(part) < seam.same),
    ...old.filter((part) => lineOf(part) + seam.added >= seam.same).map(move),
  ];
}
