import { join } from 'node:path';
import { resolvePlaces, type ConfigurationSource } from '@toolyard/node';
import { createClientEntry, formatEntry } from '../clients/create-client-entry.ts';
import { createClientSnippets } from '../clients/create-client-snippets.ts';
import { locateTaskFolder } from '../tasks/read-task-settings.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** What is introduced. */
export interface DescribedStart {
  readonly source: ConfigurationSource;
  readonly hasServers: boolean;
  /** Where it serves HTTP. */
  readonly url: string | undefined;
  /** Clients over HTTP have to bring a token. */
  readonly wantsToken: boolean;
}

/** What `toolyard up` says first, after what it runs: one item a line. */
export function describeStart(context: CommandContext, introduced: DescribedStart): readonly string[] {
  const { source, hasServers, url } = introduced;
  const endpoint = url === undefined ? [] : [`Clients that speak HTTP connect to ${url}`];
  if (source.file === undefined)
    return [...introduceTasks(context), ...endpoint, '', ...listSnippets(context, introduced)];
  const others = url === undefined ? 'Clients' : 'Others';
  return [
    ...(hasServers ? [] : ['It has no servers yet. Write them into a file, for example:', ...explainFile(context)]),
    '',
    ...endpoint,
    `${others} start "toolyard serve", which joins this Toolyard while it runs. Its entry:`,
    createClientEntry(context, source),
  ];
}

function introduceTasks(context: CommandContext): string[] {
  return [`It has a task list for your assistants, and keeps it in ${locateTaskFolder(context.surroundings)}`];
}

function listSnippets(context: CommandContext, { source, url, wantsToken }: DescribedStart): string[] {
  const snippets = createClientSnippets(context, { source, url: wantsToken ? undefined : url });
  return [
    ...snippets.flatMap(({ client, place, text }) => [`${client} (${place}):`, text, '']),
    'To run servers of your own, write them into a file, for example:',
    ...explainFile(context),
  ];
}

/** A file takes the place of the built-in configuration, so whoever wants to keep the tasks names them. */
const EXAMPLE = {
  mcpServers: {
    tasks: { type: 'builtin', name: 'tasks' },
    files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] },
  },
};

function explainFile({ surroundings }: CommandContext): string[] {
  const { userConfigDir } = resolvePlaces(surroundings);
  return [
    '',
    formatEntry(EXAMPLE),
    '',
    'The first of these that exists is read:',
    '  1. the file named with --config FILE',
    '  2. the file named by the environment variable TOOLYARD_CONFIG',
    '  3. toolyard.json in the working directory',
    '  4. .mcp.json in the working directory',
    `  5. ${join(userConfigDir, 'toolyard', 'toolyard.json')}`,
    'A file found in the working directory (3, 4) starts nothing until you approve it once: toolyard approve',
    'Then start Toolyard again.',
  ];
}
