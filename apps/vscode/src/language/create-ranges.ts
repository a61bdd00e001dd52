import type { SourceNode } from '@toolyard/core';
import type { TextRange } from './hooks-text.ts';

/** Tells how far that goes which begins at a line and column, both from 1: a value, or the one name in it that stands in braces. */
export type RangeFinder = (line: number, column: number, name?: string) => TextRange;

/** Creates the ranges of a text: those of its values where it could be read, else of words. */
export function createRanges(text: string, root: SourceNode | undefined): RangeFinder {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ index, 0: end }) => index + end.length)];
  return (line, column, name) => {
    const lineAt = starts[Math.min(line, starts.length) - 1] ?? 0;
    const start = Math.min(lineAt + Math.max(column, 1) - 1, text.length);
    const node = root && findNode(root, start);
    const end = node === undefined ? start : node.offset + node.length;
    const inBraces = name === undefined ? -1 : text.slice(start, end).indexOf(`{${name}}`);
    if (name !== undefined && inBraces >= 0) {
      return { start: start + inBraces + 1, end: start + inBraces + 1 + name.length };
    }
    const shown = /^[^\r\n]*/.exec(text.slice(start, node === undefined ? undefined : end))?.[0].trimEnd() ?? '';
    // Of several lines the first says enough, and of a text that cannot be read the next word.
    const length = node === undefined ? (/^[\w.-]+/.exec(shown)?.[0].length ?? 1) : shown.length;
    return start >= text.length || length === 0
      ? { start: Math.max(start - 1, 0), end: start }
      : { start, end: start + length };
  };
}

/** The smallest value or key that begins at an offset. */
function findNode(root: SourceNode, offset: number): SourceNode | undefined {
  let found: SourceNode | undefined;
  let node: SourceNode | undefined = root;
  while (node !== undefined) {
    if (node.offset === offset && node.type !== 'property') found = node;
    node = node.children?.find((child) => child.offset <= offset && offset < child.offset + child.length);
  }
  return found;
}
