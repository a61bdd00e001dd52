import type { FileStamp } from '@toolyard/core';

/** What happened to a file. */
export type FileChange =
  | { readonly type: 'created' | 'saved'; readonly path: string; readonly stamp: FileStamp }
  | { readonly type: 'renamed'; readonly path: string; readonly oldPath: string; readonly stamp: FileStamp }
  | { readonly type: 'deleted'; readonly path: string; readonly gone: readonly [from: number, to: number] };
