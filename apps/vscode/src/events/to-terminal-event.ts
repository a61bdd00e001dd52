import { cutText, maskLine } from '@toolyard/core';
import type { NewEvent } from '@toolyard/hooks';

/** A command that has ended in a terminal. What it wrote is not looked at. */
export interface EndedCommand {
  /** As it was typed. */
  readonly line: string;
  /** Absent where the shell does not tell it. */
  readonly exitCode?: number | undefined;
  /** The folder that it ran in, absolute; absent where nobody knows. */
  readonly cwd?: string | undefined;
  /** What the editor calls the terminal. */
  readonly terminal: string;
}

/** In characters; the journal keeps each event whole. */
const MAX_LINE = 10_000;
const MAX_TERMINAL = 200;

/** The event that a command has ended; `undefined` where nothing was run. What may be secrets in its line is masked. */
export function toTerminalEvent({ line, exitCode, cwd, terminal }: EndedCommand): NewEvent | undefined {
  const command = line.trim();
  if (command === '') return undefined;
  return {
    name: 'terminal.ended',
    values: {
      // Masked before it is cut: half a secret would not be recognised.
      command: cutText(maskLine(command), MAX_LINE),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(cwd === undefined ? {} : { cwd }),
      data: { terminal: cutText(terminal, MAX_TERMINAL) },
    },
  };
}
