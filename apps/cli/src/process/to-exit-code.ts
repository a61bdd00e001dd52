import { ToolyardError, type ToolyardErrorCode } from '@toolyard/core';

/** What a command's exit code says: done, failed, wrong usage or configuration, interrupted. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

const CODES: Partial<Record<ToolyardErrorCode, number>> = {
  'config-invalid': EXIT.usage,
  'config-not-approved': EXIT.usage,
  'arguments-invalid': EXIT.usage,
  // The configuration alone decides which keys there are; which tools there are only the servers know.
  'server-not-found': EXIT.usage,
  usage: EXIT.usage,
  'model-not-chosen': EXIT.usage,
  'model-key-missing': EXIT.usage,
  interrupted: EXIT.interrupted,
};

/** The exit code for anything a command throws. */
export function toExitCode(thrown: unknown): number {
  return ToolyardError.is(thrown) ? (CODES[thrown.code] ?? EXIT.failed) : EXIT.failed;
}

/** The exit code of a command that runs until it is asked to end: Ctrl-C interrupts it, other signals just end it. */
export function toSignalExitCode(signal: unknown): number {
  return signal === 'SIGINT' ? EXIT.interrupted : EXIT.done;
}
