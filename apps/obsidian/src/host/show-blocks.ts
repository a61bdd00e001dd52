import type { BoundBlock } from '@toolyard/documents';
import type { App, MarkdownPostProcessorContext } from 'obsidian';
import type { Toolyard } from '../compose-toolyard.ts';
import { BlockHeader } from './block-header.ts';

/** Where a part of a note is shown. */
export interface ShownNote {
  readonly context: MarkdownPostProcessorContext;
  readonly app: App;
  readonly toolyard: Toolyard;
}

/**
 * Puts a header above each tool block of a part of a note that was rendered. The fence itself stays as Obsidian renders it, with its
 * highlighting; fences that are no tool blocks are left alone, whatever their language.
 */
export function showBlocks(element: HTMLElement, shown: ShownNote): void {
  const codes = element.findAll('pre > code');
  if (codes.length === 0) return;
  for (const bound of findBlocksIn(element, shown)) {
    const index = codes.findIndex((code) => isCodeOf(code, bound));
    const fence = codes.splice(index, index === -1 ? 0 : 1)[0]?.parentElement;
    const container = fence?.parentElement?.createDiv();
    if (fence && container) shown.context.addChild(new BlockHeader(container, fence, { bound, shown }));
  }
}

/** The tool blocks that stand in a part of a note; none where Obsidian does not know which part it is, as in a preview of a link. */
function findBlocksIn(element: HTMLElement, { context, toolyard }: ShownNote): readonly BoundBlock[] {
  const section = context.getSectionInfo(element);
  if (section === null) return [];
  const { text, lineStart, lineEnd } = section;
  return toolyard
    .readBlocks({ path: context.sourcePath, text })
    .blocks.filter(({ block: { range } }) => range.line > lineStart && range.line <= lineEnd + 1);
}

function isCodeOf(code: HTMLElement, { block: { language, body } }: BoundBlock): boolean {
  return code.hasClass(`language-${language}`) && code.getText().trim() === body.trim();
}
