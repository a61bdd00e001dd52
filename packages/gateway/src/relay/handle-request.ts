import type { Clock, Frame, Pressure, Relay, RequestId, Yard } from '@toolyard/core';
import type { Session } from './session.ts';

/** One request of a client that waits for its answer. */
export interface Incoming {
  readonly id: RequestId;
  readonly request: Frame;
  readonly session: Session;
}

/** Answers a request, or sends it on; every request is answered exactly once, now or later. */
export type Handler = (incoming: Incoming) => Pressure;

/** What a session is part of. */
export interface SessionHost {
  readonly yard: Yard & Relay;
  readonly clock: Clock;
  onEnd(session: Session): void;
}
