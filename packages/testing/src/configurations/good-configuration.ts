/** A configuration that must be accepted, and what it says. */
export interface GoodConfiguration {
  readonly name: string;
  readonly text: string;
  /** The environment it is read in. */
  readonly env?: Readonly<Record<string, string>>;
  /** The fields that matter of each server, in order. */
  readonly servers: readonly Readonly<Record<string, unknown>>[];
  /** All lines, with `FILE` for the file's path; none where absent. */
  readonly warnings?: readonly string[];
}
