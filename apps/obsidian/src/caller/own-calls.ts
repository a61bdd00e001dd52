import { joinSignals, type CallRecord, type ToolCall } from '@toolyard/core';
import type { ClosableYard } from '@toolyard/host';
import { withCaller } from './with-caller.ts';

/** A call that waits or runs. */
export interface ActiveCall {
  readonly record: CallRecord;
  /** Ends it as `cancelled`; absent for a call of another program, which only stopping all calls ends. */
  readonly stop?: () => void;
}

/** The calls that this plugin made and that have not ended, so that each can be stopped by itself. */
export interface OwnCalls {
  /** The yard, with the calls made through it remembered until they end. */
  watch(used: ClosableYard): ClosableYard;
  /** Says of each call of the yard how it is stopped. */
  toActive(records: readonly CallRecord[]): readonly ActiveCall[];
}

/** Remembers no call yet. */
export function createOwnCalls(): OwnCalls {
  const running = new Set<{ readonly call: ToolCall; readonly end: AbortController }>();
  return {
    watch: (used) =>
      withCaller(used, {
        async call(call, signal) {
          const own = { call, end: new AbortController() };
          const joined = joinSignals(signal, own.end.signal);
          running.add(own);
          try {
            return await used.caller.call(call, joined.signal);
          } finally {
            running.delete(own);
            joined.release();
          }
        },
      }),
    toActive(records) {
      // Who makes a call does not learn its id. Two that are alike are in the same order on both sides.
      const left = [...running];
      return records.map((record) => {
        const index = left.findIndex(({ call }) => isRecordOf(record, call));
        const [own] = index === -1 ? [] : left.splice(index, 1);
        return { record, ...(own !== undefined && { stop: () => own.end.abort() }) };
      });
    },
  };
}

function isRecordOf({ tool, origin, session, document }: CallRecord, call: ToolCall): boolean {
  const { document: place, session: ownSession = call.origin } = call;
  return (
    tool === call.tool &&
    origin === call.origin &&
    session === ownSession &&
    document?.path === place?.path &&
    document?.line === place?.line
  );
}
