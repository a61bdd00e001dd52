import { toLine, toVisibleJson } from '@toolyard/core';
import type { McpServer } from '@toolyard/hooks';
import { openDiscovery, type DiscoveredServers } from '@toolyard/host/hooks';
import { openUncheckedCommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { renderServer, renderServers } from '../hooks/servers/render-servers.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import { EXIT } from '../process/to-exit-code.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { selectServer } from '../yard/select-server.ts';

/** Which servers are shown, and how fresh they have to be. */
export interface HooksServersOptions extends HooksCommandOptions {
  readonly refresh?: boolean;
  /** The one whose tools are shown. */
  readonly server?: string;
}

/** `toolyard hooks servers`: the servers that hooks can name, whoever defines them, and whether they can be used. */
export function runHooksServers(options: HooksServersOptions, context: CommandContext): Promise<number> {
  const { refresh = false, server, ...common } = options;
  return runInterruptible(context.terminal, async ({ signal }) => {
    const opened = await openUncheckedCommandHooks(context, common);
    const discovery = openDiscovery({ read: async () => opened, clock: opened.host.clock, signal });
    const found = await discovery.servers({ refresh });
    if (signal.aborted) return EXIT.interrupted;
    const one = server === undefined ? undefined : selectOne(found.servers, server);
    if (options.json === true) printJson(found, one, context);
    else print(found, one, context);
    tellSkipped(found, context);
    return EXIT.done;
  });
}

function selectOne(servers: readonly McpServer[], id: string): McpServer | undefined {
  const keyed = servers.map((server) => ({ key: server.id, server }));
  return selectServer({ servers: keyed }, id).servers[0]?.server;
}

function printJson(
  { servers, lastUpdated, ttl }: DiscoveredServers,
  one: McpServer | undefined,
  { terminal, surroundings }: CommandContext,
): void {
  createScreen(terminal.stdout, surroundings.env).line(toVisibleJson(one ?? { servers, lastUpdated, ttl }, 2));
}

function print(found: DiscoveredServers, one: McpServer | undefined, { terminal, surroundings }: CommandContext): void {
  const { stdout, stderr } = terminal;
  const screen = createScreen(stdout, surroundings.env);
  const { servers } = found;
  if (one !== undefined) for (const line of renderServer(one, screen)) screen.line(line);
  else if (servers.length > 0) for (const line of renderServers(servers, screen)) screen.line(line);
  else stderr.write('No servers found. "toolyard add" adds one to the configuration.\n');
  const shown = one === undefined ? servers : [one];
  if (shown.some(({ status, source }) => status === 'unknown' && source !== 'toolyard')) {
    stderr.write(
      'A server of another program is started only for a hook. Name it in a hook, then run "toolyard hooks approve".\n',
    );
  }
}

function tellSkipped({ warnings, shadowed }: DiscoveredServers, { terminal: { stderr } }: CommandContext): void {
  for (const { file, reason } of warnings) stderr.write(`Skipped ${toLine(file)}: ${toLine(reason)}\n`);
  for (const { found, by } of shadowed) {
    const why = found.problem === undefined ? `${toLine(by.file)} has another one` : toLine(found.problem);
    stderr.write(`Skipped "${toLine(found.key)}" of ${toLine(found.file)}: ${why}\n`);
  }
}
