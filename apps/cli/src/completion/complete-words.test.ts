import { Argument, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { completeWords, type CompletedCommands } from './complete-words.ts';

const commands: CompletedCommands = [
  {
    name: 'call',
    summary: 'call one tool',
    define: (command) => void command.argument('<tool>').argument('[arguments...]').option('--timeout <ms>', 'limit'),
  },
  { name: 'tools', summary: 'list', define: (command) => void command.option('--server <key>').option('--json') },
  { name: 'test', summary: 'test', define: (command) => void command.argument('<key>') },
  { name: 'add', summary: 'add', define: (command) => void command.argument('<key>').argument('[command...]') },
  {
    name: 'connect',
    summary: 'connect',
    define: (command) => void command.addArgument(new Argument('<client>').choices(['cursor', 'vscode'])),
  },
  {
    name: 'serve',
    summary: 'serve',
    define: (command) => void command.addOption(new Option('--naming <naming>').choices(['safe', 'dot'])),
  },
  {
    name: 'hooks',
    summary: 'hooks',
    commands: [
      { name: 'approve', summary: 'approve', define: (command) => void command.argument('[hooks...]') },
      { name: 'run', summary: 'run', define: (command) => void command.argument('<hook>') },
      {
        name: 'why',
        summary: 'why',
        define: (command) => void command.argument('<event>').option('--hook <id>').option('--group <name>'),
      },
      {
        name: 'fire',
        summary: 'fire',
        define: (command) => void command.argument('<event>').option('--data <name=value...>').option('--json'),
      },
    ],
  },
  { name: 'tasks', summary: 'tasks', commands: [{ name: 'migrate', summary: 'migrate', yes: false }] },
  { name: '__hidden', summary: 'hidden', hidden: true },
];

async function complete(...words: string[]): Promise<string[]> {
  const found = await completeWords(words, {
    commands,
    known: (config = 'usual') => ({
      keys: async () => ['files', 'web', `${config}-key`, '--yes', ' --yes'],
      toolIds: async () => ['files:read', 'files:write', 'web:get', '--yes:x'],
      hookIds: async () => ['announce', 'lint', '--yes'],
      dataOf: async (event) => [`${event}=1`, 'path=', 'timing=before', 'timing=after'],
      hookGroups: async () => ['Docs', 'Releases', '--yes'],
      events: async () => ['file.saved', 'git.committed'],
    }),
  });
  return found.map(({ word }) => word);
}

describe('a word', () => {
  it.each<[string[], string[]]>([
    [[''], ['call', 'tools', 'test', 'add', 'connect', 'serve', 'hooks', 'tasks']],
    [[], ['call', 'tools', 'test', 'add', 'connect', 'serve', 'hooks', 'tasks']],
    [['t'], ['tools', 'test', 'tasks']],
    [['help', 'ca'], ['call']],
    [['tasks', ''], ['migrate']],
    [
      ['hooks', 'approve', 'announce', ''],
      ['announce', 'lint'],
    ],
    [['hooks', 'run', 'a'], ['announce']],
    [['hooks', 'run', 'announce', ''], []],
    [['hooks', 'why', 'git'], ['git.committed']],
    [['hooks', 'why', '--hook', 'l'], ['lint']],
    [
      ['hooks', 'fire', 'agent', '--data', ''],
      ['agent=1', 'path=', 'timing=before', 'timing=after'],
    ],
    [
      ['hooks', 'fire', 'agent', '--json', '--data', 'path=x', 'timing='],
      ['timing=before', 'timing=after'],
    ],
    [['hooks', 'fire', 'agent', '--data', 'path=x', 'timing=after', 'a'], ['agent=1']],
    [['hooks', 'fire', '--data', ''], []],
    [
      ['hooks', 'why', '--group', ''],
      ['Docs', 'Releases'],
    ],
    [
      ['call', 'files:'],
      ['files:read', 'files:write'],
    ],
    [['call', '--timeout', '5', 'w'], ['web:get']],
    [['call', 'files:read', ''], []],
    [
      ['test', ''],
      ['files', 'web', 'usual-key'],
    ],
    [['--config', 'c', 'test', 'c'], ['c-key']],
    [['test', '--config', 'c', 'c'], ['c-key']],
    [['test', '--config', ''], []],
    [['add', ''], []],
    [['add', 'x', '--', 'node', ''], []],
    [['tools', '--server', 'w'], ['web']],
    [
      ['tools', '--json', '--'],
      ['--server', '--config', '--yes', '--strict', '--debug', '--help'],
    ],
    [
      ['serve', '--naming', ''],
      ['safe', 'dot'],
    ],
    [['connect', 'c'], ['cursor']],
    [['nonsense', ''], []],
    [
      ['tasks', 'migrate', '-'],
      ['--config', '--strict', '--debug', '--help'],
    ],
    [['hooks', '-'], ['--help']],
    [['-'], ['--config', '--version', '--help']],
  ])('after %j becomes %j', async (words, found) => {
    expect(await complete(...words)).toEqual(found);
  });
});
