import { toVisibleJson } from '@toolyard/core';
import { type Command, CommanderError } from 'commander';
import { reportError, type ErrorJson } from './process/report-error.ts';
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
    const json = isAskedFor(words, '--json');
    if (!(error instanceof CommanderError))
      return reportError(error, terminal, { debug: words.includes('--debug'), json });
    if (error.exitCode === 0) return EXIT.done;
    if (json) terminal.stdout.write(`${toVisibleJson({ error: toUsageJson(error) })}\n`);
    return EXIT.usage;
  }
}

/** Whether a word is one of this program's options: what stands behind `--` belongs to a server. */
function isAskedFor(words: readonly string[], option: string): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).includes(option);
}

/** Help that nobody asked for stands where a command is missing, and has no words of its own. */
function toUsageJson({ code, message }: CommanderError): ErrorJson {
  const said = code === 'commander.help' ? 'No command was given.' : message.replace(/^error: /, '');
  return { code: 'usage', message: said };
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
