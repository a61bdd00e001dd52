import type { CallRespondent, Clock, ToolCall, ToolOutcome } from '@toolyard/core';
import type { BoundBlock, BoundNote, BindableServer } from '../bind/binding.ts';
import type { PlanOptions } from '../write/plan-result.ts';
import type { NoteRunEvent } from './block-run.ts';
import type { BlockLocks } from './create-block-locks.ts';
import type { NoteStore } from './note-store.ts';

/** Calls the tools of blocks, as any `ToolCaller` does. */
export interface BlockCaller {
  /** Calls `onBegin` where it waited for something that is not the tool, a person for instance; a block's time is counted from then on. */
  call(call: ToolCall, signal: AbortSignal, onBegin?: () => void): Promise<ToolOutcome>;
}

/** What a note runs with. Whether an edited output is replaced is asked before the call, and again when there is another one. */
export interface RunNoteOptions extends PlanOptions {
  readonly caller: BlockCaller;
  readonly store: NoteStore;
  readonly clock: Clock;
  /** From the folder of the configuration, with `/`: bindings go by it, and calls say it. */
  readonly path: string;
  /** What the session limit counts. */
  readonly session: string;
  /** Asked before each call, since the configuration may change during a run. */
  servers(): readonly BindableServer[];
  /** The bindings of the configuration; asked before each call too. */
  bindings(): readonly unknown[];
  /**
   * Resolves when a server is not starting any more, and where it `isDefault` is not tried again either: it runs then, or is
   * given up. A block's time is counted from then on.
   */
  readonly ready?: (
    server: string,
    wait: { readonly signal: AbortSignal; readonly isDefault: boolean },
  ) => Promise<void>;
  /** Which blocks run; all where absent. */
  readonly select?: (block: BoundBlock, note: BoundNote) => boolean;
  /** Cancels the call of one block, as the signal of the run cancels all of them. */
  readonly signalOf?: (id: string) => AbortSignal | undefined;
  /** Whether the note says `pending` while its blocks run; true where absent. A host that shows it beside the text changes the text once. */
  readonly showsPending?: boolean;
  /** The most blocks of the note at once, besides the limits of the yard; -1 (any number) where absent. */
  readonly concurrency?: number;
  /** Shared between runs that may meet at one block. */
  readonly locks?: BlockLocks;
  /** Answers what servers ask. */
  readonly respondent?: CallRespondent;
  /** The most characters of one result that go into the note. */
  readonly maxLength?: number;
  readonly onEvent?: (event: NoteRunEvent) => void;
}
