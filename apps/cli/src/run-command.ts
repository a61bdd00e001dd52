import { type Command, CommanderError } from 'commander';
import type { Host } from './host/host.ts';
import { reportError } from './report-error.ts';
import { EXIT } from './to-exit-code.ts';

/** Parses the words and runs what they ask for; wrong usage, help and errors become exit codes here. */
export async function runCommand(
  program: Command,
  words: readonly string[],
  host: Host,
  define: (end: (code: number) => void) => void,
): Promise<number> {
  let code: number = EXIT.done;
  // Subcommands copy these settings when they are created, so they come first.
  program.exitOverride().configureOutput({
    writeOut: (text) => void host.stdout.write(text),
    writeErr: (text) => void host.stderr.write(text),
    getOutHelpWidth: () => host.stdout.columns ?? 100,
    getErrHelpWidth: () => host.stderr.columns ?? 100,
  });
  define((next) => (code = next));
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return reportError(error, host, words.includes('--debug'));
  }
}
