import type { StateBlock } from 'markdown-it';
import { findColumn, findPrefix } from './container-prefix.ts';

/** What the block rule for results leaves in its token. */
export interface ResultToken {
  readonly column: number;
  readonly prefix: string;
  readonly closed: boolean;
  readonly fields: string;
  readonly output: string;
  readonly followsFence: boolean;
}

const START = /^<!--[ \t]*toolyard:result(?=[ \t-])(.*?)-->[ \t]*$/;
const END = /^<!--[ \t]*\/toolyard:result[ \t]*-->[ \t]*$/;
const LESS_THAN = 60;

/**
 * A result as one block, whatever stands in it: an open fence or a heading in an output never reaches the parser. One
 * without an end, or with another start before it, takes in everything up to the end of its container, so that a lost
 * marker lets nothing run that a tool wrote.
 */
export function resultRule(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const fields = readStart(state, line);
  if (fields === undefined) return false;
  if (silent) return true;
  const { end, closed } = findEnd(state, line, endLine);
  const followsFence = isAfterFence(state, line);
  const token = state.push('result', '', 0);
  state.line = closed ? end + 1 : end;
  token.map = [line, state.line];
  token.meta = {
    column: findColumn(state, line),
    prefix: closed ? findPrefix(state, end) : '',
    closed,
    fields,
    output: state.getLines(line + 1, end, state.blkIndent, false),
    followsFence,
  } satisfies ResultToken;
  return true;
}

function readStart(state: StateBlock, line: number): string | undefined {
  if (state.src.charCodeAt(contentOf(state, line)) !== LESS_THAN) return undefined;
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined;
  return START.exec(textOf(state, line))?.[1];
}

function findEnd(state: StateBlock, start: number, endLine: number): { end: number; closed: boolean } {
  let isLost = false;
  let line = start + 1;
  for (; line < endLine; line++) {
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) break;
    if (isLost || state.src.charCodeAt(contentOf(state, line)) !== LESS_THAN) continue;
    const text = textOf(state, line);
    if (END.test(text)) return { end: line, closed: true };
    isLost = START.test(text);
  }
  return { end: line, closed: false };
}

function isAfterFence(state: StateBlock, line: number): boolean {
  const last = state.tokens.at(-1);
  if (last?.type !== 'fence' || last.level !== state.level || last.map === null) return false;
  for (let between = last.map[1]; between < line; between++) if (!state.isEmpty(between)) return false;
  return true;
}

function textOf(state: StateBlock, line: number): string {
  return state.src.slice(contentOf(state, line), state.eMarks[line]);
}

function contentOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}
