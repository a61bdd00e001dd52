import type { EditorView } from '@codemirror/view';
import type { BlockReader } from '../../blocks/create-block-reader.ts';
import type { ShownBlock } from './block-header.ts';
import type { ReadingBlock } from './reading-block.ts';

/** What all views of blocks share. */
export interface BlockViews extends Pick<ShownBlock, 'runs' | 'findFix'> {
  readonly readBlocks: BlockReader;
  /** The blocks that reading views show, so that none stays when the plugin goes. */
  readonly reading: Set<ReadingBlock>;
  /** The editors that show blocks. */
  readonly editors: Set<EditorView>;
  /** Gives the path of the note that is at a path now, also after it was renamed. */
  followPath(path: string): () => string;
}
