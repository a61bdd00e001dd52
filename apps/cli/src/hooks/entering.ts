import type { NewEvent, RunRecord } from '@toolyard/hooks';
import type { ReadHooks } from './open-hooks.ts';

/** An event that a command enters, and what it does with what came of it. */
export interface Entering {
  readonly read: ReadHooks;
  readonly event: NewEvent;
  /** False: whoever runs the hooks of the workspace goes on alone. */
  readonly wait: boolean;
  /** The event is safe in the queue, and nobody waits for what becomes of it. */
  onLeft?(): void;
  /** Prints what became of the event; gives the exit code. */
  report(records: readonly RunRecord[]): Promise<number> | number;
}
