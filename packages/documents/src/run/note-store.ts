import type { Attachment } from '../write/attachment.ts';

/** Where the text of one note lives: a file, an editor. */
export interface NoteStore {
  read(): Promise<string>;
  /**
   * Gives the text as it is then to `edit` and stores what that returns, whole or not at all. `edit` may be called again
   * where the text changed meanwhile, and has no effect besides its result. Nothing is stored where the text is the same.
   */
  update(edit: (text: string) => string): Promise<void>;
  /** Stores a file beside the note; false where something else has that name, unless it may and can be replaced. */
  attach(name: string, bytes: Uint8Array, mayReplace: boolean): Promise<boolean>;
  /** Takes the place of `attach` where files have a place and links of their own. */
  readonly files?: ResultFiles;
}

/** A place for the files of results that knows its own folders and links, such as a vault. */
export interface ResultFiles {
  /** Stores a file under its name, or one like it that is free; gives the Markdown that links to it. */
  add(file: Attachment): Promise<string>;
  /** Is told an output that a note had before, so that its files can go; `isOwn` knows the names that files of that result have. */
  remove(output: string, isOwn: (name: string) => boolean): Promise<void>;
}
