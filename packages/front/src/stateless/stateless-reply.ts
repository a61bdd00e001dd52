import { createErrorResponse, type Frame, type Pressure, type RequestId } from '@toolyard/core';

/** Where the answer to one stateless request goes. */
export interface StatelessReply {
  /** Sends what comes before the answer; clients that take the answer alone do without. */
  write(frame: Frame): Pressure;
  /** Sends the one answer; a second is dropped. Where `isResult` says that it is no error, nobody has to look. */
  answer(frame: Frame, isResult?: boolean): Pressure;
  /** Shows that the connection lives. */
  keepAlive(): void;
  /** Sets who is told when the client goes away before it has its answer. */
  onGone(listener: () => void): void;
}

const ENDED = -32000;

/** Says that no answer will come, unless it came before. */
export function abandon(reply: StatelessReply, id: RequestId): void {
  const message = 'Toolyard ended before the answer came. Try again.';
  void reply.answer(createErrorResponse(id, { code: ENDED, message }));
}
