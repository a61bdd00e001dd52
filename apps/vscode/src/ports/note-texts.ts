import type { NoteEditors } from '@toolyard/host';

/** A note that a person writes in. */
export interface ActiveNote {
  /** Its path, or what the editor calls it before it is first saved. */
  readonly note: string;
  readonly text: string;
  /** The line of the cursor; the first is 1. */
  readonly line: number;
}

/** The Markdown texts of the editor, saved or not. */
export interface NoteTexts {
  /** As in `NoteEditors`: the text in the editor counts where it is open there, else the file. */
  readonly openNote: NoteEditors['openNote'];
  /** The note that has the cursor; `undefined` where no Markdown text has it. */
  active(): ActiveNote | undefined;
}
