import type { Command } from 'commander';
import type { CommandContext } from './terminal/command-context.ts';

/** One command of the program: how it is written, and what it does. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Not shown in the help: Toolyard starts it itself. */
  readonly hidden?: true;
  /** What `--yes` means where it means more than an approval; false where it means nothing, and is not in the help. */
  readonly yes?: string | false;
  /** Adds arguments and options of its own. */
  define?(command: Command): void;
  /** Resolves with the exit code. */
  run(command: Command, context: CommandContext): Promise<number>;
}

/** Commands under one word. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandEntry[];
}
