import type { BlockBody } from './block-body.ts';
import type { NoteStructure, ResultFields } from './note-structure.ts';

/** Something a person should know about a place in a note; an `error` keeps the block it stands in from running. */
export interface Issue {
  readonly code: IssueCode;
  readonly message: string;
  /** The first line of a note is 1. */
  readonly line: number;
  /** In UTF-16 units; the first is 1. */
  readonly column: number;
  readonly severity: 'error' | 'warning';
}

/** Stable names of what can be wrong with a note. */
export type IssueCode =
  | 'invalid-yaml'
  | 'invalid-block'
  | 'unclosed-block'
  | 'unclosed-result'
  | 'duplicate-id'
  | 'unknown-fence'
  | 'invalid-binding'
  | 'unknown-section'
  | 'ambiguous-section'
  | 'server-not-found'
  | 'server-disabled'
  | 'section-bound'
  | 'no-server'
  | 'tool-not-found'
  | 'invalid-arguments';

/** A part of a note: offsets from `start` up to, not including, `end`, and the lines they stand on, the first of which is 1. */
export interface NoteRange {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
}

/** One replacement in a text: what stands from `start` to `end` becomes `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A heading outside of lists and quotes. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** As written, without marks, block id and outer spaces. */
  readonly text: string;
  readonly line: number;
  /** The last line of its section, sections below included. */
  readonly endLine: number;
}

/** Where an Obsidian block id (`^id`) points: the block, list item or section that carries it. */
export interface BlockId {
  readonly id: string;
  readonly line: number;
  readonly endLine: number;
}

/** What a block says about its run. */
export type BlockOptions = BlockBody['options'];

/** One tool call in a note. */
export interface ToolBlock {
  /** Its own `id`, else `hash`; with `-n` where blocks before have the same. Unique in its note. */
  readonly id: string;
  /** 8 hex digits of SHA-256 over language and body. */
  readonly hash: string;
  /** A server's key, or `mcp`. */
  readonly language: string;
  /** The server that the block itself names: its language, or `server` in an `mcp` block. */
  readonly server?: string;
  /** Empty where the body could not be read; an issue says why. */
  readonly tool: string;
  /** JSON values only. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly options: BlockOptions;
  /** Arguments that have the name of an option, which they are only together with `arguments`. */
  readonly likeOptions?: readonly string[];
  /** From the first fence character to the end of the last fence, without the line break. */
  readonly range: NoteRange;
  /** From the start of the line after the fence to the start of the line of the closing fence. */
  readonly bodyRange: NoteRange;
  /** Without the prefix, with LF line ends. */
  readonly body: string;
  /** What each further line needs to stay inside the lists and quotes that the block stands in. */
  readonly prefix: string;
  /** False where the fence runs to the end of what it stands in; no result can follow it. */
  readonly closed: boolean;
  /** In the order of the text. */
  readonly issues: readonly Issue[];
  readonly result?: ResultRegion;
}

/** How far the call of a result got. */
export type ResultStatus = NonNullable<ResultFields['status']>;

/** One result that stands in a note; fields of its first line that are missing or wrong are absent. */
export interface ResultRegion {
  /** Empty where there is none. */
  readonly id: string;
  readonly status?: ResultStatus;
  /** ISO 8601. */
  readonly at?: string;
  readonly ms?: number;
  readonly args?: string;
  readonly out?: string;
  /** From `<!--` of the first marker to the end of the last one, without the line break. */
  readonly range: NoteRange;
  /** From the start of the line after the first marker to the start of the line of the last one. */
  readonly outputRange: NoteRange;
  /** Without the prefix, with LF line ends and without the last of them. */
  readonly output: string;
  readonly prefix: string;
  /** False where the end marker is missing: then it reaches to the end of what it stands in, and must not be replaced. */
  readonly closed: boolean;
}

/** The YAML between the first two `---` lines of a note. */
export interface Frontmatter {
  /** The text between the lines. */
  readonly range: NoteRange;
  readonly text: string;
}

/** What a note is made of. Nothing inside a result is a block, a heading or a block id. */
export interface Note {
  readonly text: string;
  /** The offset of each line. */
  readonly lineStarts: readonly number[];
  /** The keys that make a fence a tool block. */
  readonly servers: readonly string[];
  readonly headings: readonly Heading[];
  readonly blocks: readonly ToolBlock[];
  readonly results: readonly ResultRegion[];
  readonly blockIds: readonly BlockId[];
  readonly frontmatter?: Frontmatter;
  /** What belongs to no block. */
  readonly issues: readonly Issue[];
  /** What `updateNote` starts from. */
  readonly structure: NoteStructure;
}
