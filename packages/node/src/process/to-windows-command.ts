import { ToolyardError } from '@toolyard/core';

/** A program and its arguments as `spawn` takes them. */
export interface SpawnPlan {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are one command line already and must not be quoted again. */
  readonly verbatim: boolean;
}

/**
 * How a program is started on Windows; unit-tested only, never run there.
 *
 * Batch files run in cmd.exe, which reads the line by rules of its own, once for itself and once more where the batch
 * file uses `%*`. Quoting as programs read it (`\"`) lets an argument break out there ("BatBadBut", CVE-2024-24576), and
 * carets protect the first reading only. What survives both readings: every argument in quotes, a quote doubled, so that
 * cmd.exe never sees a quoted part end, and a percent sign followed by a variable that is empty, so that no name forms.
 */
export function toWindowsCommand(file: string, args: readonly string[], comSpec: string): SpawnPlan {
  if (!/\.(cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  const line = [file, ...args].map(quoteForBatch).join(' ');
  // Extensions on, since the empty variable needs them; delayed expansion off, since it would read "!".
  return { file: comSpec, args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `"${line}"`], verbatim: true };
}

function quoteForBatch(argument: string): string {
  if (/[\r\n\0]/.test(argument)) {
    throw new ToolyardError(
      'server-misconfigured',
      'an argument contains a line break or a NUL character, which a .cmd file cannot receive. ' +
        'Set "command" to the program that the .cmd file starts.',
    );
  }
  const quoted = argument
    .replaceAll(/(?<!\\)(\\*)"/g, '$1$1""')
    .replace(/(?<!\\)(\\+)$/, '$1$1')
    .replaceAll('%', '%%cd:~,%');
  return `"${quoted}"`;
}
