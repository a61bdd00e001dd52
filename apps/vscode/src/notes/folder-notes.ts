import type { HelpContext, ViewedNote } from '@toolyard/documents';
import type { BlockRuns } from '@toolyard/host';
import type { Folder } from '../folder/folder.ts';

/** A text of the editor with the name that it has there: its path, or what the editor calls it before it is first saved. */
export interface OpenText {
  readonly note: string;
  readonly text: string;
}

/** The notes that use the servers of one folder. */
export interface FolderNotes {
  readonly folder: Folder;
  /** What completion, hover and diagnostics go by; starts nothing. */
  help(): HelpContext;
  /** The blocks of a text with their servers. Of a text that changed a little, little is read again. */
  read(text: OpenText): ViewedNote;
  readonly runs: BlockRuns;
}

/** The notes of all folders of the window. */
export interface WindowNotes {
  /** Those that a note is among: its folder's, or the first folder's for a note that lies in none; `undefined` where the window has no folder. */
  of(note: string): FolderNotes | undefined;
  list(): readonly FolderNotes[];
  /** Hears that runs, servers, tools or trust changed, so that notes are shown anew. */
  onChange(listener: () => void): () => void;
  /** Resolves when nothing runs any more and all results are written. */
  close(): Promise<void>;
}
