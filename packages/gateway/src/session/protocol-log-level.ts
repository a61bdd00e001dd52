/** The levels of the protocol's logging, the most talkative first. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** A level of the protocol's logging. */
export type ProtocolLogLevel = (typeof LEVELS)[number];

/** Tells a level from anything else. */
export function isProtocolLogLevel(value: unknown): value is ProtocolLogLevel {
  return LEVELS.some((level) => level === value);
}

/** Whether a message of level `level` is to be shown where `wanted` was asked for. */
export function reaches(level: ProtocolLogLevel, wanted: ProtocolLogLevel): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(wanted);
}

/** The level that shows all that any of the given ones would; `undefined` for none. */
export function findMostVerbose(levels: readonly ProtocolLogLevel[]): ProtocolLogLevel | undefined {
  return LEVELS.find((level) => levels.includes(level));
}
