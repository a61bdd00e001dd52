import { Argument, type Command, Option } from 'commander';
import type { RunStatus } from '@toolyard/hooks';
import { WEBHOOK_PORT } from '@toolyard/host/http';
import type { CommandGroup } from './command-entry.ts';
import { parseCount, toPort } from './parse-option.ts';

// The package itself is only loaded by the commands.
const STATUSES: readonly RunStatus[] = [
  'success',
  'error',
  'timeout',
  'cancelled',
  'interrupted',
  'skipped',
  'refused',
];

const EVENT_FILE = 'File with the event: JSON, or a record of "hooks log --json"; "-" is stdin';

/** The options of `hooks why` as they are typed, where `--event` is a file and the argument a name. */
interface WhyWords {
  readonly event?: string;
}

const SERVICE_ACTIONS = ['install', 'uninstall'] as const;

/** `toolyard hooks`: tools that run when something happens. */
export const HOOKS_COMMANDS: CommandGroup = {
  name: 'hooks',
  summary:
    'Run tools, git, GitHub or an agent when something happens: a file is saved, a commit is made, a time has come',
  commands: [
    {
      name: 'watch',
      summary: 'Watch files, git and the clock, and run the hooks that match',
      yes: 'Approve the current hooks, and a configuration file found in the working directory',
      define: (command) =>
        void defineHooks(command)
          .option(
            '--webhooks [port]',
            `Serve webhooks on this port of 127.0.0.1; 0 picks a free one (default port: ${WEBHOOK_PORT})`,
            toPort,
          )
          .option('--json', 'Print one JSON object per line'),
      run: async (command, host) =>
        (await import('./commands/hooks-watch.ts')).runHooksWatch(command.optsWithGlobals(), host),
    },
    {
      name: 'fire',
      summary: 'Fire an event; print which hooks ran, or why none did',
      define: (command) =>
        void defineEvent(command)
          .option('--no-wait', 'Leave the event to the Toolyard that runs the hooks now, or to the next one')
          .option('--from-git', 'With --no-wait: take the event from git\'s log (used by "toolyard hooks install")')
          .option('--json', 'Print JSON'),
      run: async (command, host) => {
        const options = { ...command.optsWithGlobals(), event: command.args[0] ?? '' };
        return (await import('./commands/hooks-fire.ts')).runHooksFire(options, host);
      },
    },
    {
      name: 'install',
      summary: 'Install git hooks that tell Toolyard of commits, checkouts and pushes at once',
      yes: 'Also install into a folder of git hooks that is part of the project',
      define: (command) => void defineHooks(command).option('--json', 'Print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-install.ts')).runHooksInstall(command.optsWithGlobals(), host),
    },
    {
      name: 'uninstall',
      summary: 'Remove the git hooks of Toolyard, and restore what was there before',
      yes: false,
      define: (command) => void defineHooks(command).option('--json', 'Print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-uninstall.ts')).runHooksUninstall(command.optsWithGlobals(), host),
    },
    {
      name: 'exec',
      summary: 'Run a command, and tell the hooks how it ended (task.ended)',
      define: (command) =>
        void defineHooks(command)
          .usage('[options] -- <command...>')
          .argument('<command...>', 'Command to run, with its arguments')
          .option('--name <name>', 'Name of the task (default: the command up to its first option)')
          .passThroughOptions(),
      run: async (command, host) => {
        const options = { ...command.optsWithGlobals(), words: command.args };
        return (await import('./commands/hooks-exec.ts')).runHooksExec(options, host);
      },
    },
    {
      name: 'run',
      summary: 'Run a hook now, whatever its trigger, and print the result',
      yes: 'Approve the hook, and a configuration file found in the working directory',
      define: (command) =>
        void defineData(defineHooks(command).argument('<hook>', 'Id of the hook'))
          .option('--event <file>', EVENT_FILE)
          .option('--dry-run', 'Show what the hook would do and any problems with it, and do nothing')
          .option('--json', 'Print JSON'),
      run: async (command, host) => {
        const options = { ...command.optsWithGlobals(), id: command.args[0] ?? '' };
        return (await import('./commands/hooks-run.ts')).runHooksRun(options, host);
      },
    },
    {
      name: 'replay',
      summary: 'Run a hook again with the event of an earlier run',
      yes: 'Approve the hook, and a configuration file found in the working directory',
      define: (command) =>
        void defineHooks(command)
          .argument('<run>', 'Id of the run, the start of an id, or "last"')
          .option('--json', 'Print JSON'),
      run: async (command, host) => {
        const options = { ...command.optsWithGlobals(), run: command.args[0] ?? '' };
        return (await import('./commands/hooks-replay.ts')).runHooksReplay(options, host);
      },
    },
    {
      name: 'list',
      summary: 'List the hooks, whether they may run, and how their last run ended',
      yes: false,
      define: (command) => void defineGroup(defineHooks(command)).option('--json', 'Print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-list.ts')).runHooksList(command.optsWithGlobals(), host),
    },
    {
      name: 'check',
      summary: 'Check the hooks: their files, servers, tools and parameters',
      define: (command) => void defineGroup(defineHooks(command)).option('--json', 'Print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-check.ts')).runHooksCheck(command.optsWithGlobals(), host),
    },
    {
      name: 'servers',
      summary:
        'List the servers that hooks can use, also those of VS Code, Copilot and Claude; or show the tools of one',
      yes: false,
      define: (command) =>
        void defineHooks(command)
          .argument('[server]', 'Server whose tools to show')
          .option('--refresh', 'Look again, even if the last result is less than 5 minutes old')
          .option('--json', 'Print JSON'),
      run: async (command, host) => {
        const [server] = command.args;
        const options = { ...command.optsWithGlobals(), ...(server === undefined ? {} : { server }) };
        return (await import('./commands/hooks-servers.ts')).runHooksServers(options, host);
      },
    },
    {
      name: 'why',
      summary: 'Explain which hooks an event would run, with which arguments, and why the others would not run',
      yes: false,
      define: (command) =>
        void defineData(defineHooks(command).argument('[event]', 'Name of the event, such as file.saved'))
          .option('--event <file>', EVENT_FILE)
          .option('--json', 'Print JSON'),
      run: async (command, host) => {
        const { event: file, ...rest }: WhyWords = command.optsWithGlobals();
        const [event] = command.args;
        const options = { ...rest, ...(event !== undefined && { event }), ...(file !== undefined && { file }) };
        return (await import('./commands/hooks-why.ts')).runHooksWhy(options, host);
      },
    },
    {
      name: 'log',
      summary: 'Show which hooks ran, which did not and why; or show one run in full',
      yes: false,
      define: defineLog,
      run: async (command, host) => {
        const [run] = command.args;
        const options = { ...command.optsWithGlobals(), ...(run === undefined ? {} : { run }) };
        return (await import('./commands/hooks-log.ts')).runHooksLog(options, host);
      },
    },
    {
      name: 'approve',
      summary: 'Show exactly what the hooks of the workspace would run, and approve them',
      yes: 'Approve without asking',
      define: (command) =>
        void defineGroup(defineHooks(command))
          .argument('[hooks...]', 'Ids of the hooks (default: all that are not approved)')
          .option('--json', 'Print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-approve.ts')).runHooksApprove(
          { ...command.optsWithGlobals(), ids: command.args },
          host,
        ),
    },
    {
      name: 'export',
      summary: 'Print hooks without secrets, as a file that others can import',
      yes: false,
      define: (command) =>
        void defineGroup(defineHooks(command))
          .argument('[hooks...]', 'Ids of the hooks (default: all of the workspace)')
          .option('--out <file>', 'Write to this new file instead of stdout')
          .option('--json', 'With --out: print what was written as JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-export.ts')).runHooksExport(
          { ...command.optsWithGlobals(), ids: command.args },
          host,
        ),
    },
    {
      name: 'import',
      summary: 'Add the hooks of a file to the workspace or to your own hooks',
      yes: 'Add them without asking',
      define: (command) =>
        void defineHooks(command)
          .argument('<file>', 'Output of "toolyard hooks export", or any hooks file')
          .option('--user', 'Add them to your own hooks, which run in every workspace')
          .option('--json', 'Print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-import.ts')).runHooksImport(
          { ...command.optsWithGlobals(), from: command.args[0] ?? '' },
          host,
        ),
    },
    {
      name: 'service',
      summary: 'Have systemd or launchd keep "toolyard hooks watch" running for the workspace, or no longer',
      yes: 'Do it without asking',
      define: (command) =>
        void defineHooks(command)
          .addArgument(new Argument('<action>', 'What to do').choices(SERVICE_ACTIONS))
          .option('--name <name>', 'Name of the service (default: made from the workspace)')
          .option('--webhooks [port]', `Have the watch serve webhooks too (default port: ${WEBHOOK_PORT})`, toPort)
          .option('--dry-run', 'Print the file and the commands without changing anything')
          .option('--json', 'Print JSON'),
      run: async (command, host) => {
        const action = command.args[0] === 'install' ? 'install' : 'uninstall';
        return (await import('./commands/hooks-service.ts')).runHooksService(
          { ...command.optsWithGlobals(), action },
          host,
        );
      },
    },
  ],
};

function defineHooks(command: Command): Command {
  return command.option('--workspace <folder>', 'Folder of the workspace (default: found from the working directory)');
}

function defineGroup(command: Command): Command {
  return command.option('--group <name>', 'Only the hooks of this group');
}

function defineEvent(command: Command): Command {
  return defineData(defineHooks(command).argument('<event>', 'Name of the event, such as file.saved'));
}

function defineData(command: Command): Command {
  return command.option('--data <name=value...>', 'Values of the event, as name=value or name:=JSON');
}

function defineLog(command: Command): void {
  defineHooks(command)
    .argument('[run]', 'Run to show in full: its id, the start of the id, or "last"')
    .option('--hook <id>', 'Only show runs of this hook')
    .option('--group <name>', 'Only show runs of hooks that were in this group')
    .addOption(new Option('--status <status>', 'Only show runs with this status').choices(STATUSES))
    .option('--tail <runs>', 'Number of runs to show from the end of the log', parseCount)
    .option('--follow', 'Keep printing new runs')
    .option('--json', 'Print one JSON object per line');
}
