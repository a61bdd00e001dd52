import type { Issue, Note, ToolBlock } from '../parse/note.ts';

/**
 * What a binding points at. Lines are counted from 1, both included: those of the note as it is for a binding of its
 * frontmatter, which moves along with them; those without results for one of the configuration, which cannot.
 */
export type BindingTarget =
  | { readonly kind: 'heading'; readonly text: string; readonly level?: number }
  | { readonly kind: 'block'; readonly id: string }
  | { readonly kind: 'lines'; readonly start: number; readonly end: number };

/** A part of a note that belongs to one server. */
export interface Binding {
  readonly target: BindingTarget;
  /** A server's key. */
  readonly server: string;
  /** Whether sections below have it too where none of their own is given. */
  readonly inherit: boolean;
  /** How messages call the section: the heading as it was given, `^id`, or `lines 40-60`. */
  readonly name: string;
  /** Where it stands in the frontmatter; absent for a binding of the configuration. */
  readonly line?: number;
  readonly column?: number;
  /** Which entry of `toolyard.bindings` in the frontmatter it is, from 0. */
  readonly index?: number;
  /** Where in the note stands what `lines` says, which moves along with the lines. */
  readonly linesAt?: { readonly start: number; readonly end: number };
}

/** A server as far as binding depends on it; in configuration order. */
export interface BindableServer {
  readonly key: string;
  readonly enabled: boolean;
  /** It failed and is not tried any more; whoever names it hears why, and nobody else gets it. */
  readonly isGivenUp?: boolean;
}

/** What bindings depend on besides the note. */
export interface BindingContext {
  /** `toolyard.bindings` of the configuration as it was read, each with a `document` glob. */
  readonly bindings: readonly unknown[];
  /** The note's path from the folder of the configuration, with `/`. */
  readonly path: string;
  readonly servers: readonly BindableServer[];
}

/** A block together with the server it runs on; `server` is absent where an issue says why there is none. */
export interface BoundBlock {
  readonly block: ToolBlock;
  readonly server?: string;
  /** The block neither names its server nor is bound to it, so that another one may take its place. */
  readonly isDefault?: boolean;
  /** Those of the block, then those of its binding; with an error among them it does not run. */
  readonly issues: readonly Issue[];
}

/** Lines of a note that one binding covers, both included, the first of which is 1. */
export interface BoundRange {
  readonly binding: Binding;
  readonly line: number;
  readonly endLine: number;
}

/** A binding with what it covers in a note: nothing where it has no effect, which an issue says. */
export interface ResolvedBinding {
  readonly binding: Binding;
  readonly ranges: readonly BoundRange[];
  /** What is wrong with it, and what a person should know. */
  readonly issues: readonly Issue[];
}

/** An entry of `toolyard.bindings` in the frontmatter that is no binding; `reason` is that of its issue. */
export interface UnreadEntry {
  /** From 0. */
  readonly index: number;
  readonly line: number;
  /** The server that it names, where it names one. */
  readonly server?: string;
  readonly reason: string;
}

/** A note with the server of each block and each line. */
export interface BoundNote {
  readonly note: Note;
  /** In the order of the note's blocks. */
  readonly blocks: readonly BoundBlock[];
  /** Those of the configuration that are for this note, then those of its frontmatter, as far as they can be read. */
  readonly bindings: readonly ResolvedBinding[];
  /** What else stands in the list of its frontmatter. */
  readonly unread: readonly UnreadEntry[];
  /** For indicators of hosts; later ones of equal size win. */
  readonly ranges: readonly BoundRange[];
  /** The binding in force at a line; `undefined` where every enabled server is available. */
  bindingAt(line: number): Binding | undefined;
  /** The key of the server that a line is bound to. */
  serverAt(line: number): string | undefined;
  /** What belongs to no block: the note's issues and those of the bindings, in the order of the text. */
  readonly issues: readonly Issue[];
}
