/** A real program that tests need and that a machine may lack, such as a database. */
export interface ExternalProgram {
  /** Finds or starts it; a program that this machine lacks is no error but `missing`. */
  start(): Promise<StartedExternal>;
}

/** Where a program is (a URL, a socket, a path), or why it is not there and which command provides it. */
export type ExternalPlace = { readonly where: string } | { readonly missing: string };

/** A program that runs for tests until it is stopped. */
export type StartedExternal = ExternalPlace & {
  /** Ends what was started, and only that. */
  stop?(): Promise<void>;
};
