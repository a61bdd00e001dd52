import { Argument, type Command } from 'commander';
import type { CommandEntry } from './command-entry.ts';
import { collect, parseLimit, parseNumber } from './parse-option.ts';

const ALLOWS_CALLS =
  'Allow all calls but those of tools that may destroy something; also approve a configuration file found in the working directory';

/** `toolyard ask`. */
export const ASK: CommandEntry = {
  name: 'ask',
  summary: 'Ask a model that uses the tools of your servers, here or in a note',
  yes: ALLOWS_CALLS,
  define: defineAsk,
  run: async (command, context) => {
    const options = { ...command.optsWithGlobals(), question: command.args.join(' ') };
    return (await import('./commands/ask.ts')).runAsk(options, context);
  },
};

/** `toolyard approvals`. */
export const APPROVALS: CommandEntry = {
  name: 'approvals',
  summary: 'Show what the assistant may call without asking, or revoke it',
  yes: false,
  define: (command) =>
    void command
      .addArgument(new Argument('[action]', 'revoke: ask again from now on').choices(['revoke']))
      .argument('[names...]', 'With revoke: tools (KEY:TOOL) or keys of servers')
      .option('--json', 'Print JSON'),
  run: async (command, context) => {
    const [action, ...names] = command.args;
    if (action !== undefined && names.length === 0) command.error("error: missing argument 'names'");
    const options = { ...command.optsWithGlobals(), ...(action === undefined ? {} : { revoked: names }) };
    return (await import('./commands/approvals.ts')).runApprovals(options, context);
  },
};

function defineAsk(command: Command): void {
  command
    .argument('[question...]', 'Your question; without it, it is read from stdin, or you chat on a terminal')
    .option('--document <file>', 'Answer in this Markdown file: the question in it, or yours, added to it')
    .option('--line <n>', 'With --document: answer in the conversation at this line', parseNumber)
    .option('--model <provider/model>', 'Model to ask (default: that of the note, TOOLYARD_MODEL, toolyard.model)')
    .option('--server <key>', 'Only offer the tools of this server (repeatable)', collect)
    .option('--no-tools', 'Offer no tools')
    .option('--yes-destructive', 'Allow all calls, even those of tools that may destroy something')
    .option('--continue', 'Continue the last conversation that was not in a note')
    .option('--again', 'With --document: replace the last answer')
    .option('--run-blocks', 'With --document: first run the tool blocks of the conversation that have no result')
    .option('--session-limit <n>', 'Maximum number of calls; -1 for no limit (default: sessionLimit)', parseLimit)
    .option('--json', 'Print one event per line as JSON');
}
