import type { Node } from 'jsonc-parser';
import type { ConfigProblem } from '../config-problem.ts';
import { createReporter } from '../create-reporter.ts';
import { parseJsonText } from '../parse-json-text.ts';
import type { SourceNode } from '../source-node.ts';
import type { JsonPath } from '../to-json-path.ts';

/** A text after an edit, or everything that keeps it from being edited. */
export type TextEditResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** A change of a text: what stands from `start` to `end` becomes `text`. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** How a text is written. */
export interface Layout {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
}

/** The root of a text without its mark of the byte order, or what is wrong with it. */
export type OpenedText =
  | { readonly ok: true; readonly mark: string; readonly source: string; readonly root: Node }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** How comments are written: as in JSON with comments, or as in YAML. */
export type CommentStyle = 'slashes' | 'hash';

const MARK = '\uFEFF';
const BLANKS: Readonly<Record<CommentStyle, RegExp>> = {
  slashes: /(?:\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y,
  hash: /(?:\s+|#[^\r\n]*)*/y,
};

/** Reads JSON with comments for editing. */
export function openText(text: string): OpenedText {
  const mark = text.startsWith(MARK) ? MARK : '';
  const source = text.slice(mark.length);
  const reporter = createReporter(source);
  const root = parseJsonText(source, reporter);
  if (root === undefined) return { ok: false, problems: reporter.problems() };
  return { ok: true, mark, source, root };
}

/** Whether a file holds nothing at all. */
export function isBlank(text: string): boolean {
  return text.replace(MARK, '').trim() === '';
}

/** Applies changes that do not overlap. */
export function applyTextChanges(text: string, changes: readonly Change[]): string {
  let edited = text;
  for (const { start, end, text: inserted } of changes.toSorted((one, other) => other.start - one.start)) {
    edited = edited.slice(0, start) + inserted + edited.slice(end);
  }
  return edited;
}

/** The refusal of an edit below a value that is no object, or whatever else it has to be. */
export function refuseEdit(source: string, node: Node, path: JsonPath, needed: string = 'an object'): TextEditResult {
  const reporter = createReporter(source);
  const name = path.length === 0 ? 'Config' : path.join('.');
  reporter.problem({ offset: node.offset, path, message: `${name} must be ${needed}` });
  return { ok: false, problems: reporter.problems() };
}

/** The members of that key; programs that read the file take the last one. */
export function membersOf(object: Node, key: string): Node[] {
  return (object.children ?? []).filter((member) => member.children?.[0]?.value === key);
}

/** Where a node ends. */
export function endOf(node: Pick<SourceNode, 'offset' | 'length'>): number {
  return node.offset + node.length;
}

/** Where a comma stands between two offsets, with nothing but comments before it. */
export function findComma(
  source: string,
  from: number,
  to: number,
  style: CommentStyle = 'slashes',
): number | undefined {
  const blanks = new RegExp(BLANKS[style]);
  blanks.lastIndex = from;
  const offset = from + (blanks.exec(source)?.[0].length ?? 0);
  return offset < to && source[offset] === ',' ? offset : undefined;
}

/** The spaces and tabs that the line of an offset begins with. */
export function indentAt(source: string, offset: number): string {
  return /^[ \t]*/.exec(source.slice(lineStart(source, offset)))?.[0] ?? '';
}

/** Whether nothing but spaces and tabs stands before an offset in its line. */
export function startsLine(source: string, offset: number): boolean {
  const start = lineStart(source, offset);
  return start > 0 && source.slice(start, offset).trim() === '';
}

/** Where the line of an offset begins. */
export function lineStart(source: string, offset: number): number {
  return Math.max(source.lastIndexOf('\n', offset - 1), source.lastIndexOf('\r', offset - 1)) + 1;
}

/** How a text is written, as its first line break and its first member tell. */
export function layoutOf(source: string, root: SourceNode): Layout {
  const eol = /\r\n|\n|\r/.exec(source)?.[0] ?? '\n';
  const first = root.children?.[0];
  const isOnLine = first !== undefined && startsLine(source, first.offset);
  return { eol, unit: isOnLine ? indentAt(source, first.offset).slice(indentAt(source, root.offset).length) : '  ' };
}
