import { toIsoTime, toLine, toVisible } from '@toolyard/core';
import { toShownTime, type McpServer, type McpTool, type ServerAvailability } from '@toolyard/hooks';
import { SOURCE_TITLES } from '@toolyard/host/hooks';
import type { Screen, Tone } from '../../terminal/create-screen.ts';
import { renderTable, type Cell } from '../../terminal/render-table.ts';

const TONES: Readonly<Record<ServerAvailability, Tone>> = { available: 'good', unavailable: 'bad', unknown: 'busy' };

/** The table of servers: what hooks name them by, whose they are, how many tools they have, and whether they can be used. */
export function renderServers(servers: readonly McpServer[], screen: Screen): string[] {
  const rows = servers.map((server): Cell[] => [
    { text: toVisible(server.id), paint: (text) => screen.paint('strong', text) },
    { text: nameSource(server) },
    { text: `${server.tools.length}` },
    { text: lastSeenOf(server) },
    { text: describeStatus(server), paint: (text) => screen.paint(TONES[server.status], text) },
  ]);
  return renderTable(rows, {
    header: ['SERVER', 'FROM', 'TOOLS', 'SEEN', 'STATUS'],
    paintHeader: (text) => screen.paint('quiet', text),
    whole: ['SERVER'],
    ...(screen.width === undefined ? {} : { width: screen.width }),
  });
}

/** One server in full: where it is from, and each tool with its parameters. */
export function renderServer(server: McpServer, screen: Screen): string[] {
  const { id, description, files = [], tools } = server;
  return [
    `${screen.paint('strong', toVisible(id))}  ${screen.paint(TONES[server.status], describeStatus(server))}`,
    ...(description === undefined ? [] : [`  ${toLine(firstLine(description))}`]),
    ...files.map((file, index) => `  ${index === 0 ? 'from' : 'also'} ${toVisible(file)} (${nameSource(server)})`),
    ...tools.flatMap((tool) => renderTool(tool, screen)),
  ];
}

/** The one who defines it, in words. */
function nameSource({ source = '' }: Pick<McpServer, 'source'>): string {
  const titles: Readonly<Record<string, string>> = SOURCE_TITLES;
  return titles[source] ?? 'Toolyard';
}

function renderTool(tool: McpTool, screen: Screen): string[] {
  const { name, description, status = 'unknown' } = tool;
  const about = description === '' ? '' : `  ${toLine(firstLine(description))}`;
  return [
    `  ${screen.paint('strong', toVisible(name))}  ${screen.paint(TONES[status], status)}${about}`,
    ...listParameters(tool).map((parameter) => `    ${toLine(parameter)}`),
  ];
}

function listParameters({ inputSchema }: McpTool): string[] {
  const { properties = {}, required = [] } = inputSchema;
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).map(([name, schema]: readonly [string, unknown]) => {
    const fields: { readonly type?: unknown; readonly description?: unknown } =
      typeof schema === 'object' && schema !== null ? schema : {};
    const type = typeof fields.type === 'string' ? fields.type : 'any';
    const isRequired = Array.isArray(required) && required.includes(name);
    const about = typeof fields.description === 'string' ? `: ${firstLine(fields.description)}` : '';
    return `${name} (${type}${isRequired ? ', required' : ''})${about}`;
  });
}

function describeStatus({ status, reason }: McpServer): string {
  return reason === undefined ? status : `${status}: ${toLine(reason)}`;
}

function lastSeenOf({ tools }: McpServer): string {
  const times = tools.flatMap(({ lastSeen }) => lastSeen ?? []);
  return times.length === 0 ? 'never' : toShownTime(toIsoTime(Math.max(...times)));
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
