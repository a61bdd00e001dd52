import type { SpokenVersion } from '@toolyard/core';

/** Which form the methods below have; raised when one of them gets another meaning, not when one is added. `about` never changes. */
export const ENGINE_PROTOCOL = 1;

/** The words that an engine and those who hand events over to it have in common. */
export const ENGINE_METHODS = {
  /** `{}` → an `EngineAbout`. */
  about: 'hooks/about',
  /** A request with an `event`; answered with its `records` when all that it led to has ended. */
  enter: 'hooks/enter',
  /** Tells that the event of a `request` is on the disk. */
  taken: 'hooks/taken',
} as const;

/** What an engine tells about the program that runs it. */
export interface EngineAbout extends SpokenVersion {
  readonly pid: number;
}
