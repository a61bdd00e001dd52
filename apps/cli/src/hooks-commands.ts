import { type Command, Option } from 'commander';
import type { RunStatus } from '@toolyard/hooks';
import type { CommandGroup } from './command-entry.ts';
import { parseCount } from './parse-option.ts';

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

/** `toolyard hooks`: tools that run when something happens. */
export const HOOKS_COMMANDS: CommandGroup = {
  name: 'hooks',
  summary: 'run tools when something happens: a file is saved, a commit is made, another hook ends',
  commands: [
    {
      name: 'watch',
      summary: 'notice what happens to files and in git, and run the hooks that wait for it, until Ctrl-C',
      yes: 'approve the hooks that are there now, and a configuration found in the working directory',
      define: (command) => void defineHooks(command).option('--json', 'print one JSON object a line'),
      run: async (command, host) =>
        (await import('./commands/hooks-watch.ts')).runHooksWatch(command.optsWithGlobals(), host),
    },
    {
      name: 'fire',
      summary: 'enter an event, and print what ran because of it or why nothing did',
      define: (command) =>
        void defineEvent(command)
          .option('--no-wait', 'leave the runs to the Toolyard that runs the hooks already, if one does')
          .option('--json', 'print JSON'),
      run: async (command, host) => {
        const options = { ...command.optsWithGlobals(), event: command.args[0] ?? '' };
        return (await import('./commands/hooks-fire.ts')).runHooksFire(options, host);
      },
    },
    {
      name: 'run',
      summary: 'run one hook now, whatever it waits for, and print its result',
      yes: 'approve the hook, and a configuration found in the working directory',
      define: (command) =>
        void defineData(defineHooks(command).argument('<hook>', 'its id'))
          .option('--dry-run', 'show what it would be given and what is wrong with that; nothing is called')
          .option('--json', 'print JSON'),
      run: async (command, host) => {
        const options = { ...command.optsWithGlobals(), id: command.args[0] ?? '' };
        return (await import('./commands/hooks-run.ts')).runHooksRun(options, host);
      },
    },
    {
      name: 'replay',
      summary: 'run the hook of a run once more, for the event that it had',
      yes: 'approve the hook, and a configuration found in the working directory',
      define: (command) =>
        void defineHooks(command)
          .argument('<run>', 'the id of the run, the beginning of it, or "last"')
          .option('--json', 'print JSON'),
      run: async (command, host) => {
        const options = { ...command.optsWithGlobals(), run: command.args[0] ?? '' };
        return (await import('./commands/hooks-replay.ts')).runHooksReplay(options, host);
      },
    },
    {
      name: 'list',
      summary: 'show the hooks, whether they may run, and how they last ended',
      define: (command) => void defineHooks(command).option('--json', 'print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-list.ts')).runHooksList(command.optsWithGlobals(), host),
    },
    {
      name: 'check',
      summary: 'say what is wrong with the hooks: their files, servers, tools and parameters',
      define: (command) => void defineHooks(command).option('--json', 'print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-check.ts')).runHooksCheck(command.optsWithGlobals(), host),
    },
    {
      name: 'why',
      summary: 'say which hooks an event would set off, with which arguments, and why the others not',
      define: (command) => void defineEvent(command).option('--json', 'print JSON'),
      run: async (command, host) => {
        const options = { ...command.optsWithGlobals(), event: command.args[0] ?? '' };
        return (await import('./commands/hooks-why.ts')).runHooksWhy(options, host);
      },
    },
    {
      name: 'log',
      summary: 'show what ran, and what did not and why; one run in full where it is named',
      define: defineLog,
      run: async (command, host) => {
        const [run] = command.args;
        const options = { ...command.optsWithGlobals(), ...(run === undefined ? {} : { run }) };
        return (await import('./commands/hooks-log.ts')).runHooksLog(options, host);
      },
    },
    {
      name: 'approve',
      summary: 'show exactly what the hooks of the workspace would run, and approve them',
      yes: 'approve without asking',
      define: (command) =>
        void defineHooks(command)
          .argument('[hooks...]', 'their ids (default: all that are not approved)')
          .option('--json', 'print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-approve.ts')).runHooksApprove(
          { ...command.optsWithGlobals(), ids: command.args },
          host,
        ),
    },
    {
      name: 'export',
      summary: 'print hooks without secrets, as a file that others can import',
      define: (command) =>
        void defineHooks(command)
          .argument('[hooks...]', 'their ids (default: all of the workspace)')
          .option('--out <file>', 'write a new file instead of printing')
          .option('--json', 'print as JSON what was written; without --out it is JSON in any case'),
      run: async (command, host) =>
        (await import('./commands/hooks-export.ts')).runHooksExport(
          { ...command.optsWithGlobals(), ids: command.args },
          host,
        ),
    },
    {
      name: 'import',
      summary: 'add the hooks of a file to those of the workspace, or to your own',
      yes: 'add them without asking',
      define: (command) =>
        void defineHooks(command)
          .argument('<file>', 'what "toolyard hooks export" printed, or any hooks file')
          .option('--user', 'add them to your own hooks, which run in every workspace')
          .option('--json', 'print JSON'),
      run: async (command, host) =>
        (await import('./commands/hooks-import.ts')).runHooksImport(
          { ...command.optsWithGlobals(), from: command.args[0] ?? '' },
          host,
        ),
    },
  ],
};

function defineHooks(command: Command): Command {
  return command.option('--workspace <folder>', 'the workspace (default: found from the working directory)');
}

function defineEvent(command: Command): Command {
  return defineData(defineHooks(command).argument('<event>', 'the name of the event, such as file.saved'));
}

function defineData(command: Command): Command {
  return command.option('--data <name=value...>', 'values of the event; name:=JSON gives any value');
}

function defineLog(command: Command): void {
  defineHooks(command)
    .argument('[run]', 'a run to show in full: its id, the beginning of it, or "last"')
    .option('--hook <id>', 'only runs of this hook')
    .addOption(new Option('--status <status>', 'only runs that ended so').choices(STATUSES))
    .option('--tail <runs>', 'only the last ones', parseCount)
    .option('--follow', 'go on with the runs that come, until Ctrl-C')
    .option('--json', 'print one JSON object a line');
}
