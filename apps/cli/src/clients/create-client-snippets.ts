import { quoteForShell } from '@toolyard/core';
import type { ConfigurationSource } from '@toolyard/node';
import { createClientEntry, createServeCommand, formatEntry, type ServeCommand } from './create-client-entry.ts';
import type { ProgramPlace } from './find-own-program.ts';

/** What a client is told to use Toolyard, ready to paste. */
export interface ClientSnippet {
  readonly client: string;
  /** Where it belongs, for people. */
  readonly place: string;
  readonly text: string;
}

/** How clients reach this Toolyard. */
export interface SnippetOptions {
  readonly source: ConfigurationSource;
  /** Where it serves HTTP; where it is absent every client starts a Toolyard, which joins the running one. */
  readonly url?: string | undefined;
}

/** The snippets for the clients that most people have. */
export function createClientSnippets(program: ProgramPlace, { source, url }: SnippetOptions): readonly ClientSnippet[] {
  const entry = createClientEntry(program, source);
  const serve = createServeCommand(program, source);
  const started = { type: 'stdio', ...serve };
  const add = 'claude mcp add --scope user';
  return [
    // Its file knows no URLs.
    { client: 'Claude Desktop', place: 'claude_desktop_config.json', text: entry },
    {
      client: 'Claude Code',
      place: 'in a terminal',
      text:
        url === undefined
          ? `${add} toolyard ${toWords(serve).map(quoteForShell).join(' ')}`
          : `${add} --transport http toolyard ${quoteForShell(url)}`,
    },
    {
      client: 'Cursor',
      place: '~/.cursor/mcp.json',
      text: url === undefined ? entry : formatEntry({ mcpServers: { toolyard: { url } } }),
    },
    {
      client: 'VS Code',
      place: 'mcp.json, opened with "MCP: Open User Configuration"',
      text: formatEntry({ servers: { toolyard: url === undefined ? started : { type: 'http', url } } }),
    },
  ];
}

/** What follows the name: `-e` takes every word up to the next option, so it would take a name behind it too. */
function toWords({ command, args, env = {} }: ServeCommand): string[] {
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  return [...variables, '--', command, ...args];
}
