import { type Command, CommanderError } from 'commander';
import type { Host } from './host/host.ts';
import { reportError } from './report-error.ts';
import { widthOf } from './terminal/create-screen.ts';
import { formatHelpItem } from './terminal/format-help-item.ts';
import { EXIT } from './to-exit-code.ts';

const PIPE_WIDTH = 100;

/** Parses the words and runs what they ask for; wrong usage, help and errors become exit codes here. */
export async function runCommand(
  program: Command,
  words: readonly string[],
  host: Host,
  define: (end: (code: number) => void) => void,
): Promise<number> {
  let code: number = EXIT.done;
  // Subcommands copy these settings when they are created, so they come first.
  program.configureHelp({ minWidthToWrap: 20, formatItem: formatHelpItem });
  program.exitOverride().configureOutput({
    writeOut: (text) => void host.stdout.write(text),
    writeErr: (text) => void host.stderr.write(text),
    getOutHelpWidth: () => helpWidthOf(host.stdout),
    getErrHelpWidth: () => helpWidthOf(host.stderr),
  });
  define((next) => (code = next));
  try {
    await program.parseAsync(withoutVainHelp(program, words), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return reportError(error, host, words.includes('--debug'));
  }
}

function helpWidthOf(stream: Host['stdout']): number {
  return stream.isTTY === true ? widthOf(stream) : PIPE_WIDTH;
}

/** Help is asked for a command that does not exist: without the question it is said that there is none. */
function withoutVainHelp(program: Command, words: readonly string[]): string[] {
  const [name] = words;
  const isNamed = name !== undefined && !name.startsWith('-') && program.commands.length > 0;
  const isKnown = name === 'help' || program.commands.some((command) => command.name() === name);
  return isNamed && !isKnown ? words.filter((word) => word !== '--help') : [...words];
}
