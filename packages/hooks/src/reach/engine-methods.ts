/** The words that an engine and those who hand events over to it have in common. */
export const ENGINE_METHODS = {
  /** A request with an `event`; answered with its `records` when all that it led to has ended. */
  enter: 'hooks/enter',
  /** Tells that the event of a `request` is on the disk. */
  taken: 'hooks/taken',
} as const;
