import { findLineEnd } from '../parse/find-line-starts.ts';
import type { Issue, IssueCode, Note, ToolBlock } from '../parse/note.ts';

/** A part of the text of a note, in offsets. */
export interface NoteSpan {
  readonly start: number;
  readonly end: number;
}

/** What of a block is meant: the word behind its fence, the value of a key, or an argument. */
export type BlockPart =
  | { readonly kind: 'language' }
  | { readonly kind: 'option'; readonly key: string }
  | { readonly kind: 'argument'; readonly key: string; readonly isName?: boolean };

/** A line of a block that gives a key a value; spans in offsets of the note. */
interface KeyLine {
  readonly indent: number;
  readonly key: string;
  readonly name: NoteSpan;
  /** Absent where the value is on further lines. */
  readonly value?: NoteSpan;
}

const KEY_LINE = /^([ \t]*)(["']?)([^\s:#"'][^:"']*)\2[ \t]*:(?:[ \t]+(\S.*))?$/;
const FENCE_MARKS = /^(?:`+|~+)[ \t]*/;

const SERVER_CODES: ReadonlySet<IssueCode> = new Set([
  'server-not-found',
  'server-disabled',
  'section-bound',
  'no-server',
]);

/** The text that an issue of a block is about; for one that knows its place, from there to the end of its line. */
export function findBlockIssueSpan(note: Note, block: ToolBlock, issue: Issue): NoteSpan {
  if (SERVER_CODES.has(issue.code)) return findPartSpan(note, block, { kind: 'option', key: 'server' });
  if (issue.code === 'duplicate-id') return findPartSpan(note, block, { kind: 'option', key: 'id' });
  // A parser that misses something tells it where the body is over, and the closing fence is not to blame.
  const { line, endLine } = block.bodyRange;
  const isBehind = issue.code === 'invalid-yaml' && issue.line > endLine && endLine >= line;
  return findIssueSpan(note, isBehind ? { ...issue, line: endLine, column: 1 } : issue);
}

/** The text that an issue outside of blocks is about; of a fence its language. */
export function findIssueSpan(note: Note, { code, line, column }: Issue): NoteSpan {
  const { text, lineStarts } = note;
  const lineStart = lineStarts[line - 1] ?? text.length;
  const lineEnd = findLineEnd(text, lineStarts, line - 1);
  const start = Math.min(lineStart + column - 1, lineEnd);
  if (code === 'unknown-fence' || code === 'unclosed-block') return findLanguageSpan(note, start, lineEnd);
  const end = start + text.slice(start, lineEnd).trimEnd().length;
  if (end > start) return { start, end };
  // At the end of a line nothing could be marked.
  const written = text.slice(lineStart, lineEnd);
  return { start: lineStart + written.length - written.trimStart().length, end: lineStart + written.trimEnd().length };
}

/** The text of a part of a block; of what does not stand there, the nearest thing that does. */
export function findPartSpan(note: Note, block: ToolBlock, part: BlockPart): NoteSpan {
  const language = findLanguageSpan(
    note,
    block.range.start,
    findLineEnd(note.text, note.lineStarts, block.range.line - 1),
  );
  if (part.kind === 'language') return language;
  const lines = readKeyLines(note, block);
  const top = (key: string): KeyLine | undefined => lines.find((line) => line.indent === 0 && line.key === key);
  const valueOf = (line: KeyLine | undefined): NoteSpan | undefined => line?.value ?? line?.name;
  if (part.kind === 'option') return valueOf(top(part.key)) ?? language;
  const head = Object.hasOwn(block.arguments, 'arguments') ? undefined : top('arguments');
  const inner = head === undefined ? [] : lines.slice(lines.indexOf(head) + 1);
  const found =
    head === undefined
      ? top(part.key)
      : inner.find(({ indent, key }) => indent === inner[0]?.indent && key === part.key);
  const span = part.isName === true ? found?.name : valueOf(found);
  // One that is missing, or that stands in a flow mapping, is told at what it is missing for.
  return (
    span ?? (Object.hasOwn(block.arguments, part.key) ? valueOf(head) : undefined) ?? valueOf(top('tool')) ?? language
  );
}

function findLanguageSpan({ text }: Note, fence: number, lineEnd: number): NoteSpan {
  const opening = text.slice(fence, lineEnd);
  const marks = FENCE_MARKS.exec(opening)?.[0].length ?? 0;
  const word = /^\S+/.exec(opening.slice(marks))?.[0] ?? '';
  return word === '' ? { start: fence, end: lineEnd } : { start: fence + marks, end: fence + marks + word.length };
}

function readKeyLines({ text, lineStarts }: Note, { body, bodyRange }: ToolBlock): readonly KeyLine[] {
  return body.split('\n').flatMap((line, index) => {
    const [, indent = '', quote = '', key, value] = KEY_LINE.exec(line.trimEnd()) ?? [];
    if (key === undefined) return [];
    const at = bodyRange.line - 1 + index;
    const written = findLineEnd(text, lineStarts, at) - (lineStarts[at] ?? 0);
    const lineStart = (lineStarts[at] ?? 0) + Math.max(0, written - line.length);
    const start = lineStart + indent.length;
    const name = { start, end: start + key.trimEnd().length + 2 * quote.length };
    const end = lineStart + line.trimEnd().length;
    return {
      indent: indent.length,
      key: key.trimEnd(),
      name,
      ...(value !== undefined && { value: { start: end - value.length, end } }),
    };
  });
}
