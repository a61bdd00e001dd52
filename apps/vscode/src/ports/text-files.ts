/** The texts of files as the person sees them, saved or not. */
export interface TextFiles {
  /** `undefined` where there is no such file. */
  read(file: string): Promise<string | undefined>;
  /** Puts another text in the place of the whole one and saves it; makes the file where there is none. One step to undo. */
  write(file: string, text: string): Promise<void>;
}
