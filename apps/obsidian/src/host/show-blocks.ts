import type { BoundBlock } from '@toolyard/documents';
import { BlockHeader, type ShownNote } from './block-header.ts';

/**
 * Puts a header above each tool block of a part of a note that was rendered. The fence itself stays as Obsidian renders it, with its
 * highlighting; fences that are no tool blocks are left alone, whatever their language.
 */
export function showBlocks(element: HTMLElement, shown: ShownNote): void {
  const codes = element.findAll('pre > code');
  if (codes.length === 0) return;
  for (const [index, bound] of findBlocksIn(element, shown).entries()) {
    const place = codes.findIndex((code) => isCodeOf(code, bound));
    const fence = codes.splice(place, place === -1 ? 0 : 1)[0]?.parentElement;
    const container = fence?.parentElement?.createDiv();
    // Its id is another one when an equal block was put above it, so it is looked up by its place right before it is run.
    const locate = (): BoundBlock | undefined => findBlocksIn(element, shown)[index];
    if (fence && container) shown.context.addChild(new BlockHeader(container, fence, { bound, locate, shown }));
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
