import type { BlockReader, ViewedBlock } from '@toolyard/documents';
import type { EditorView } from '@codemirror/view';
import type { ShownBlock } from './block-header.ts';

/** A block that a reading view shows. */
export interface RenderedBlock {
  /** The path of its note. */
  readonly path: string;
  /** Takes over what its note has by now. */
  show(blocks: readonly ViewedBlock[]): void;
  unload(): void;
}

/** What all views of blocks share. */
export interface BlockViews extends Pick<ShownBlock, 'runs' | 'findFix'> {
  readonly readBlocks: BlockReader;
  /** The blocks that reading views show, so that none stays when the plugin goes. */
  readonly reading: Set<RenderedBlock>;
  /** The editors that show blocks. */
  readonly editors: Set<EditorView>;
  /** Gives the path of the note that is at a path now, also after it was renamed. */
  followPath(path: string): () => string;
}
