import { toMessage, ToolyardError } from '@toolyard/core';
import type { Host } from './host/host.ts';
import { toExitCode } from './to-exit-code.ts';

/** Tells on stderr what a command failed with, and gives the exit code for it. */
export function reportError(error: unknown, { stderr }: Pick<Host, 'stderr'>, debug: boolean): number {
  if (ToolyardError.is(error)) stderr.write(`${error.message}\n`);
  else stderr.write(`Unexpected error: ${toMessage(error)}${debug ? '' : ' (--debug shows where it happened)'}\n`);
  if (debug && error instanceof Error) stderr.write(`${error.stack ?? ''}\n`);
  return toExitCode(error);
}
