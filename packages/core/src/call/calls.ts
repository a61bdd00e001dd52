import type { ToolyardError } from '../error/toolyard-error.ts';
import type { CallEvent, CallRecord } from './call-record.ts';
import type { ToolCall } from './tool-caller.ts';

/** All calls of a yard, whoever asked for them. What changes something resolves when the yard has done it, or is gone. */
export interface Calls {
  /** Those that wait or run, in the order of their submission. */
  active(): readonly CallRecord[];
  /** The last 500 that ended or were refused, the newest last; large parameters and results are left out. */
  history(): readonly CallRecord[];
  /** Ends what runs and what waits as `cancelled`, and refuses new calls until `resume`. */
  stop(): Promise<void>;
  /** Takes calls again. */
  resume(): Promise<void>;
  /** Whether calls are refused because of `stop`. */
  isStopped(): boolean;
  /** How many calls a session has made, and what limits it; rejects with `connection-lost` where the yard is gone. */
  sessionUse(session: string): Promise<SessionUse>;
  /** Grants a session as many calls again as its limit. */
  continueSession(session: string): Promise<void>;
  /** Counts the calls of a session from 0 again, as if it began now. */
  resetSession(session: string): Promise<void>;
  /** Puts a call into the history that whoever wanted to make it did not submit, since it cannot be made. */
  noteRefusal(call: RefusedCall, why: ToolyardError): Promise<void>;
  /** Calls `listener` for every event from now on; the returned function ends that. */
  on(listener: (event: CallEvent) => void): () => void;
}

/** How far a session is. */
export interface SessionUse {
  /** Those that were refused do not count. */
  readonly calls: number;
  /** How many it gets at first, and each time it continues; -1 is unlimited. */
  readonly limit: number;
}

/** What is known of a call that was never submitted. */
export interface RefusedCall extends Pick<
  ToolCall,
  'origin' | 'session' | 'document' | 'hook' | 'conversation' | 'approval'
> {
  /** The tool id, or the name that was asked for where it stands for none. */
  readonly tool: string;
  /** The key of the server; that of the tool id where absent. */
  readonly server?: string | undefined;
  /** Absent where they are not known. */
  readonly arguments?: ToolCall['arguments'];
}
