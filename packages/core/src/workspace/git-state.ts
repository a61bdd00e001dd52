/** Where HEAD is. */
export interface GitHead {
  /** Absent where HEAD is on a commit and no branch. During a rebase the branch that is rebased. */
  readonly branch?: string;
  /** Absent before the first commit. */
  readonly commit?: string;
}

/** A repository at one moment. */
export interface GitState {
  readonly head: GitHead;
  /** The lines of HEAD's reflog, the oldest first; empty where git keeps none. */
  readonly log: readonly string[];
  /** The same of each remote branch, by its name such as `origin/main`. */
  readonly remoteLogs: ReadonlyMap<string, readonly string[]>;
  /** The remotes of the configuration; their names may hold slashes. */
  readonly remotes: readonly string[];
  /** The subjects of commits whose lines in the log do not have them, where they could be read. */
  readonly subjects: ReadonlyMap<string, string>;
  /** When the reading began and ended, in milliseconds since 1970. */
  readonly readAt: readonly [from: number, to: number];
}
