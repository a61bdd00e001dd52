import type { Frame } from '@toolyard/core';

/** Where the answers to the requests of one POST go. */
export interface Reply {
  /** Whether messages that are no answers can go there too. */
  readonly takesMessages: boolean;
  readonly isAttached: boolean;
  write(frame: Frame): void;
  /** All answers were written. */
  finish(): void;
  /** The answers that are missing will not come. */
  abandon(): void;
}
