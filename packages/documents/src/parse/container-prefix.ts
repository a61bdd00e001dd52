import type { StateBlock } from 'markdown-it';

/** The column at which the content of a line begins, from 0. */
export function findColumn(state: StateBlock, line: number): number {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return start - findLineStart(state, start);
}

/** What a line needs before it to stand in the same lists and quotes as the given one, which must not open any. */
export function findPrefix(state: StateBlock, line: number): string {
  const content = state.bMarks[line] ?? 0;
  const quotes = state.src.slice(findLineStart(state, content), content);
  const space = quotes.endsWith('>') ? ' ' : '';
  return quotes + space + ' '.repeat(state.blkIndent);
}

function findLineStart({ src }: StateBlock, offset: number): number {
  return offset === 0 ? 0 : src.lastIndexOf('\n', offset - 1) + 1;
}
