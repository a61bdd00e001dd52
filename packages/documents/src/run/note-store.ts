/** Where the text of one note lives: a file, an editor. */
export interface NoteStore {
  read(): Promise<string>;
  /**
   * Gives the text as it is then to `edit` and stores what that returns, whole or not at all. `edit` may be called again
   * where the text changed meanwhile, and has no effect besides its result. Nothing is stored where the text is the same.
   */
  update(edit: (text: string) => string): Promise<void>;
  /** Stores a file beside the note, in place of an older one of that name. */
  attach(name: string, bytes: Uint8Array): Promise<void>;
}
