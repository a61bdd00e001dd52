import type { ViewedBlock } from '@toolyard/documents';
import { MarkdownRenderChild } from 'obsidian';
import { BlockHeader, type ShownBlock } from './block-header.ts';
import type { BlockViews, RenderedBlock } from './block-views.ts';

/** A tool block in reading view, for as long as it is shown: the fence as Obsidian renders it, with a header above it. */
export class ReadingBlock extends MarkdownRenderChild implements RenderedBlock {
  private readonly fence: HTMLElement;
  private readonly views: BlockViews;
  private readonly shown: ShownBlock;
  private header: BlockHeader | undefined;

  /** `containerEl` is an element of its own, which takes the place of the fence. */
  constructor(
    containerEl: HTMLElement,
    fence: HTMLElement,
    { shown, views }: { shown: ShownBlock; views: BlockViews },
  ) {
    super(containerEl);
    this.fence = fence;
    this.views = views;
    this.shown = shown;
  }

  override onload(): void {
    this.fence.replaceWith(this.containerEl);
    this.containerEl.append(this.fence);
    this.header = new BlockHeader(this.containerEl, this.shown);
    this.views.reading.add(this);
  }

  override onunload(): void {
    this.views.reading.delete(this);
    this.header?.close();
    this.containerEl.replaceWith(this.fence);
  }

  get path(): string {
    return this.shown.path();
  }

  /** Its result may be another one by now: Obsidian renders only what changed, and the block itself did not. */
  show(blocks: readonly ViewedBlock[]): void {
    const alike = blocks.filter(({ block }) => block.hash === this.shown.bound.block.hash);
    // Which of several equal ones it is, its place tells.
    const id = alike.length > 1 ? this.shown.locate()?.block.id : undefined;
    const bound = alike.find(({ block }) => block.id === id) ?? alike[0];
    if (bound !== undefined) this.header?.show(bound);
  }
}
