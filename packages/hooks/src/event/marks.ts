/**
 * What sources remember, by a name such as `file:specs/a/spec.md`; `null` forgets it. An event and the mark that keeps it
 * from being found again stand in one entry of the journal, so that a crash can part neither from the other.
 */
export type Marks = Readonly<Record<string, unknown>>;
