import type { Token } from 'markdown-it';
import type { BlockIdLine } from './note-structure.ts';
import { findBlockId } from './remove-block-id.ts';

/** Finds what each block id names, while the tokens of a text go by. */
export interface BlockIdReader {
  readonly found: readonly BlockIdLine[];
  /** Takes a token that opens something on these lines, and the one after it. */
  take(token: Token, lines: readonly [number, number], next: Token | undefined): void;
}

type Lines = readonly [number, number];

/** An id at the end of a text names its list item, else its block; one that stands alone names the block before it. */
export function createBlockIdReader(firstLine: number): BlockIdReader {
  const found: BlockIdLine[] = [];
  const before: (Lines | undefined)[] = [];
  const items: (Lines | undefined)[] = [];

  function takeText(token: Token, content: string, lines: Lines): void {
    const id = findBlockId(content);
    const isAlone = id !== undefined && content.trim() === `^${id}` && token.type !== 'heading_open';
    const previous = before[token.level];
    if (!isAlone) before[token.level] = lines;
    if (id === undefined) return;
    const isHeading = token.type === 'heading_open' && token.level === 0;
    const around = token.type === 'heading_open' ? lines : (items.findLast((item) => item !== undefined) ?? lines);
    const [line, endLine] = (isAlone ? previous : undefined) ?? around;
    const at = lines[0] + firstLine;
    found.push({ id, at, isAlone, line: line + firstLine, endLine: endLine + firstLine, isHeading });
  }

  return {
    found,
    take(token, lines, next) {
      const { type, level } = token;
      if (type === 'result') return;
      // What stands as deep or deeper has ended.
      if (items.length > level) items.length = level;
      if (type === 'list_item_open') items[level] = lines;
      if (type === 'paragraph_open' || type === 'heading_open') takeText(token, next?.content ?? '', lines);
      else before[level] = lines;
      before.length = level + 1;
    },
  };
}
