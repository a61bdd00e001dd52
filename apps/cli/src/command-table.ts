import { CLIENTS } from '@toolyard/host';
import { DEFAULT_ADDRESS } from '@toolyard/host/http';
import { Argument, type Command, Option } from 'commander';
import { hintAtArgument } from './call/hint-at-argument.ts';
import { COMPLETE_COMMAND, SHELLS } from './completion/completion-shells.ts';
import type { ClientFileOptions } from './clients/open-client.ts';
import { HOOKS_COMMANDS } from './hooks-commands.ts';
import { collect, parseCount, parseLimit, parseMs, parseNumber, toPort } from './parse-option.ts';
import { BACKGROUND_COMMAND } from './host/background-command.ts';
import type { CommandContext } from './terminal/command-context.ts';
import type { CommandEntry, CommandGroup } from './command-entry.ts';
import { APPROVALS, ASK } from './assistant-commands.ts';
import { defineFound, defineHttp, SERVE } from './serve-entry.ts';

const CALLS_ACTIONS = ['stop', 'resume'] as const;

const CHANGES_UNASKED = "Change the client's file without asking; approves no configuration";

/**
 * All commands, in the order in which the help shows them. Each is loaded when it is used: a client waits for `serve`,
 * and should not wait for the others.
 */
export const COMMANDS: readonly (CommandEntry | CommandGroup)[] = [
  {
    name: 'up',
    summary: 'Run your servers, serve their tools over HTTP and show what happens',
    define: (command) =>
      void defineHttp(
        command
          .option('--port <port>', `Port to listen on; 0 picks a free one (default: ${DEFAULT_ADDRESS.port})`, toPort)
          .option('--host <host>', `Address to listen on (default: ${DEFAULT_ADDRESS.host})`)
          .option('--no-hooks', 'Do not run the hooks of the workspace')
          .option('--end-with-parent', 'Exit when the parent process exits'),
      ),
    run: async (command, context) => (await import('./commands/up.ts')).runUp(command.optsWithGlobals(), context),
  },
  SERVE,
  {
    name: 'down',
    summary: 'Stop the background Toolyard that "serve --shared" started',
    yes: false,
    define: (command) => void command.option('--json', 'Print JSON'),
    run: async (command, context) => (await import('./commands/down.ts')).runDown(command.optsWithGlobals(), context),
  },
  {
    name: 'status',
    summary: 'Show each server: its state, tools and failures',
    define: (command) =>
      void command
        .option('--wait <ms>', 'Time to wait for servers that are starting (default: listWaitMs)', parseMs)
        .option('--json', 'Print JSON'),
    run: async (command, context) =>
      (await import('./commands/status.ts')).runStatus(command.optsWithGlobals(), context),
  },
  {
    name: 'tools',
    summary: 'List the tools of all servers',
    define: (command) =>
      void command
        .option('--server <key>', 'Only list the tools of this server')
        .option('--search <words>', 'Only list tools whose id, title or description contains all these words')
        .option('--wait <ms>', 'Time to wait for servers that are starting (default: 30000)', parseMs)
        .option('--json', 'Print JSON'),
    run: async (command, context) => (await import('./commands/tools.ts')).runTools(command.optsWithGlobals(), context),
  },
  {
    name: 'call',
    summary: 'Call a tool and print its result',
    define: (command) =>
      void command
        .configureOutput({ outputError: (text, write) => write(text + hintAtArgument(text)) })
        .argument('<tool>', 'KEY:TOOL, the name that clients see, or a tool name that only one server has')
        .argument('[arguments...]', "name=value, converted by the tool's schema, or name:=JSON")
        .option('--args <json>', 'Arguments as a JSON object; name=value overrides them')
        .option('--timeout <ms>', 'Time limit of the call (default: timeoutMs)', parseMs)
        .option(
          '--wait <ms>',
          'Time to wait for servers that are starting (default: 30000; a named server: until it runs or has failed)',
          parseMs,
        )
        .option('--out <folder>', 'Folder for images and other files (default: the working directory)')
        .option('--json', 'Print the raw result'),
    run: async (command, context) => {
      const [tool = '', ...words] = command.args;
      return (await import('./commands/call.ts')).runCall({ ...command.optsWithGlobals(), tool, words }, context);
    },
  },
  {
    name: 'run',
    summary: 'Run the tool blocks in Markdown files and print the files with the results',
    define: defineRun,
    run: async (command, context) =>
      (await import('./commands/run.ts')).runRun({ ...command.optsWithGlobals(), files: command.args }, context),
  },
  ASK,
  {
    name: 'enable',
    summary: 'Enable a server until its entry in the configuration changes, and retry it if it was auto-disabled',
    define: defineSwitch,
    run: (command, context) => runSwitch(command, context, true),
  },
  {
    name: 'disable',
    summary: 'Disable a server until its entry in the configuration changes',
    define: defineSwitch,
    run: (command, context) => runSwitch(command, context, false),
  },
  {
    name: 'logs',
    summary: 'Show the log of all servers or of one',
    yes: false,
    define: (command) =>
      void command
        .argument('[key]', 'Key of the server')
        .option('--follow', 'Keep printing new lines')
        .option('--tail <lines>', 'Number of lines to show from the end of the log', parseCount)
        .addOption(
          new Option('--level <level>', 'Lowest level to show (default: info; with --debug: debug)').choices([
            'debug',
            'info',
            'warning',
            'error',
          ]),
        )
        .option('--json', 'Print one JSON object per line'),
    run: async (command, context) => {
      const [key] = command.args;
      const options = { ...command.optsWithGlobals(), ...(key === undefined ? {} : { key }) };
      return (await import('./commands/logs.ts')).runLogs(options, context);
    },
  },
  {
    name: 'calls',
    summary: 'Show calls: waiting, running, ended and refused',
    yes: false,
    define: (command) =>
      void command
        .addArgument(
          new Argument('[action]', 'stop: end all calls and refuse new ones; resume: accept calls again').choices(
            CALLS_ACTIONS,
          ),
        )
        .option('--follow', 'Keep printing changes')
        .option('--server <key>', 'Only show calls to this server')
        .option('--limit <n>', 'Maximum number of ended calls to show (default: 20; with --json: all)', parseNumber)
        .option('--arguments', 'Also show what the tools were given')
        .option('--json', 'Print JSON; with --follow, one call per line'),
    run: async (command, context) => {
      const action = CALLS_ACTIONS.find((each) => each === command.args[0]);
      return (await import('./commands/calls.ts')).runCalls({ ...command.optsWithGlobals(), action }, context);
    },
  },
  {
    name: 'test',
    summary: 'Connect to a server, list what it offers and disconnect',
    define: (command) =>
      void command
        .argument('<key>', 'Key of the server')
        .option('--timeout <ms>', 'Time limit of the test (default: startTimeoutMs)', parseMs)
        .option('--json', 'Print JSON'),
    run: async (command, context) =>
      (await import('./commands/test.ts')).runTest(
        { ...command.optsWithGlobals(), key: command.args[0] ?? '' },
        context,
      ),
  },
  {
    name: 'approve',
    summary: 'Show what the configuration file in the working directory would start, and approve it',
    define: (command) => void defineFound(command).option('--json', 'Print JSON'),
    run: async (command, context) =>
      (await import('./commands/approve.ts')).runApprove(command.optsWithGlobals(), context),
  },
  APPROVALS,
  {
    name: 'add',
    summary: 'Add a server to your configuration file: a command, a URL or a Docker image',
    yes: false,
    define: (command) =>
      void command
        .usage('[options] <key> -- <command...>')
        .argument('<key>', 'Key of the new server')
        .argument(
          '[command...]',
          'After --: the command that starts the server, or with --docker the arguments of the container',
        )
        .option('--url <url>', 'Connect to a server at this URL')
        .option('--header <name=value>', 'With --url: send this header with every request (repeatable)', collect)
        .option('--docker <image>', 'Run the server in a container of this image')
        .addOption(new Option('--builtin <name>', 'Use a server that comes with Toolyard').choices(['tasks']))
        .option('--env <name=value>', 'Set an environment variable of the server (repeatable)', collect)
        .option('--force', 'Replace a server that has the same key')
        .option('--json', 'Print JSON'),
    run: async (command, context) => {
      const [key = '', ...words] = command.args;
      return (await import('./commands/add.ts')).runAdd({ ...command.optsWithGlobals(), key, words }, context);
    },
  },
  {
    name: 'remove',
    summary: 'Remove a server from your configuration file',
    yes: false,
    define: defineSwitch,
    run: async (command, context) =>
      (await import('./commands/remove.ts')).runRemove(
        { ...command.optsWithGlobals(), key: command.args[0] ?? '' },
        context,
      ),
  },
  {
    name: 'import',
    summary: "Find servers in your clients' files and add the ones you choose to your configuration file",
    yes: false,
    define: (command) =>
      void command
        .argument('[keys...]', 'Servers to add: KEY, or CLIENT/KEY if clients have different servers under one key')
        .addOption(new Option('--from <client>', 'Only look at this client').choices(CLIENTS))
        .option('--all', 'Add every new server')
        .option('--json', 'Print JSON'),
    run: async (command, context) =>
      (await import('./commands/import.ts')).runImport({ ...command.optsWithGlobals(), keys: command.args }, context),
  },
  {
    name: 'connect',
    summary: "Show the change, ask, and add Toolyard to a client's configuration file",
    yes: CHANGES_UNASKED,
    define: defineClient,
    run: async (command, context) =>
      (await import('./commands/connect.ts')).runConnect(toClientOptions(command), context),
  },
  {
    name: 'disconnect',
    summary: "Remove Toolyard from a client's configuration file and restore what was there before",
    yes: CHANGES_UNASKED,
    define: defineClient,
    run: async (command, context) =>
      (await import('./commands/disconnect.ts')).runDisconnect(toClientOptions(command), context),
  },
  {
    name: 'doctor',
    summary: 'Check the configuration and this machine, and say how to fix what is wrong',
    yes: false,
    define: (command) => void command.option('--json', 'Print JSON'),
    run: async (command, context) =>
      (await import('./commands/doctor.ts')).runDoctor(command.optsWithGlobals(), context),
  },
  {
    name: 'tasks',
    summary: 'Run the task backend and its MCP server',
    commands: [
      {
        name: 'serve',
        summary: 'Run the task backend over HTTP, on PostgreSQL (DATABASE_URL) or an embedded database',
        yes: false,
        define: (command) =>
          void command
            .option('--port <port>', 'Port to listen on; 0 picks a free one (default: 8000)', toPort)
            .option('--host <host>', 'Address to listen on (default: 127.0.0.1)'),
        run: async (command, context) =>
          (await import('./commands/tasks-serve.ts')).runTasksServe(command.opts(), context),
      },
      {
        name: 'mcp',
        summary: 'Serve the task tools over stdio, backed by the task backend at BACKEND_BASE_URL',
        yes: false,
        define: (command) =>
          void command.option('--http', 'Serve HTTP on 127.0.0.1 and MCP_SERVER_PORT (default: 3000) instead of stdio'),
        run: async (command, context) => (await import('./commands/tasks-mcp.ts')).runTasksMcp(command.opts(), context),
      },
      {
        name: 'migrate',
        summary: 'Apply pending migrations to the database',
        yes: false,
        define: (command) => void command.option('--json', 'Print JSON'),
        run: async (command, context) =>
          (await import('./commands/tasks-migrate.ts')).runTasksMigrate(command.opts(), context),
      },
      {
        name: 'token',
        summary: 'Create, list or revoke personal tokens for the task backend',
        yes: false,
        define: (command) =>
          void command
            .argument('<user>', 'User who owns the token')
            .option('--name <name>', 'Name of the new token (default: command line)')
            .option('--read-only', 'Create a token that can only read')
            .option('--list', "List the user's tokens by their hashes")
            .option('--revoke <hash>', 'Revoke the token whose hash starts with this')
            .option('--json', 'Print JSON'),
        run: async (command, context) =>
          (await import('./commands/tasks-token.ts')).runTasksToken(
            { ...command.opts(), user: command.args[0] ?? '' },
            context,
          ),
      },
    ],
  },
  HOOKS_COMMANDS,
  {
    name: 'completion',
    summary: 'Print a completion script for your shell',
    yes: false,
    define: (command) => void command.addArgument(new Argument('<shell>', 'Your shell').choices(SHELLS)),
    run: async (command, context) =>
      (await import('./commands/completion.ts')).runCompletion(
        SHELLS.find((shell) => shell === command.args[0]) ?? 'bash',
        context,
      ),
  },
  {
    name: COMPLETE_COMMAND,
    hidden: true,
    summary: 'Print completions for a shell',
    define: (command) => void command.argument('[words...]', 'Words so far, the last one unfinished'),
    run: async (command, context) =>
      (await import('./commands/complete.ts')).runComplete(command.args, COMMANDS, context),
  },
  {
    name: BACKGROUND_COMMAND,
    hidden: true,
    summary: 'Run the background Toolyard of "serve --shared"',
    define: (command) => void defineFound(command),
    run: async (command, context) =>
      (await import('./commands/background.ts')).runBackground(command.optsWithGlobals(), context),
  },
];

function defineSwitch(command: Command): void {
  command.argument('<key>', 'Key of the server').option('--json', 'Print JSON');
}

function defineRun(command: Command): void {
  command
    .argument('<files...>', 'Markdown files, folders, or patterns such as "docs/**/*.md"')
    .option('--write', 'Write the results into the files instead of printing them')
    .option('--check', 'List the blocks and what would run, without calling a tool')
    .option('--line <n>', 'Only run the block at this line', parseNumber)
    .option('--section <heading>', 'Only run the blocks of this section')
    .option('--force', 'Replace output that was edited by hand')
    .option('--watch', 'Keep running: each time a file is saved, run its new and changed blocks')
    .option(
      '--session-limit <n>',
      'Maximum number of calls for one file; -1 for no limit (default: sessionLimit)',
      parseLimit,
    )
    .option('--concurrency <n>', 'Maximum number of blocks to run at once; -1 for no limit (default: -1)', parseLimit)
    .addOption(
      new Option(
        '--fail-on <what>',
        'Exit with code 1 if a block failed (error), also if a result was not written (any), or never (default: error)',
      ).choices(['error', 'any', 'never']),
    )
    .option('--json', 'Print the outcome of each block as JSON');
}

async function runSwitch(command: Command, context: CommandContext, enabled: boolean): Promise<number> {
  const options = { ...command.optsWithGlobals(), key: command.args[0] ?? '', enabled };
  return (await import('./commands/switch.ts')).runSwitch(options, context);
}

function defineClient(command: Command): void {
  command
    .addArgument(new Argument('<client>', 'Client to change').choices(CLIENTS))
    .option('--project', 'Change the file in the working directory, which everyone who works there uses')
    .option('--json', 'Print JSON');
}

function toClientOptions(command: Command): ClientFileOptions {
  const client = CLIENTS.find((name) => name === command.args[0]) ?? 'claude-desktop';
  return { ...command.optsWithGlobals(), client };
}
