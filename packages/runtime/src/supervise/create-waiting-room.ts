import type { RelayedRequest, SentRequest, ToolyardError } from '@toolyard/core';

/** Holds requests to a server that is about to run. */
export interface WaitingRoom {
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
interface Guest {
  sent: SentRequest | undefined;
}

/** An empty room. */
export function createWaitingRoom(): WaitingRoom {
  const guests = new Map<Guest, RelayedRequest>();

  function leave(): readonly (readonly [Guest, RelayedRequest])[] {
    const leaving = [...guests];
    guests.clear();
    return leaving;
  }

  return {
    add(request) {
      const guest: Guest = { sent: undefined };
      guests.set(guest, request);
      return {
        cancel(reason) {
          if (guest.sent !== undefined) guest.sent.cancel(reason);
          guests.delete(guest);
        },
      };
    },
    requests: () => guests.values(),
    admit(send) {
      for (const [guest, request] of leave()) guest.sent = send(request);
    },
    dismiss(reason) {
      for (const [, request] of leave()) void request.onAnswer(reason);
    },
  };
}
