import { basename } from 'node:path';
import { isJsonObject, type JsonObject } from '@toolyard/core';
import type { McpServer, McpTool, ServerAvailability } from '@toolyard/hooks';
import { SOURCE_TITLES } from '@toolyard/host/hooks';
import { describeAgo } from './describe-time.ts';
import { serverApprovalRows } from './duty-rows.ts';
import type { FolderLook, ViewRow } from './row.ts';
import { splitWarning } from './split-warning.ts';
import { countThings, createTextRow, joinFacts, toFolderRows, toRowMessage, toRowText } from './text-row.ts';
import { toMarkdownFacts, toMarkdownText } from './to-markdown.ts';

const ICONS: Readonly<Record<ServerAvailability, NonNullable<ViewRow['icon']>>> = {
  available: { name: 'vm-active', color: 'testing.iconPassed' },
  unavailable: { name: 'error', color: 'testing.iconFailed' },
  unknown: { name: 'vm-outline' },
};

/** One that a person switched off is not available, and nothing is wrong with it. */
const OFF_ICON: NonNullable<ViewRow['icon']> = { name: 'circle-slash' };

/** More parameters are in the schema that "Show Tool Schema" opens. */
const SHOWN_PARAMETERS = 20;

/** The view of servers and tools. */
export function serverRows(folders: readonly FolderLook[], now: number): readonly ViewRow[] {
  return toFolderRows(
    folders,
    (folder) => rowsOf(folder, now),
    ({ state }) => countThings(state.servers.length, 'server'),
  );
}

function rowsOf(folder: FolderLook, now: number): readonly ViewRow[] {
  const { path, state } = folder;
  const looking = createTextRow(`looking:${path}`, 'Looking for servers…', { icon: { name: 'loading~spin' } });
  // A row that comes and goes above others moves their buttons away, and the editor forgets for a moment what its rows are about.
  const isFirstLook = state.isLooking && state.servers.length === 0;
  return [
    ...(isFirstLook ? [looking] : []),
    ...serverApprovalRows(folder),
    ...unusableRows(folder),
    ...state.serverWarnings.map((_, index) => toWarningRow(folder, index)),
    ...state.servers.map((server) => toServerRow(path, server, now)),
  ];
}

/** Why the configuration cannot be used; a click opens the place. */
function unusableRows({ path, state: { configurationProblem: unusable } }: FolderLook): readonly ViewRow[] {
  if (unusable === undefined) return [];
  const { message, place } = unusable;
  const name = basename(place?.file ?? 'The configuration');
  const label = `Problem in ${name}`;
  const short = toRowMessage(message, path);
  return [
    createTextRow(`configuration:${path}`, label, {
      description: short.startsWith(`${name}: `) ? short.slice(name.length + 2) : short,
      tooltip: toMarkdownText(message),
      accessibleLabel: toRowText(`${label}: ${short}`),
      icon: { name: 'error', color: 'list.errorForeground' },
      ...(place === undefined ? {} : { place }),
    }),
  ];
}

/** A click leads to the file that is wrong; where it is the only one, to the very place. */
function toWarningRow({ path, state: { serverWarnings } }: FolderLook, index: number): ViewRow {
  const warning = serverWarnings[index] ?? '';
  const { file, reason } = splitWarning(warning);
  const place = file === undefined || serverWarnings.length === 1 ? undefined : { file, line: 1, column: 1 };
  const label = file === undefined ? reason : `Problem in ${basename(file)}`;
  const row = createTextRow(`warning:${path}:${index}`, label, {
    ...(file === undefined ? {} : { description: toRowText(reason) }),
    tooltip: toMarkdownText(warning),
    accessibleLabel: toRowText(`Warning: ${warning}`),
    icon: { name: 'warning', color: 'list.warningForeground' },
    context: 'warning',
    ...(place === undefined ? { command: { id: 'toolyard.servers.openFile', title: 'Open Servers File' } } : { place }),
  });
  return { ...row, subject: { kind: 'folder', folder: path } };
}

function toServerRow(folder: string, server: McpServer, now: number): ViewRow {
  const { id, name, status, reason, tools } = server;
  const label = toRowText(name);
  const why = reason === undefined ? undefined : toRowText(reason);
  const isDown = status === 'unavailable';
  const description = joinFacts([
    // Side bars are narrow, so what a person has to know stands first.
    isDown && why !== undefined ? `${status}: ${why}` : status,
    // Of one that was never seen nobody knows how many it has.
    tools.length === 0 && status !== 'available' ? undefined : countThings(tools.length, 'tool'),
    nameSource(server),
    describeLastSeen(server, now),
    isDown ? undefined : why,
  ]);
  const rowId = `server:${folder}:${id}`;
  const children = [
    ...(reason === undefined ? [] : [createReasonRow(`${rowId}:reason`, server, reason)]),
    ...tools.map((tool) => toToolRow(folder, tool, now)),
  ];
  return {
    id: rowId,
    label,
    ...(description === undefined ? {} : { description }),
    tooltip: describeServerRow(server, now),
    accessibleLabel: `${label}, ${description ?? ''}`,
    icon: isDown && reason?.startsWith('disabled') === true ? OFF_ICON : ICONS[status],
    context: `server.${status}`,
    ...(children.length === 0 ? {} : { children }),
    subject: { kind: 'server', folder, server: id },
  };
}

function createReasonRow(id: string, { status }: McpServer, reason: string): ViewRow {
  return createTextRow(id, `${status}: ${reason}`, { tooltip: toMarkdownText(reason), icon: { name: 'info' } });
}

/** What is known of a server, as Markdown. */
export function describeServerRow(server: McpServer, now: number): string {
  const { id, name, description, status, reason, files = [] } = server;
  const facts = toMarkdownFacts({
    Status: reason === undefined ? status : `${status}: ${reason}`,
    'Name in hooks': id,
    From: nameSource(server),
    'Last seen': describeLastSeen(server, now),
    File: files[0],
  });
  return [
    `**${toMarkdownText(name)}**`,
    ...(description === undefined ? [] : [toMarkdownText(description)]),
    facts,
  ].join('\n\n');
}

/** Nothing of a server of our own configuration, which needs no explanation. */
function nameSource({ source = '' }: McpServer): string | undefined {
  const titles: Readonly<Record<string, string>> = SOURCE_TITLES;
  const title = Object.hasOwn(titles, source) ? titles[source] : undefined;
  return title === undefined ? undefined : `from ${title}`;
}

/** When its tools were last offered, of a server that is not there now. */
function describeLastSeen({ status, tools }: McpServer, now: number): string | undefined {
  if (status === 'available') return undefined;
  const seen = tools.reduce((last, tool) => Math.max(last, tool.lastSeen ?? 0), 0);
  return seen === 0 ? undefined : `last seen ${describeAgo(seen, now)}`;
}

function toToolRow(folder: string, tool: McpTool, now: number): ViewRow {
  const { name, displayName, description, serverId, status } = tool;
  const label = toRowText(displayName);
  const [first = ''] = description.trim().split('\n', 1);
  const about = toRowText(first);
  return {
    id: `tool:${folder}:${serverId}:${name}`,
    label,
    ...(about === '' ? {} : { description: about }),
    tooltip: describeToolRow(tool, now),
    accessibleLabel: [label, status, about].filter((text) => text !== undefined && text !== '').join(', '),
    icon: { name: 'tools' },
    context: 'tool',
    subject: { kind: 'tool', folder, server: serverId, tool: name },
  };
}

/** What is known of a tool and its parameters, as Markdown. */
export function describeToolRow(tool: McpTool, now: number): string {
  const { name, displayName, description, inputSchema, serverId, status, lastSeen } = tool;
  const facts = toMarkdownFacts({
    Tool: `${serverId}:${name}`,
    // One that is there now was seen now.
    'Last seen': lastSeen === undefined || status === 'available' ? undefined : describeAgo(lastSeen, now),
  });
  const parameters = listParameters(inputSchema).map((parameter) => `- ${toMarkdownText(parameter)}`);
  return [
    `**${toMarkdownText(displayName)}**`,
    ...(description === '' ? [] : [toMarkdownText(description)]),
    facts,
    ...(parameters.length === 0 ? [] : [parameters.join('\n')]),
  ].join('\n\n');
}

/** `channel (string, required)`, a line each. */
function listParameters({ properties, required }: JsonObject): readonly string[] {
  if (!isJsonObject(properties)) return [];
  const names = Object.keys(properties);
  const lines = names.slice(0, SHOWN_PARAMETERS).map((name) => {
    const schema = properties[name];
    const type = isJsonObject(schema) && typeof schema['type'] === 'string' ? schema['type'] : 'any';
    return `${name} (${type}${Array.isArray(required) && required.includes(name) ? ', required' : ''})`;
  });
  return names.length > SHOWN_PARAMETERS ? [...lines, `and ${names.length - SHOWN_PARAMETERS} more`] : lines;
}
