import type { CallProgress } from '@toolyard/core';
import type { Issue, ResultStatus } from '../parse/note.ts';
import type { NotWritten } from '../write/plan-result.ts';

/** What became of one block. */
export interface BlockRun {
  readonly id: string;
  /** Where the block stood when the run began; the first line is 1. */
  readonly line: number;
  /** `key:tool`, or the bare name where there is no server for it. */
  readonly tool: string;
  readonly status: ResultStatus;
  readonly ms: number;
  /** Why there is no good result. */
  readonly error?: string;
  /** Why the note does not show it. `edited` before the run means that the tool was not called. */
  readonly notWritten?: NotWritten;
  /** What would stand in the note, where its block is gone. */
  readonly output?: string;
}

/** What hosts hear while a note runs. */
export type NoteRunEvent =
  /** Told again where the block goes to another server, because the first was given up. */
  | { readonly type: 'block-started'; readonly id: string; readonly line: number; readonly tool: string }
  | { readonly type: 'block-progress'; readonly id: string; readonly tool: string; readonly progress: CallProgress }
  /** Its tool is not called, since something is wrong with the block or its server. */
  | {
      readonly type: 'block-refused';
      readonly id: string;
      readonly line: number;
      readonly tool: string;
      readonly problems: readonly Issue[];
    }
  /** The outcome is known, and not in the note yet. */
  | { readonly type: 'block-ended'; readonly id: string; readonly status: ResultStatus }
  | { readonly type: 'block-written'; readonly run: BlockRun };
