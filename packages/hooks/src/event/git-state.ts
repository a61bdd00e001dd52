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

/** How far a reflog was read. */
export interface ReflogMark {
  readonly lines: number;
  /** The last line that was read; absent where there was none. */
  readonly last?: string;
}

/** How far HEAD was followed. */
export interface GitHeadMark extends ReflogMark, GitHead {
  /** When, in milliseconds since 1970: every line that is not counted was written later. */
  readonly at: number;
}

/** The mark of HEAD. */
export const GIT_HEAD_MARK = 'git:head';

/** What the marks of remote branches start with. */
export const GIT_REMOTE_MARK = 'git:remote:';
