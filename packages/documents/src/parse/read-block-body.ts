import type { BlockOptions } from './note.ts';

/** A problem of a body; lines are counted from 0 at the first line of the body, columns from 0. */
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
  readonly hash: string;
  readonly server?: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly options: BlockOptions;
  readonly issues: readonly BodyIssue[];
}
