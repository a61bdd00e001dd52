import type { NewEvent, RunRecord } from '@toolyard/hooks';
import type { ReadHooks } from './open-hooks.ts';

/** An event that a command enters, and what it does with what came of it. */
export interface Entering {
  readonly read: ReadHooks;
  readonly event: NewEvent;
  /** False: whoever runs the hooks of the workspace goes on alone. */
  readonly wait: boolean;
  /** Prints what became of the event; gives the exit code. */
  report(records: readonly RunRecord[]): Promise<number> | number;
}
