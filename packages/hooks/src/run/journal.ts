import type { HookEvent } from '../event/hook-event.ts';
import type { Marks } from '../event/marks.ts';

/** A run that was planned when its event was taken; a run for several events stands in the entry of each, whole in the first. */
export interface PlannedRun {
  readonly id: string;
  readonly hook: string;
  /** It was decided at once that it does not run; only its record is still to be kept. */
  readonly decided?: { readonly status: 'skipped' | 'refused'; readonly reason: string };
  /** The paths of runs whose place it takes, where its hook takes paths together: none of them may be lost. */
  readonly paths?: readonly string[];
}

/** Which form the entries have; raised when one of them gets another meaning, and when an engine could lose one that it does not know. */
export const JOURNAL_VERSION = 1;

/** One line of the journal. */
export type JournalEntry =
  | {
      readonly type: 'taken';
      readonly event: HookEvent;
      readonly runs: readonly PlannedRun[];
      readonly marks?: Marks;
    }
  | { readonly type: 'marked'; readonly marks: Marks }
  /** `repeatable`: should this be its last word, the run may be repeated. */
  | { readonly type: 'started'; readonly run: string; readonly repeatable: boolean }
  | { readonly type: 'ended'; readonly run: string };

/** Where the queue outlives the process. One engine at a time has it. */
export interface HookJournal {
  /** All entries, the oldest first; a line that was cut off by a crash is left out. */
  read(): Promise<readonly JournalEntry[]>;
  /** Resolves when the entries are on the disk; entries of calls at the same time are written together, in their order. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Puts other entries in the place of all, whole or not at all. */
  replace(entries: readonly JournalEntry[]): Promise<void>;
}
