import { DEFAULT_PARK_LIMITS, type ParkLimits } from '../stateless/parked-requests.ts';

/** What the HTTP front lets clients use, and for how long. Times are milliseconds. */
export interface HttpLimits extends ParkLimits {
  /** The largest body of a request. */
  readonly maxBodyBytes: number;
  /** How long the headers of a request may take, and before them the handshake of TLS. */
  readonly headersMs: number;
  /** How long a whole request may take, its body included. */
  readonly requestMs: number;
  /** How long the rest of a refused request is read and dropped, so that its client can send all of it and see why. */
  readonly discardMs: number;
  /** How often a quiet stream is written to, so that nobody between takes it for dead. */
  readonly keepAliveMs: number;
  /** After this time without a request and without an open stream a session is ended. */
  readonly idleSessionMs: number;
  /** The same for a session whose client never came back with its id. */
  readonly unconfirmedSessionMs: number;
  /** With more the longest idle ones are ended; where all are in use, no other is opened. */
  readonly maxSessions: number;
  /** Requests without a session that are answered at once. */
  readonly maxStatelessRequests: number;
  readonly maxConnections: number;
  /** What may wait for a client that does not read; with more it is cut off. */
  readonly maxUnsentBytes: number;
  /** What a session keeps for clients that come back for what they missed. */
  readonly maxStoredEvents: number;
  readonly maxStoredBytes: number;
  readonly storedMs: number;
  /** How long the events of a finished stream are kept once the client's connection took all of them. */
  readonly deliveredMs: number;
  /** What all sessions together keep for clients that come back. */
  readonly maxReplayBytes: number;
  /** After what time clients are told to come back where a stream broke off. */
  readonly retryMs: number;
}

/** The limits that hold where none are given. */
export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  maxBodyBytes: 64 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 60_000,
  discardMs: 1000,
  keepAliveMs: 15_000,
  idleSessionMs: 30 * 60_000,
  unconfirmedSessionMs: 60_000,
  maxSessions: 10_000,
  maxStatelessRequests: 10_000,
  // A stream and a request for each session, and some for those who have none.
  maxConnections: 25_000,
  maxUnsentBytes: 16 * 1024 * 1024,
  maxStoredEvents: 1000,
  maxStoredBytes: 4 * 1024 * 1024,
  storedMs: 5 * 60_000,
  deliveredMs: 30_000,
  maxReplayBytes: 64 * 1024 * 1024,
  retryMs: 1000,
  ...DEFAULT_PARK_LIMITS,
};
