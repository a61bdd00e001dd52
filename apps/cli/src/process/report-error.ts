import { toMessage, toMessageText, ToolyardError, toVisibleJson, type ConfigProblem } from '@toolyard/core';
import type { Terminal } from '../terminal/terminal.ts';
import { toExitCode } from './to-exit-code.ts';

/** How much is told of an error, and to whom. */
export interface ReportOptions {
  /** Also where it happened. */
  readonly debug: boolean;
  /** Also on stdout, for programs. */
  readonly json: boolean;
}

/** Tells on stderr what a command failed with, for programs on stdout too, and gives the exit code for it. */
export function reportError(
  error: unknown,
  { stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>,
  { debug, json }: ReportOptions,
): number {
  // Messages quote files and folders that somebody else may have written.
  const say = (text: string): void => void stderr.write(`${toMessageText(text)}\n`);
  if (ToolyardError.is(error)) say(error.message);
  else say(`Unexpected error: ${toMessage(error)}${debug ? '' : ' (use --debug to see where it happened)'}`);
  if (debug && error instanceof Error) say(error.stack ?? '');
  if (json) stdout.write(`${toVisibleJson({ error: toErrorJson(error) })}\n`);
  return toExitCode(error);
}

/** An error as programs see it on stdout; `code` is stable. */
export interface ErrorJson {
  readonly code: string;
  readonly message: string;
  readonly problems?: readonly ConfigProblem[];
}

/** What is told to programs of anything that stops a command: a wrong configuration has the code of what is wrong with it. */
export function toErrorJson(error: unknown): ErrorJson {
  const message = toMessage(error);
  if (!ToolyardError.is(error)) return { code: 'unexpected', message };
  const { code, problems = [] } = error;
  const [first] = problems;
  if (first === undefined) return { code, message };
  // A variable can be set and the file still be wrong, so that comes last.
  const worst = problems.find((problem) => problem.code !== 'missing_env_var') ?? first;
  return { code: worst.code, message, problems };
}
