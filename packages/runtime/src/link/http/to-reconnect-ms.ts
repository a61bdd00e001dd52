/** The wait where the server names none. */
const RETRY_MS = 1000;

/** The shortest and the longest wait that a server may name. */
const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 60_000;

/** What is known before a stream is asked for again. */
export interface Reconnection {
  /** What the server asked for. */
  readonly retryMs: number | undefined;
  /** How many streams in a row brought nothing, the last one included. */
  readonly fruitless: number;
  /** Where growth ends; a server may ask for more. */
  readonly longestMs: number;
}

/** What the server wants within limits, and twice as long after each further stream that brings nothing. */
export function toReconnectMs({ retryMs = RETRY_MS, fruitless, longestMs }: Reconnection): number {
  const wanted = Math.min(Math.max(retryMs, MIN_RETRY_MS), MAX_RETRY_MS);
  return Math.max(wanted, Math.min(wanted * 2 ** Math.max(0, fruitless - 1), longestMs));
}
