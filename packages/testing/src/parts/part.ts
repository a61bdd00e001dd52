/** A real program that tests need and that a machine may lack, such as a database. */
export interface Part {
  /** Finds or starts it; a part that this machine lacks is no error but `missing`. */
  start(): Promise<StartedPart>;
}

/** Where a part is (a URL, a socket, a path), or why it is not there and which command provides it. */
export type PartPlace = { readonly where: string } | { readonly missing: string };

/** A part that runs for tests until it is stopped. */
export type StartedPart = PartPlace & {
  /** Ends what was started, and only that. */
  stop?(): Promise<void>;
};
