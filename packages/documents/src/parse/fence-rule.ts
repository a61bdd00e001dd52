import type { StateBlock } from 'markdown-it';
import { findColumn, findPrefix } from './container-prefix.ts';

/** What the block rule for fences leaves in its token. */
export interface FenceToken {
  readonly column: number;
  readonly prefix: string;
  readonly closed: boolean;
  /** Absent where no line starts `tool:`. */
  readonly body?: string;
}

const TILDE = 126;
const BACKTICK = 96;

/**
 * A fence as CommonMark has it. It stands in for the parser's own rule, which keeps neither what is around a fence nor
 * whether it was closed, and copies the content of every fence.
 */
export function fenceRule(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const opening = readOpening(state, line);
  if (opening === undefined) return false;
  if (silent) return true;
  const { end, hasTool } = findEnd(state, { line, endLine, ...opening });
  const closed = end < endLine && isClosing(state, end, opening);
  const indent = at(state.sCount, line);
  const token = state.push('fence', 'code', 0);
  token.info = opening.info;
  token.map = [line, closed ? end + 1 : end];
  token.meta = {
    column: findColumn(state, line),
    prefix: closed ? findPrefix(state, end) : '',
    closed,
    ...(hasTool && { body: state.getLines(line + 1, end, indent, true) }),
  } satisfies FenceToken;
  state.line = closed ? end + 1 : end;
  return true;
}

interface Opening {
  readonly marker: number;
  readonly length: number;
  readonly info: string;
}

function readOpening(state: StateBlock, line: number): Opening | undefined {
  if (at(state.sCount, line) - state.blkIndent >= 4) return undefined;
  const start = contentOf(state, line);
  const marker = state.src.charCodeAt(start);
  if (marker !== TILDE && marker !== BACKTICK) return undefined;
  const end = state.skipChars(start, marker);
  if (end - start < 3) return undefined;
  const info = state.src.slice(end, at(state.eMarks, line));
  return marker === BACKTICK && info.includes('`') ? undefined : { marker, length: end - start, info };
}

/** The line of the closing fence, or the one after the last; and whether a line between starts `tool:`. */
function findEnd(
  state: StateBlock,
  fence: Opening & { readonly line: number; readonly endLine: number },
): { end: number; hasTool: boolean } {
  const indent = at(state.sCount, fence.line);
  let hasTool = false;
  let end = fence.line + 1;
  for (; end < fence.endLine; end++) {
    const content = contentOf(state, end);
    const outside = at(state.sCount, end) < state.blkIndent;
    if (outside && content < at(state.eMarks, end)) break;
    if (isClosing(state, end, fence)) break;
    if (state.src.startsWith('tool:', content) && at(state.sCount, end) <= indent) hasTool = true;
  }
  return { end, hasTool };
}

function isClosing(state: StateBlock, line: number, { marker, length }: Opening): boolean {
  const start = contentOf(state, line);
  if (state.src.charCodeAt(start) !== marker) return false;
  const indent = at(state.sCount, line);
  if (indent < state.blkIndent || indent - state.blkIndent >= 4) return false;
  const end = state.skipChars(start, marker);
  return end - start >= length && state.skipSpaces(end) >= at(state.eMarks, line);
}

function contentOf(state: StateBlock, line: number): number {
  return at(state.bMarks, line) + at(state.tShift, line);
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0;
}
