import { VERSION } from '@toolyard/core';
import { Command, Option } from 'commander';
import type { CommandEntry, CommandGroup } from './command-entry.ts';
import { runCommand } from './run-command.ts';
import type { CommandContext } from './terminal/command-context.ts';

/** The command `toolyard` with the given commands: resolves with the exit code, whatever happens. */
export function runToolyard(
  words: readonly string[],
  context: CommandContext,
  commands: readonly (CommandEntry | CommandGroup)[],
): Promise<number> {
  const program = new Command('toolyard')
    .description('Describe your MCP servers once. Use their tools from every AI client, every note and every hook.')
    .version(VERSION, '--version', 'Print the version')
    .helpOption('--help', 'Show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    // Options before the command are the program's, so that `serve --version 2.0` is not asked for ours.
    .enablePositionalOptions()
    .showHelpAfterError(nameHelp('toolyard'))
    .option('--config <file>', 'Configuration file to use');
  return runCommand(program, words, context, (end) => {
    for (const entry of commands) {
      if ('run' in entry) addCommand(program, entry, context, end);
      else addGroup(program, entry, (group, member) => addCommand(group, member, context, end));
    }
  });
}

const APPROVES = 'Approve a configuration file found in the working directory';

type AddMember = (group: Command, member: CommandEntry) => void;

function addGroup(program: Command, { name, summary, commands }: CommandGroup, addMember: AddMember): void {
  const group = program
    .command(name)
    .description(summary)
    .helpOption('--help', 'Show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    // A member can leave everything after its first word to another program.
    .enablePositionalOptions()
    .showHelpAfterError(nameHelp(`toolyard ${name}`));
  for (const member of commands) addMember(group, member);
}

function addCommand(parent: Command, entry: CommandEntry, context: CommandContext, end: (code: number) => void): void {
  const { name, summary, define, run, hidden = false, yes } = entry;
  const command = parent.command(name, { hidden }).description(summary).helpOption('--help', 'Show this help');
  define?.(command);
  const path = parent.name() === 'toolyard' ? name : `${parent.name()} ${name}`;
  command
    .showHelpAfterError(nameHelp(`toolyard ${path}`))
    .option('--config <file>', 'Configuration file to use')
    .addOption(new Option('--yes', yes || APPROVES).hideHelp(yes === false))
    .option('--strict', 'Fail if any variable is missing, instead of skipping the server that needs it')
    .option('--debug', 'Write debug logs to stderr')
    .action(async () => end(await run(command, context)));
}

/** What stands below a complaint about how a command was used. */
function nameHelp(command: string): string {
  return `Run "${command} --help" for usage.`;
}
