import type { NoteStore } from '@toolyard/documents';

/**
 * What becomes of results that were edited by hand when their blocks run again: they are replaced, or kept below the new ones as text of
 * the note; or nothing runs.
 */
export type EditedAnswer = 'replace' | 'keep' | 'cancel';

/** A note that may be open in an editor, and that may be renamed. */
export interface EditableNote extends NoteStore {
  /** Whether an editor shows it now: then what runs is shown beside the text, and the text changes once. */
  isInEditor(): boolean;
}
