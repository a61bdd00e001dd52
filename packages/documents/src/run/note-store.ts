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
}
