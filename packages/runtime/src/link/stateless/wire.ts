import type { Frame, LinkEnd, Pressure, RequestId } from '@toolyard/core';

/** Who waits for the answer to a request on the wire. */
export interface ResponseWaiter {
  /** The request of this side's that it is made for, if it is; what comes with it belongs to that. */
  readonly inside?: RequestId;
  answer(answer: Frame): Pressure;
  /** There will be no answer, though the connection goes on. */
  lose(end: LinkEnd): void;
}

/** The two sides of a link to a stateless server, as those see them who translate between them. */
export interface Wire {
  /** Sends a request to the server under its id, which must be a new one. */
  ask(request: Frame, waiting: ResponseWaiter): Pressure;
  /** Tells the server that nobody waits for a request any more. */
  cancel(id: RequestId, reason: string | undefined): void;
  /** Hands a message on as if the server had sent it. */
  deliver(frame: Frame, relatedTo?: RequestId): Pressure;
  /** Hands on that a request of this side's will get no answer. */
  lose(id: RequestId, end: LinkEnd): void;
}
