import type { ViewedBlock } from '@toolyard/documents';
import type { MarkdownPostProcessorContext } from 'obsidian';
import type { BlockViews } from './block-views.ts';
import { ReadingBlock } from './reading-block.ts';

/** A part of a note that was rendered. */
export interface RenderedPart {
  readonly element: HTMLElement;
  readonly context: MarkdownPostProcessorContext;
}

/**
 * Puts a header above each tool block of a part of a note that was rendered. The fence itself stays as Obsidian renders it, with its
 * highlighting; fences that are no tool blocks are left alone, whatever their language.
 */
export function showBlocks(views: BlockViews, part: RenderedPart): void {
  const codes = part.element.findAll('pre > code');
  if (codes.length === 0) return;
  const path = views.followPath(part.context.sourcePath);
  const find = (): readonly ViewedBlock[] => findBlocksIn(views, part, path());
  for (const [index, bound] of find().entries()) {
    const place = codes.findIndex((code) => isCodeOf(code, bound));
    const fence = codes.splice(place, place === -1 ? 0 : 1)[0]?.parentElement;
    const container = fence?.parentElement?.createDiv();
    const shown = { ...views, bound, path, locate: () => find()[index] };
    if (fence && container) part.context.addChild(new ReadingBlock(container, fence, { shown, views }));
  }
}

/** The tool blocks that stand in a part of a note; none where Obsidian does not know which part it is, as in a preview of a link. */
function findBlocksIn(
  { readBlocks }: BlockViews,
  { element, context }: RenderedPart,
  path: string,
): readonly ViewedBlock[] {
  const section = context.getSectionInfo(element);
  if (section === null) return [];
  const { text, lineStart, lineEnd } = section;
  return readBlocks({ path, text }).blocks.filter(
    ({ block: { range } }) => range.line > lineStart && range.line <= lineEnd + 1,
  );
}

function isCodeOf(code: HTMLElement, { block: { language, body } }: ViewedBlock): boolean {
  return code.hasClass(`language-${language}`) && code.getText().trim() === body.trim();
}
