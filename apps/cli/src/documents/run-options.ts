import type { CommonOptions } from '../yard/with-yard.ts';

/** When `toolyard run` ends with exit code 1. */
export type FailOn = 'error' | 'any' | 'never';

/** What `toolyard run` was given. */
export interface RunOptions extends CommonOptions {
  /** Files, folders and patterns, as they were typed. */
  readonly files: readonly string[];
  readonly write?: boolean;
  readonly check?: boolean;
  readonly line?: number;
  readonly section?: string;
  readonly force?: boolean;
  readonly watch?: boolean;
  readonly sessionLimit?: number;
  readonly concurrency?: number;
  readonly failOn?: FailOn;
}
