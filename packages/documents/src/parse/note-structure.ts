import type { BlockBody } from './block-body.ts';

/** What the lines of a note are made of, before ids, offsets and messages. Lines are counted from 0. */
export interface NoteStructure {
  /** The first line of each block that stands in no other: where parsing can begin anew. */
  readonly starts: readonly number[];
  readonly headings: readonly HeadingLine[];
  readonly fences: readonly Fence[];
  readonly regions: readonly Region[];
  /** Blocks of HTML, comments among them. */
  readonly html: readonly Lines[];
  readonly blockIds: readonly BlockIdLine[];
}

/** Lines from `line` up to, not including, `endLine`. */
export interface Lines {
  readonly line: number;
  readonly endLine: number;
}

/** One heading outside of lists and quotes. */
export interface HeadingLine {
  readonly line: number;
  readonly level: number;
  readonly text: string;
}

/** A block id and the lines it names; those of a heading name its section. */
export interface BlockIdLine extends Lines {
  readonly id: string;
  /** The first line of the text that ends in the id. */
  readonly at: number;
  /** Nothing else stands there, so that it names the block before. */
  readonly isAlone: boolean;
  readonly isHeading: boolean;
}

/** A fence, tool block or not. */
export interface Fence extends Lines {
  readonly closed: boolean;
  /** The column of the first fence character, from 0. */
  readonly column: number;
  readonly prefix: string;
  /** The first word after the fence, or a key of several words. */
  readonly language: string;
  /** Absent where the fence is no tool block. */
  readonly body?: BlockBody;
  /** It has a line that starts `tool:`, but its language is no server's key. */
  readonly isUnknown: boolean;
}

/** A result with what its first marker says. */
export interface Region extends Lines {
  readonly closed: boolean;
  readonly column: number;
  readonly prefix: string;
  readonly fields: ResultFields;
  readonly output: string;
  /** It follows a fence of the same container, with nothing but blank lines between. */
  readonly followsFence: boolean;
}

/** The fields of a result's first marker. */
export interface ResultFields {
  readonly id: string;
  readonly status?: 'pending' | 'success' | 'error' | 'timeout' | 'cancelled';
  readonly at?: string;
  readonly ms?: number;
  readonly args?: string;
  readonly out?: string;
}
