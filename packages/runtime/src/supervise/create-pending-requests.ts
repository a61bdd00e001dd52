import type { RelayedRequest, SentRequest, ToolyardError } from '@toolyard/core';

/** Holds requests to a server that is about to run. */
export interface PendingRequests {
  /** Keeps a request until one of the two below; a cancelled one is never sent. */
  add(request: RelayedRequest): SentRequest;
  /** Sends everybody on, in order. */
  admit(send: (request: RelayedRequest) => SentRequest): void;
  /** Those that wait. */
  requests(): Iterable<RelayedRequest>;
  /** Sends everybody home. */
  dismiss(reason: ToolyardError): void;
}

/** Whoever waits; what it waits with is kept elsewhere, since it can be cancelled long after it was sent on. */
interface Waiter {
  sent: SentRequest | undefined;
}

/** An empty room. */
export function createPendingRequests(): PendingRequests {
  const waiting = new Map<Waiter, RelayedRequest>();

  function leave(): readonly (readonly [Waiter, RelayedRequest])[] {
    const leaving = [...waiting];
    waiting.clear();
    return leaving;
  }

  return {
    add(request) {
      const waiter: Waiter = { sent: undefined };
      waiting.set(waiter, request);
      return {
        cancel(reason) {
          if (waiter.sent !== undefined) waiter.sent.cancel(reason);
          waiting.delete(waiter);
        },
      };
    },
    requests: () => waiting.values(),
    admit(send) {
      for (const [waiter, request] of leave()) waiter.sent = send(request);
    },
    dismiss(reason) {
      for (const [, request] of leave()) void request.onAnswer(reason);
    },
  };
}
