import type { DisplayFormat } from '@toolyard/core';

/** A problem of a body; line and column are counted from 0, the line from the first of the body. */
export interface BodyIssue {
  readonly code: 'invalid-yaml' | 'invalid-block';
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
}

/** What the body of a tool block says, wherever it stands. */
export interface BlockBody {
  readonly text: string;
  /** 8 hex digits of SHA-256 over language and body. */
  readonly hash: string;
  readonly server?: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly options: {
    /** Milliseconds. */
    readonly timeout?: number;
    /** `table` shows a list of objects as a table, and anything else as `block` does. */
    readonly display?: DisplayFormat | 'table';
    readonly id?: string;
  };
  /** See `ToolBlock`. */
  readonly likeOptions?: readonly string[];
  readonly issues: readonly BodyIssue[];
}
