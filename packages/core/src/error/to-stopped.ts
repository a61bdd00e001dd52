import { ToolyardError } from './toolyard-error.ts';

/** The error of a call that the user, or whoever asked for it, gave up. */
export function toStopped(): ToolyardError {
  return new ToolyardError('call-cancelled', 'Execution stopped by user');
}
