import { ToolyardError, type ToolCaller, type Yard } from '@toolyard/core';

/** How many calls a session gets. */
export interface SessionGrant {
  readonly session: string;
  /** The yard's own limit where absent; -1 is unlimited. */
  readonly limit?: number | undefined;
  /** The limit of the yard, which may belong to another process. */
  readonly yardLimit: number;
}

/** A caller whose session has another limit than those of its yard; refuses with `session-limit` beyond it. */
export function createSessionCaller(yard: Pick<Yard, 'caller' | 'calls'>, grant: SessionGrant): ToolCaller {
  const { limit, session, yardLimit } = grant;
  if (limit === undefined) return yard.caller;
  let count = 0;
  return {
    async call(call, signal) {
      if (limit !== -1 && count >= limit) {
        throw new ToolyardError('session-limit', `Session execution limit reached (${limit})`);
      }
      // The yard counts too, so it is told in time that this session goes on.
      if (yardLimit > 0 && count > 0 && count % yardLimit === 0) yard.calls.continueSession(session);
      count++;
      return yard.caller.call(call, signal);
    },
  };
}
