import {
  type CatalogueEntry,
  type Configuration,
  type ServerStatus,
  toLine,
  toVisibleJson,
  type Yard,
} from '@toolyard/core';
import { createToolNames, describeFailure } from '@toolyard/host';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { renderTable } from '../terminal/render-table.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { selectServer } from '../yard/select-server.ts';
import { WAIT_MS, waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type CommonOptions } from '../yard/with-yard.ts';

/** How `toolyard tools` is asked. */
export interface ToolsOptions extends CommonOptions {
  readonly server?: string;
  readonly search?: string;
  /** The most milliseconds to wait for servers that are starting. */
  readonly wait?: number;
}

/** `toolyard tools`: the catalogue, and on stderr which servers are missing in it. */
export function runTools(options: ToolsOptions, context: CommandContext): Promise<number> {
  const { server } = options;
  const select = server === undefined ? {} : { select: (all: Configuration) => selectServer(all, server) };
  return withYard(context, { ...options, ...select }, async ({ yard, signal, configuration }) => {
    if (server !== undefined) selectServer(configuration, server);
    const ms = options.wait ?? WAIT_MS;
    await waitForServers(yard, context, { ms, signal, ...(server === undefined ? {} : { key: server }) });
    if (signal.aborted) return EXIT.interrupted;
    const names = createToolNames(configuration, yard.catalogue);
    const all = server === undefined ? yard.catalogue.list('tools') : yard.catalogue.listOf('tools', server);
    const tools = all.filter((tool) => matchesSearch(tool, options.search));
    if (options.json === true) {
      const screen = createScreen(context.terminal.stdout, context.surroundings.env);
      screen.line(
        toVisibleJson(
          tools.map((tool) => toJson(tool, names.exposedName(tool.id))),
          2,
        ),
      );
    } else {
      printTools(context, tools);
    }
    return reportMissing(yard, context, { ms, only: server });
  });
}

function printTools({ terminal, surroundings }: CommandContext, tools: readonly CatalogueEntry[]): void {
  const screen = createScreen(terminal.stdout, surroundings.env);
  const rows = tools.map((tool) => [
    { text: toLine(tool.id), paint: (text: string) => screen.paint('strong', text) },
    { text: toLine(firstLine(textOf(tool, 'description') ?? textOf(tool, 'title') ?? '')) },
  ]);
  if (rows.length === 0) return void terminal.stderr.write('No tools.\n');
  const width = screen.width === undefined ? {} : { width: screen.width };
  const paintHeader = (text: string): string => screen.paint('quiet', text);
  for (const line of renderTable(rows, { header: ['TOOL', 'DESCRIPTION'], paintHeader, ...width })) screen.line(line);
}

function reportMissing(
  yard: Yard,
  { terminal }: CommandContext,
  { ms, only }: { readonly ms: number; readonly only: string | undefined },
): number {
  const servers = yard.servers().filter(({ key }) => only === undefined || key === only);
  const isMissing = ({ state }: ServerStatus): boolean =>
    state === 'disabled' ? only !== undefined : state !== 'running' && state !== 'idle';
  const missing = servers.filter(isMissing);
  for (const status of missing) {
    const why =
      describeFailure(status) ??
      `Server "${status.key}" is still ${status.state} after ${ms} ms; use --wait MS to wait longer`;
    terminal.stderr.write(`toolyard: ${toLine(why)}\n`);
  }
  return missing.length > 0 && missing.length === servers.length ? EXIT.failed : EXIT.done;
}

/** Whether every word of the search is in the tool's id, title or description. */
function matchesSearch(tool: CatalogueEntry, search: string | undefined): boolean {
  const text = [tool.id, textOf(tool, 'title'), textOf(tool, 'description')].join('\n').toLowerCase();
  const words = search?.toLowerCase().split(/\s+/) ?? [];
  return words.every((word) => text.includes(word));
}

function toJson(tool: CatalogueEntry, name: string | undefined): Record<string, unknown> {
  const title = textOf(tool, 'title');
  const description = textOf(tool, 'description');
  return {
    id: tool.id,
    name: name ?? tool.id,
    server: tool.server,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: tool.definition['inputSchema'] ?? { type: 'object' },
  };
}

function textOf(tool: CatalogueEntry, field: string): string | undefined {
  const value = tool.definition[field];
  return typeof value === 'string' ? value : undefined;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
