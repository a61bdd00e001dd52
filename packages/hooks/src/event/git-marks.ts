import type { GitHead } from '@toolyard/core';

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
