import type { Frame } from '../frame/frame.ts';
import type { RequestId } from '../frame/request-id.ts';

/** What `send` and a receiver give back: a promise only while the other side cannot take more. */
export type Pressure = Promise<void> | undefined;

/** One live connection that moves frames, to a server or to a gateway client. */
export interface Link {
  /**
   * Sends one frame. The promise, if any, resolves when the link takes more; frames sent after the end are dropped.
   *
   * `relatedTo` is the open request of the other side that the frame belongs to; links with one channel ignore it.
   */
  send(frame: Frame, relatedTo?: RequestId): Pressure;
  /**
   * Starts delivery to the one receiver. Reading pauses while a promise it returned is pending.
   *
   * Links with several channels tell on which request of this side's a frame came, and `onLost` where one request
   * will get no answer because its channel broke off while the link goes on.
   */
  receive(
    receiver: (frame: Frame, relatedTo?: RequestId) => Pressure,
    onLost?: (request: RequestId, end: LinkEnd) => void,
  ): void;
  /** Each request must say what can be asked of whoever made it, as the stateless revision has it in `_meta`. */
  readonly perRequestCapabilities?: true;
  /** Resolves once, when the connection has ended for whatever reason. */
  readonly closed: Promise<LinkEnd>;
  /** Ends the connection and whatever was started for it; resolves when nothing of it is left, and never rejects. */
  close(): Promise<void>;
}

/** How a link ended. */
export interface LinkEnd {
  /** True where `close` ended it. */
  readonly expected: boolean;
  /** For people, e.g. `exited with code 1`; reads on after "Server "x" ". */
  readonly reason: string;
  /** The last lines the server wrote to its stderr, oldest first. */
  readonly lastLines?: readonly string[];
  /** What a starter would have rejected with: the server was never reached, or it turned Toolyard away. */
  readonly code?: 'server-start-failed' | 'server-misconfigured' | 'login-required';
}
