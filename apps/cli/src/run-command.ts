import { type Command, CommanderError } from 'commander';
import { reportError } from './report-error.ts';
import type { CommandContext } from './terminal/command-context.ts';
import { widthOf } from './terminal/create-screen.ts';
import { formatHelpItem } from './terminal/format-help-item.ts';
import type { Terminal } from './terminal/terminal.ts';
import { EXIT } from './process/to-exit-code.ts';

const PIPE_WIDTH = 100;

/** Parses the words and runs what they ask for; wrong usage, help and errors become exit codes here. */
export async function runCommand(
  program: Command,
  words: readonly string[],
  { terminal }: CommandContext,
  define: (end: (code: number) => void) => void,
): Promise<number> {
  let code: number = EXIT.done;
  // Subcommands copy these settings when they are created, so they come first.
  program.configureHelp({ minWidthToWrap: 20, formatItem: formatHelpItem });
  program.exitOverride().configureOutput({
    writeOut: (text) => void terminal.stdout.write(text),
    writeErr: (text) => void terminal.stderr.write(text),
    getOutHelpWidth: () => helpWidthOf(terminal.stdout),
    getErrHelpWidth: () => helpWidthOf(terminal.stderr),
  });
  define((next) => (code = next));
  try {
    await program.parseAsync(withoutVainHelp(program, words), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return reportError(error, terminal, words.includes('--debug'));
  }
}

function helpWidthOf(stream: Terminal['stdout']): number {
  return stream.isTTY === true ? widthOf(stream) : PIPE_WIDTH;
}

/** Help is asked for a command that does not exist: without the question it is said that there is none. */
function withoutVainHelp(program: Command, words: readonly string[]): string[] {
  const [name] = words;
  const isNamed = name !== undefined && !name.startsWith('-') && program.commands.length > 0;
  const isKnown = name === 'help' || program.commands.some((command) => command.name() === name);
  return isNamed && !isKnown ? words.filter((word) => word !== '--help') : [...words];
}
