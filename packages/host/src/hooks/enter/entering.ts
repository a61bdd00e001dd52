import type { NewEvent, RunRecord } from '@toolyard/hooks';
import type { HooksEvent } from '../engine/hooks-event.ts';
import type { OpenHooks } from '../read/open-hooks.ts';

/** An event that is entered, and who hears what becomes of it. */
export interface Entering {
  readonly opened: OpenHooks;
  readonly event: NewEvent;
  /** False: whoever runs the hooks of the workspace goes on alone. */
  readonly wait: boolean;
  /** Stops what this process runs for it. */
  readonly signal: AbortSignal;
  /** Hears what else happens while this process runs the hooks. */
  onEvent?(event: HooksEvent): void;
  /** Hears what became of the event, before everything else that came meanwhile has ended too. */
  onEnded?(records: readonly RunRecord[]): Promise<void> | void;
}

/** What became of an event: all that it led to, or it was left to the engine that has taken it, or this process was stopped. */
export type EnterOutcome =
  | { readonly type: 'ended'; readonly records: readonly RunRecord[] }
  | { readonly type: 'left' }
  | { readonly type: 'stopped' };
