import type { CallEvent, CallRecord } from '@toolyard/core';
import { Listeners } from '../events/listeners.ts';
import { createCallHistory } from './create-call-history.ts';
import type { OpenCall } from './open-call.ts';
import { redactCall } from './redact-call.ts';

/** Shows the calls of a yard to whoever wants to see them. */
export interface CallPublisher {
  /** Shows a call from now on, until its end. */
  readonly add: (call: OpenCall) => void;
  readonly change: (call: OpenCall) => void;
  /** Moves a call to the history. */
  readonly end: (call: OpenCall) => void;
  /** Takes out a call that has not begun, and leaves no trace of it. */
  readonly withdraw: (call: OpenCall) => void;
  /** Puts a call into the history that was never open. */
  readonly keep: (call: CallRecord) => void;
  /** In the order of their submission. */
  readonly open: () => readonly OpenCall[];
  /** A record as it is shown. */
  readonly show: (call: CallRecord) => CallRecord;
  readonly history: () => readonly CallRecord[];
  readonly tell: (event: CallEvent) => void;
  readonly on: (listener: (event: CallEvent) => void) => () => void;
}

/** How calls are shown. */
export interface CallPublisherOptions {
  /** Applied to the texts of every record that is shown. */
  readonly redactShown?: ((text: string) => string) | undefined;
  /** Told what a listener throws, which is nothing to the calls. */
  readonly onBug: (error: unknown) => void;
}

/** A publisher that has no calls yet. */
export function createCallPublisher({ redactShown, onBug }: CallPublisherOptions): CallPublisher {
  const open = createChain();
  const history = createCallHistory();
  const listeners = new Listeners<[event: CallEvent]>(onBug);
  const show = (call: CallRecord): CallRecord => (redactShown === undefined ? call : redactCall(call, redactShown));
  const tell = (event: CallEvent): void => void listeners.tell(event);
  const tellOf = (call: CallRecord): void => {
    if (!listeners.isEmpty) tell({ type: 'call-changed', call: show(call) });
  };
  return {
    add(call) {
      open.add(call);
      tellOf(call.record);
    },
    change: (call) => tellOf(call.record),
    keep(call) {
      const parameters = call.parameters === undefined ? 0 : JSON.stringify(call.parameters).length;
      history.add(call, { parameters, result: 0 });
      tellOf(call);
    },
    end(call) {
      open.remove(call);
      history.add(call.record, call.sizes);
    },
    withdraw(call) {
      open.remove(call);
      tell({ type: 'call-withdrawn', id: call.record.id });
    },
    open: open.list,
    show,
    // What is a secret is known better now than when the call ended.
    history: () => history.list().map(show),
    tell,
    on: (listener) =>
      listeners.add((event) => {
        listener(event);
        return undefined;
      }),
  };
}

/** Calls in their order. A set whose members come and go keeps them from being collected for long. */
function createChain(): Record<'add' | 'remove', (call: OpenCall) => void> & { list(): readonly OpenCall[] } {
  let first: OpenCall | undefined;
  let last: OpenCall | undefined;
  return {
    add(call) {
      call.previous = last;
      if (last === undefined) first = call;
      else last.next = call;
      last = call;
    },
    remove(call) {
      const { previous, next } = call;
      if (previous === undefined) first = next;
      else previous.next = next;
      if (next === undefined) last = previous;
      else next.previous = previous;
      call.previous = undefined;
      call.next = undefined;
    },
    list() {
      const calls: OpenCall[] = [];
      for (let call = first; call !== undefined; call = call.next) calls.push(call);
      return calls;
    },
  };
}
