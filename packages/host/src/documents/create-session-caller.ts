import { toRefusedCall, ToolyardError, type SessionUse, type Yard } from '@toolyard/core';
import type { BlockCaller } from '@toolyard/documents';

/** How many calls a session gets. */
export interface SessionGrant {
  readonly session: string;
  /** The yard's own limit where absent; -1 is unlimited. */
  readonly limit?: number | undefined;
  /** Whether a session that has no call left goes on, with as many again as its limit; it does not where this is absent. */
  readonly mayContinue?: ((use: SessionUse) => Promise<boolean>) | undefined;
}

/** A caller for one session; refuses with `session-limit` where no call is left and it may not continue. */
export function createSessionCaller(
  { caller, calls }: Pick<Yard, 'caller' | 'calls'>,
  grant: SessionGrant,
): BlockCaller {
  const { limit, mayContinue, session } = grant;
  let asked: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    if ((await mayContinue?.(await calls.sessionUse(session))) !== true) return false;
    await calls.continueSession(session);
    asked = undefined;
    return true;
  }

  return {
    async call(request, signal, onBegin) {
      const own = limit === undefined ? request : { ...request, sessionLimit: limit };
      // Only the answer tells whether the call is refused, or just later than asked for.
      const call = mayContinue === undefined ? own : { ...own, isWithdrawnAtLimit: true };
      for (;;) {
        try {
          return await caller.call(call, signal);
        } catch (error) {
          if (!ToolyardError.is(error) || error.code !== 'session-limit') throw error;
          // Many calls are refused at once, and one answer counts for all of them; a no also for those that come later.
          const isOver = !(await (asked ??= ask()));
          onBegin?.();
          // The yard says better what became of a call that was given up meanwhile.
          if (!isOver || signal.aborted) continue;
          if (mayContinue !== undefined) await calls.noteRefusal({ ...toRefusedCall(request), session }, error);
          throw error;
        }
      }
    },
  };
}
