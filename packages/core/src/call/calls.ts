import type { CallEvent, CallRecord } from './call-record.ts';

/** All calls of a yard, whoever asked for them. */
export interface Calls {
  /** Those that wait or run, in the order of their submission. */
  active(): readonly CallRecord[];
  /** The last 500 that ended, the newest last; large parameters and results are left out. */
  history(): readonly CallRecord[];
  /** Ends what runs and what waits as `cancelled`, and refuses new calls until `resume`. */
  stop(): void;
  /** Takes calls again. */
  resume(): void;
  /** Whether calls are refused because of `stop`. */
  isStopped(): boolean;
  /** Grants a session as many calls again as its limit. */
  continueSession(session: string): void;
  /** Calls `listener` for every event from now on; the returned function ends that. */
  on(listener: (event: CallEvent) => void): () => void;
}
