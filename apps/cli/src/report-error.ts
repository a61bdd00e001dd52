import { toMessage, toMessageText, ToolyardError } from '@toolyard/core';
import type { Terminal } from './terminal/terminal.ts';
import { toExitCode } from './process/to-exit-code.ts';

/** Tells on stderr what a command failed with, and gives the exit code for it. */
export function reportError(error: unknown, { stderr }: Pick<Terminal, 'stderr'>, debug: boolean): number {
  // Messages quote files and folders that somebody else may have written.
  const say = (text: string): void => void stderr.write(`${toMessageText(text)}\n`);
  if (ToolyardError.is(error)) say(error.message);
  else say(`Unexpected error: ${toMessage(error)}${debug ? '' : ' (--debug shows where it happened)'}`);
  if (debug && error instanceof Error) say(error.stack ?? '');
  return toExitCode(error);
}
