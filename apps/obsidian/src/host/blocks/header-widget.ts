import type { ViewedBlock } from '@toolyard/documents';
import type { EditorState } from '@codemirror/state';
import { WidgetType, type EditorView } from '@codemirror/view';
import { BlockHeader } from './block-header.ts';
import type { BlockViews } from './block-views.ts';

/** What a header in an editor looks up when it is needed. */
export interface LiveContext {
  readonly views: BlockViews;
  readonly pathOf: (state: EditorState) => string | undefined;
  /** The blocks of the note as the editor has it. */
  readonly blocksOf: (state: EditorState) => readonly ViewedBlock[];
}

/** The headers that are shown, by their elements. */
const shown = new WeakMap<HTMLElement, BlockHeader>();

/** The header of a block in live preview, above its fence. */
export class HeaderWidget extends WidgetType {
  private readonly bound: ViewedBlock;
  private readonly context: LiveContext;

  constructor(bound: ViewedBlock, context: LiveContext) {
    super();
    this.bound = bound;
    this.context = context;
  }

  override eq(other: HeaderWidget): boolean {
    return toLook(this.bound) === toLook(other.bound);
  }

  override toDOM(view: EditorView): HTMLElement {
    const { views, pathOf, blocksOf } = this.context;
    const { bound } = this;
    // Made in the window of the editor, which may be another one than the main window.
    const element = view.dom.doc.importNode(createDiv());
    const path = (): string => pathOf(view.state) ?? '';
    const locate = (): ViewedBlock | undefined => {
      const { number } = view.state.doc.lineAt(view.posAtDOM(element));
      return blocksOf(view.state).find(({ block }) => block.range.line === number);
    };
    shown.set(element, new BlockHeader(element, { ...views, bound, path, locate }));
    return element;
  }

  override updateDOM(element: HTMLElement): boolean {
    const header = shown.get(element);
    header?.show(this.bound);
    return header !== undefined;
  }

  override destroy(element: HTMLElement): void {
    shown.get(element)?.close();
  }

  override get estimatedHeight(): number {
    return 34;
  }
}

/** Everything of a block that its header shows or does. */
function toLook({ block, server, issues }: ViewedBlock): string {
  const { id, tool, result } = block;
  return JSON.stringify([
    id,
    server ?? block.server,
    tool,
    result?.status,
    result?.at,
    issues.map(({ message }) => message),
  ]);
}
