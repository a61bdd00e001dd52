import type { Token } from 'markdown-it';
import type { BlockIdLine } from './note-structure.ts';
import { findBlockId } from './remove-block-id.ts';

/** Finds what each block id names, while the tokens of a text go by. */
export interface BlockIdReader {
  readonly found: readonly BlockIdLine[];
  take(token: Token, next: Token | undefined): void;
}

type Lines = readonly [number, number];

/** An id at the end of a text names its list item, else its block; one that stands alone names the block before it. */
export function createBlockIdReader(firstLine: number): BlockIdReader {
  const found: BlockIdLine[] = [];
  const before: (Lines | undefined)[] = [];
  const items: Lines[] = [];

  function takeText(token: Token, content: string, lines: Lines): void {
    const id = findBlockId(content);
    const isAlone = id !== undefined && content.trim() === `^${id}` && token.type !== 'heading_open';
    const previous = before[token.level];
    if (!isAlone) before[token.level] = lines;
    if (id === undefined) return;
    const isHeading = token.type === 'heading_open' && token.level === 0;
    const around = token.type === 'heading_open' ? lines : (items.at(-1) ?? lines);
    const [line, endLine] = (isAlone ? previous : undefined) ?? around;
    const at = lines[0] + firstLine;
    found.push({ id, at, isAlone, line: line + firstLine, endLine: endLine + firstLine, isHeading });
  }

  return {
    found,
    take(token, next) {
      const lines = token.map;
      if (token.type === 'list_item_close') items.pop();
      if (token.nesting < 0 || lines === null || token.type === 'inline' || token.type === 'result') return;
      if (token.type === 'list_item_open') items.push(lines);
      if (token.type === 'paragraph_open' || token.type === 'heading_open') takeText(token, next?.content ?? '', lines);
      else before[token.level] = lines;
      before.length = token.level + 1;
    },
  };
}
