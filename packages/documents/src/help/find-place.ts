import type { BoundNote, BindableServer } from '../bind/binding.ts';
import { findDefaultServer } from '../bind/find-default-server.ts';
import { findLine, findLineEnd } from '../parse/find-line-starts.ts';
import type { Note } from '../parse/note.ts';
import type { Fence } from '../parse/note-structure.ts';

/** What stands at a position inside a tool block, or one that is being written. */
export interface HelpPlace {
  readonly kind: 'language' | 'key' | 'value';
  /** The word at the position, in offsets of the note. */
  readonly start: number;
  readonly end: number;
  /** What of the word stands before the position. */
  readonly typed: string;
  /** The key that the line gives; empty for a language. */
  readonly key: string;
  readonly word: string;
  /** The line is inside of `arguments:`. */
  readonly isInner: boolean;
  readonly block: WrittenBlock;
}

/** A block as far as its lines tell, since YAML that is being written is mostly wrong. */
export interface WrittenBlock {
  readonly line: number;
  readonly language: string;
  /** The server that would run it. */
  readonly server?: string;
  readonly tool: string;
  readonly hasArguments: boolean;
  /** The keys that other lines give. */
  readonly given: ReadonlySet<string>;
}

const PAIR = /^([ \t]*)([^\s:#][^:]*):(?:[ \t]+(?![ \t])(.*))?$/;

/** The end of a line below which a text stands, as far as lines are further in. */
const TEXT_HEAD = /[:-][ \t]+[|>][-+\d]*(?:[ \t]+#.*)?$/;

/** What stands at an offset; `undefined` outside of blocks, and inside of a value that is a text of several lines. */
export function findPlace(bound: BoundNote, offset: number, servers: readonly BindableServer[]): HelpPlace | undefined {
  const { note } = bound;
  const line = findLine(note.lineStarts, offset);
  const fence = note.structure.fences.find(
    (one) => one.line <= line && (line < one.endLine || isWrittenAt(note, one, line)),
  );
  if (fence === undefined) return undefined;
  const texts = findTextLines(note, fence, line);
  if (texts.has(line)) return undefined;
  const block = readWritten(bound, { fence, at: line, texts }, servers);
  if (line === fence.line) return findLanguage(note, fence, block, offset);
  const isKnown = fence.language === 'mcp' || note.servers.includes(fence.language);
  if (!isKnown || (fence.closed && line === fence.endLine - 1)) return undefined;
  return findInBody(note, fence, block, offset);
}

/** The empty lines at the end of a note belong to a fence that has no end yet. */
function isWrittenAt({ text, lineStarts }: Note, { closed, column, endLine }: Fence, line: number): boolean {
  return !closed && column === 0 && line >= endLine && text.slice(lineStarts[endLine]).trim() === '';
}

function findLanguage(note: Note, fence: Fence, block: WrittenBlock, offset: number): HelpPlace | undefined {
  const lineEnd = findLineEnd(note.text, note.lineStarts, fence.line);
  const opening = note.text.slice((note.lineStarts[fence.line] ?? 0) + fence.column, lineEnd);
  const marks = /^(?:`+|~+)[ \t]*/.exec(opening)?.[0].length ?? 0;
  const start = (note.lineStarts[fence.line] ?? 0) + fence.column + marks;
  const word = opening.slice(marks).trimEnd();
  if (offset < start) return undefined;
  const common = { key: '', isInner: false, block, word };
  return { kind: 'language', start, end: start + word.length, typed: note.text.slice(start, offset), ...common };
}

function findInBody(note: Note, fence: Fence, block: WrittenBlock, offset: number): HelpPlace {
  const line = findLine(note.lineStarts, offset);
  const { text, start: lineStart } = readLine(note, fence, line);
  const [, indent = '', key = '', value = ''] = PAIR.exec(text.trimEnd()) ?? [];
  const colon = text.indexOf(':', indent.length + key.length);
  const isInner = block.hasArguments && /^[ \t]/.test(text);
  const common = { key, isInner, block };
  if (key !== '' && offset > lineStart + colon) {
    const start = lineStart + colon + 1 + (/^[ \t]*/.exec(text.slice(colon + 1))?.[0].length ?? 0);
    return {
      kind: 'value',
      start,
      end: start + value.length,
      typed: note.text.slice(start, offset),
      word: value,
      ...common,
    };
  }
  const spaces = /^[ \t]*/.exec(text)?.[0].length ?? 0;
  const word = key === '' ? text.trim() : key;
  const start = lineStart + spaces;
  return { kind: 'key', start, end: start + word.length, typed: note.text.slice(start, offset), word, ...common };
}

/** A line without what its containers put before it, and where that begins. */
function readLine({ text, lineStarts }: Note, fence: Fence, line: number): { text: string; start: number } {
  const start = lineStarts[line] ?? 0;
  const written = text.slice(start, findLineEnd(text, lineStarts, line));
  const around = Math.min(fence.column, /^[ \t>]*/.exec(written)?.[0].length ?? 0);
  return { text: written.slice(around), start: start + around };
}

/** The lines of a block, up to its end or `last`, that belong to values like `body: |`. */
function findTextLines(note: Note, fence: Fence, last: number): ReadonlySet<number> {
  const found = new Set<number>();
  let head: number | undefined;
  for (let line = fence.line + 1; line < fence.endLine || line <= last; line++) {
    const { text } = readLine(note, fence, line);
    const indent = /^[ \t]*/.exec(text)?.[0].length ?? 0;
    if (head !== undefined && indent > head) found.add(line);
    else if (text.trim() !== '') head = TEXT_HEAD.test(text.trimEnd()) ? indent : undefined;
  }
  return found;
}

function readWritten(
  bound: BoundNote,
  { fence, at, texts }: { readonly fence: Fence; readonly at: number; readonly texts: ReadonlySet<number> },
  servers: readonly BindableServer[],
): WrittenBlock {
  const { note } = bound;
  const pairs: { line: number; indent: string; key: string; value: string }[] = [];
  for (let line = fence.line + 1; line < fence.endLine; line++) {
    if (texts.has(line)) continue;
    const [, indent = '', key, value = ''] = PAIR.exec(readLine(note, fence, line).text.trimEnd()) ?? [];
    if (key !== undefined) pairs.push({ line, indent, key, value });
  }
  const valueOf = (key: string): string | undefined =>
    pairs.find((pair) => pair.indent === '' && pair.key === key)?.value.replaceAll(/^["']|["']$/g, '');
  const named = fence.language === 'mcp' ? valueOf('server') : fence.language;
  const server = named ?? bound.serverAt(fence.line + 1) ?? findDefaultServer(servers);
  return {
    line: fence.line + 1,
    language: fence.language,
    ...(server !== undefined && { server }),
    tool: valueOf('tool') ?? '',
    hasArguments: pairs.some((pair) => pair.indent === '' && pair.key === 'arguments' && pair.value === ''),
    given: new Set(pairs.filter(({ line }) => line !== at).map(({ key }) => key)),
  };
}
