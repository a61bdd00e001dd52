import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { hintAtArgument } from './call/hint-at-argument.ts';
import { CLIENTS } from './clients/locate-client-files.ts';
import { COMPLETE_COMMAND, SHELLS } from './completion/completion-shells.ts';
import type { ClientFileOptions } from './clients/open-client.ts';
import { DEFAULT_ADDRESS } from '@toolyard/host/http';
import { parsePort } from './http/parse-address.ts';
import { HOOKS_COMMANDS } from './hooks-commands.ts';
import { collect, parseCount, parseLimit, parseMs, parseNumber } from './parse-option.ts';
import { BACKGROUND_COMMAND } from './host/background-command.ts';
import type { CommandContext } from './terminal/command-context.ts';
import type { CommandEntry, CommandGroup } from './command-entry.ts';
import { defineFound, defineHttp, SERVE } from './serve-entry.ts';

const CALLS_ACTIONS = ['stop', 'resume'] as const;

const CHANGES_UNASKED = "change the client's file without asking; approves nothing";

/**
 * All commands, in the order in which the help shows them. Each is loaded when it is used: a client waits for `serve`,
 * and should not wait for the others.
 */
export const COMMANDS: readonly (CommandEntry | CommandGroup)[] = [
  {
    name: 'up',
    summary: 'run the servers of the configuration, serve them over HTTP and show what happens, until Ctrl-C',
    define: (command) =>
      void defineHttp(
        command
          .option('--port <port>', `the port for HTTP (default: ${DEFAULT_ADDRESS.port}; 0 takes a free one)`, toPort)
          .option('--host <host>', `the address for HTTP (default: ${DEFAULT_ADDRESS.host})`)
          .option('--end-with-parent', 'end when the process that started it ends, as "npm start" wants it'),
      ),
    run: async (command, context) => (await import('./commands/up.ts')).runUp(command.optsWithGlobals(), context),
  },
  SERVE,
  {
    name: 'down',
    summary: 'end the Toolyard that "serve --shared" started in the background on this configuration',
    define: (command) => void command.option('--json', 'print JSON'),
    run: async (command, context) => (await import('./commands/down.ts')).runDown(command.optsWithGlobals(), context),
  },
  {
    name: 'status',
    summary: 'show the servers: state, tools, failures and why',
    define: (command) =>
      void command
        .option('--wait <ms>', 'how long to wait for servers that are starting (default: listWaitMs)', parseMs)
        .option('--json', 'print JSON'),
    run: async (command, context) =>
      (await import('./commands/status.ts')).runStatus(command.optsWithGlobals(), context),
  },
  {
    name: 'tools',
    summary: 'list the tools of all servers',
    define: (command) =>
      void command
        .option('--server <key>', 'only the tools of this server')
        .option('--search <words>', 'only tools whose id, title or description has all these words')
        .option('--wait <ms>', 'how long to wait for servers that are starting (default: 30000)', parseMs)
        .option('--json', 'print JSON'),
    run: async (command, context) => (await import('./commands/tools.ts')).runTools(command.optsWithGlobals(), context),
  },
  {
    name: 'call',
    summary: 'call one tool and print its result',
    define: (command) =>
      void command
        .configureOutput({ outputError: (text, write) => write(text + hintAtArgument(text)) })
        .argument('<tool>', 'KEY:TOOL, an exposed name, or a name that only one tool has')
        .argument('[arguments...]', "name=value, read by the tool's schema; name:=JSON gives any value")
        .option('--args <json>', 'the arguments as a JSON object; name=value wins over it')
        .option('--timeout <ms>', 'the most time the call may take', parseMs)
        .option('--wait <ms>', 'how long to wait for servers that are starting', parseMs)
        .option('--out <folder>', 'where images and other files go (default: the working directory)')
        .option('--json', 'print the raw result'),
    run: async (command, context) => {
      const [tool = '', ...words] = command.args;
      return (await import('./commands/call.ts')).runCall({ ...command.optsWithGlobals(), tool, words }, context);
    },
  },
  {
    name: 'run',
    summary: 'run the tool blocks of Markdown files, and print the files with the results',
    define: defineRun,
    run: async (command, context) =>
      (await import('./commands/run.ts')).runRun({ ...command.optsWithGlobals(), files: command.args }, context),
  },
  {
    name: 'enable',
    summary: 'switch a server on, until its entry in the configuration changes; one that was given up is tried again',
    define: defineSwitch,
    run: (command, context) => runSwitch(command, context, true),
  },
  {
    name: 'disable',
    summary: 'switch a server off, until its entry in the configuration changes',
    define: defineSwitch,
    run: (command, context) => runSwitch(command, context, false),
  },
  {
    name: 'logs',
    summary: 'show the log of all servers, or of one',
    define: (command) =>
      void command
        .argument('[key]', 'the server')
        .option('--follow', 'go on with the lines that come, until Ctrl-C')
        .option('--tail <lines>', 'only the last lines', parseCount)
        .addOption(
          new Option(
            '--level <level>',
            'only lines that matter this much (default: info; with --debug: debug)',
          ).choices(['debug', 'info', 'warning', 'error']),
        )
        .option('--json', 'print one JSON object a line'),
    run: async (command, context) => {
      const [key] = command.args;
      const options = { ...command.optsWithGlobals(), ...(key === undefined ? {} : { key }) };
      return (await import('./commands/logs.ts')).runLogs(options, context);
    },
  },
  {
    name: 'calls',
    summary: 'show the calls of the running Toolyard: those that wait or run, and the last that ended or were refused',
    define: (command) =>
      void command
        .addArgument(
          new Argument('[action]', 'stop: end all calls and refuse new ones; resume: take calls again').choices(
            CALLS_ACTIONS,
          ),
        )
        .option('--follow', 'go on with what changes, until Ctrl-C')
        .option('--server <key>', 'only the calls of this server')
        .option('--limit <n>', 'the most ended calls (default: 20; with --json all that are known)', parseNumber)
        .option('--json', 'print JSON; with --follow one call a line'),
    run: async (command, context) => {
      const action = CALLS_ACTIONS.find((each) => each === command.args[0]);
      return (await import('./commands/calls.ts')).runCalls({ ...command.optsWithGlobals(), action }, context);
    },
  },
  {
    name: 'test',
    summary: 'connect to a server, list what it offers, disconnect, and say what failed',
    define: (command) =>
      void command
        .argument('<key>', 'the server')
        .option('--timeout <ms>', 'the most time it may take (default: startTimeoutMs)', parseMs)
        .option('--json', 'print JSON'),
    run: async (command, context) =>
      (await import('./commands/test.ts')).runTest(
        { ...command.optsWithGlobals(), key: command.args[0] ?? '' },
        context,
      ),
  },
  {
    name: 'approve',
    summary: 'show what the configuration in the working directory would start, and approve it',
    define: (command) => void defineFound(command).option('--json', 'print JSON'),
    run: async (command, context) =>
      (await import('./commands/approve.ts')).runApprove(command.optsWithGlobals(), context),
  },
  {
    name: 'add',
    summary: "add a server to Toolyard's own file: a command, a URL or a Docker image",
    define: (command) =>
      void command
        .usage('[options] <key> -- <command...>')
        .argument('<key>', 'what the server is called')
        .argument('[command...]', 'after --, the command that starts it; with --docker what the container is given')
        .option('--url <url>', 'a server that runs elsewhere')
        .option('--header <name=value>', 'with --url: a header of every request; can be repeated', collect)
        .option('--docker <image>', 'a server in a container of this image')
        .addOption(new Option('--builtin <name>', 'a server that is part of Toolyard').choices(['tasks']))
        .option('--env <name=value>', 'a variable of its environment; can be repeated', collect)
        .option('--force', 'take the place of a server with the same key')
        .option('--json', 'print JSON'),
    run: async (command, context) => {
      const [key = '', ...words] = command.args;
      return (await import('./commands/add.ts')).runAdd({ ...command.optsWithGlobals(), key, words }, context);
    },
  },
  {
    name: 'remove',
    summary: "take a server out of Toolyard's own file",
    define: defineSwitch,
    run: async (command, context) =>
      (await import('./commands/remove.ts')).runRemove(
        { ...command.optsWithGlobals(), key: command.args[0] ?? '' },
        context,
      ),
  },
  {
    name: 'import',
    summary: "show the servers in the clients' files, and add the chosen ones to Toolyard's own",
    define: (command) =>
      void command
        .argument('[keys...]', 'what to add: KEY, or CLIENT/KEY where clients have different ones')
        .addOption(new Option('--from <client>', 'only from this client').choices(CLIENTS))
        .option('--all', 'add every server that is new')
        .option('--json', 'print JSON'),
    run: async (command, context) =>
      (await import('./commands/import.ts')).runImport({ ...command.optsWithGlobals(), keys: command.args }, context),
  },
  {
    name: 'connect',
    summary: "put Toolyard into a client's file, after showing the difference",
    yes: CHANGES_UNASKED,
    define: defineClient,
    run: async (command, context) =>
      (await import('./commands/connect.ts')).runConnect(toClientOptions(command), context),
  },
  {
    name: 'disconnect',
    summary: "take Toolyard out of a client's file, so that it is what it was before",
    yes: CHANGES_UNASKED,
    define: defineClient,
    run: async (command, context) =>
      (await import('./commands/disconnect.ts')).runDisconnect(toClientOptions(command), context),
  },
  {
    name: 'doctor',
    summary: 'look at everything that Toolyard needs here, and say what is wrong and what to do',
    define: (command) => void command.option('--json', 'print JSON'),
    run: async (command, context) =>
      (await import('./commands/doctor.ts')).runDoctor(command.optsWithGlobals(), context),
  },
  {
    name: 'tasks',
    summary: 'the task backend, and its tools as an MCP server',
    commands: [
      {
        name: 'serve',
        summary: 'run the task backend over HTTP, on the database of DATABASE_URL or an embedded one, until Ctrl-C',
        define: (command) =>
          void command
            .option('--port <port>', 'the port (default: 8000; 0 takes a free one)', toPort)
            .option('--host <host>', 'the address (default: 127.0.0.1)'),
        run: async (command, context) =>
          (await import('./commands/tasks-serve.ts')).runTasksServe(command.opts(), context),
      },
      {
        name: 'mcp',
        summary: 'be an MCP server with the task tools, on stdin and stdout, at the backend of BACKEND_BASE_URL',
        define: (command) =>
          void command.option('--http', 'serve HTTP on MCP_SERVER_PORT of this machine instead (default: 3000)'),
        run: async (command, context) => (await import('./commands/tasks-mcp.ts')).runTasksMcp(command.opts(), context),
      },
      {
        name: 'migrate',
        summary: 'give the database of the task backend the form that this version wants',
        define: (command) => void command.option('--json', 'print JSON'),
        run: async (command, context) =>
          (await import('./commands/tasks-migrate.ts')).runTasksMigrate(command.opts(), context),
      },
      {
        name: 'token',
        summary: 'make a personal token for a user of the task backend, show those there are, or take one back',
        define: (command) =>
          void command
            .argument('<user>', 'whose token')
            .option('--name <name>', 'what the token is called (default: command line)')
            .option('--read-only', 'a token that can only read')
            .option('--list', 'show the tokens of the user, by their hashes')
            .option('--revoke <hash>', 'take back the token whose hash begins so')
            .option('--json', 'print JSON'),
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
    summary: 'print what a shell has to load so that it completes commands, options, keys, tool ids, hooks and events',
    define: (command) => void command.addArgument(new Argument('<shell>', 'the shell').choices(SHELLS)),
    run: async (command, context) =>
      (await import('./commands/completion.ts')).runCompletion(
        SHELLS.find((shell) => shell === command.args[0]) ?? 'bash',
        context,
      ),
  },
  {
    name: COMPLETE_COMMAND,
    hidden: true,
    summary: 'tell a shell what a word can become',
    define: (command) => void command.argument('[words...]', 'the words so far, the last one unfinished'),
    run: async (command, context) =>
      (await import('./commands/complete.ts')).runComplete(command.args, COMMANDS, context),
  },
  {
    name: BACKGROUND_COMMAND,
    hidden: true,
    summary: 'be the yard that "serve --shared" starts',
    define: (command) => void defineFound(command),
    run: async (command, context) =>
      (await import('./commands/background.ts')).runBackground(command.optsWithGlobals(), context),
  },
];

function toPort(text: string): number {
  const port = parsePort(text);
  if (port !== undefined) return port;
  throw new InvalidArgumentError('It must be a port, from 0 to 65535.');
}

function defineSwitch(command: Command): void {
  command.argument('<key>', 'the server').option('--json', 'print JSON');
}

function defineRun(command: Command): void {
  command
    .argument('<files...>', 'Markdown files, folders, or patterns such as "docs/**/*.md"')
    .option('--write', 'write the results into the files instead of printing them')
    .option('--check', 'list the blocks and what would run; no tool is called')
    .option('--line <n>', 'only the block at this line', parseNumber)
    .option('--section <heading>', 'only the blocks of this section')
    .option('--force', 'replace output that was edited by hand')
    .option('--watch', 'go on with blocks that are new or changed, each time a file is saved, until Ctrl-C')
    .option('--session-limit <n>', 'the most calls for one file; -1 is any number (default: sessionLimit)', parseLimit)
    .option('--concurrency <n>', 'the most blocks at once; -1 is any number (default)', parseLimit)
    .addOption(
      new Option('--fail-on <what>', 'when the exit code is 1 (default: error)').choices(['error', 'any', 'never']),
    )
    .option('--json', 'print what became of each block as JSON');
}

async function runSwitch(command: Command, context: CommandContext, enabled: boolean): Promise<number> {
  const options = { ...command.optsWithGlobals(), key: command.args[0] ?? '', enabled };
  return (await import('./commands/switch.ts')).runSwitch(options, context);
}

function defineClient(command: Command): void {
  command
    .addArgument(new Argument('<client>', 'the client').choices(CLIENTS))
    .option('--project', 'its file in the working directory, for all who work there')
    .option('--json', 'print JSON');
}

function toClientOptions(command: Command): ClientFileOptions {
  const client = CLIENTS.find((name) => name === command.args[0]) ?? 'claude-desktop';
  return { ...command.optsWithGlobals(), client };
}
