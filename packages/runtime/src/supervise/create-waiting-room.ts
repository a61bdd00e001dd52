import type { RelayedRequest, SentRequest, ToolyardError } from '@toolyard/core';

/** Holds requests to a server that is about to run. */
export interface WaitingRoom {
  /** Keeps a request until one of the two below; a cancelled one is never sent. */
  add(request: RelayedRequest): SentRequest;
  /** Sends everybody on, in order. */
  admit(send: (request: RelayedRequest) => SentRequest): void;
  /** Those that wait. */
  requests(): readonly RelayedRequest[];
  /** Sends everybody home. */
  dismiss(reason: ToolyardError): void;
}

interface Guest {
  readonly request: RelayedRequest;
  sent: SentRequest | undefined;
}

/** An empty room. */
export function createWaitingRoom(): WaitingRoom {
  let guests: Guest[] = [];

  function leave(): readonly Guest[] {
    const leaving = guests;
    guests = [];
    return leaving;
  }

  return {
    add(request) {
      const guest: Guest = { request, sent: undefined };
      guests.push(guest);
      return {
        cancel(reason) {
          if (guest.sent !== undefined) guest.sent.cancel(reason);
          guests = guests.filter((other) => other !== guest);
        },
      };
    },
    requests: () => guests.map(({ request }) => request),
    admit(send) {
      for (const guest of leave()) guest.sent = send(guest.request);
    },
    dismiss(reason) {
      for (const { request } of leave()) void request.onAnswer(reason);
    },
  };
}
