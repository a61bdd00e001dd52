import type { CallEvent, CallRecord } from '@toolyard/core';
import { createCallHistory } from './create-call-history.ts';
import type { OpenCall } from './open-call.ts';

/** Shows the calls of a yard to whoever wants to see them. */
export interface CallBoard {
  readonly add: (call: OpenCall) => void;
  readonly change: (call: OpenCall) => void;
  /** Moves a call to the history. */
  readonly end: (call: OpenCall) => void;
  /** In the order of their submission. */
  readonly open: () => readonly OpenCall[];
  readonly history: () => readonly CallRecord[];
  readonly tell: (event: CallEvent) => void;
  readonly on: (listener: (event: CallEvent) => void) => () => void;
}

/** An empty board; `onFinished` gets every call that ended, whole. */
export function createCallBoard(onFinished?: (call: CallRecord) => void): CallBoard {
  const open = new Set<OpenCall>();
  const history = createCallHistory();
  const listeners = new Set<(event: CallEvent) => void>();
  const tell = (event: CallEvent): void => listeners.forEach((listener) => listener(event));
  return {
    add: (call) => void open.add(call),
    change(call) {
      if (listeners.size > 0) tell({ type: 'call-changed', call: call.record });
    },
    end(call) {
      open.delete(call);
      history.add(call.record, call.sizes);
      onFinished?.(call.record);
    },
    open: () => [...open],
    history: () => history.list(),
    tell,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
