import { SOURCE_TITLES } from '@toolyard/host/hooks';
import type { McpServer, McpTool } from '@toolyard/hooks';
import { toLine } from '@toolyard/core';
import { chooseFolder } from '../commands/choose-folder.ts';
import type { CommandParts } from '../commands/command-table.ts';
import { findServerObstacle, tellObstacle } from '../commands/tell-obstacle.ts';
import type { Folder, Folders } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';
import type { Subject } from '../rows/row.ts';
import type { ServerSubject } from './server-parts.ts';

/** Where a command without a subject finds one. */
export interface PickParts extends Pick<CommandParts, 'later'> {
  readonly folders: Folders;
  readonly editor: Pick<Editor, 'pick' | 'notify' | 'withProgress' | 'execute'>;
}

/** A tool as commands are given it. */
export interface ToolSubject extends ServerSubject {
  readonly tool: string;
}

/** The server that a command is for; a person picks one of its folder where none was named. */
export async function pickServer(parts: PickParts, subject: Subject | undefined): Promise<ServerSubject | undefined> {
  const folder = await chooseFolder(parts, subject, 'Toolyard');
  if (folder === undefined) return undefined;
  if (subject?.kind === 'server' || subject?.kind === 'tool') return { folder, server: subject.server };
  const found = await findServers(parts, folder);
  if (found.length === 0) {
    tellObstacle(parts, findServerObstacle(folder), folder);
    return undefined;
  }
  const server = await parts.editor.pick(found.map(toServerChoice), {
    title: 'Toolyard',
    placeholder: 'Which server?',
  });
  return server === undefined ? undefined : { folder, server };
}

/** The tool that a command is for; a person picks one of all servers of the folder, or of the one that was named. */
export async function pickTool(parts: PickParts, subject: Subject | undefined): Promise<ToolSubject | undefined> {
  const folder = await chooseFolder(parts, subject, 'Toolyard');
  if (folder === undefined) return undefined;
  if (subject?.kind === 'tool') return { folder, server: subject.server, tool: subject.tool };
  const found = await findServers(parts, folder);
  const meant = subject?.kind === 'server' ? found.filter(({ id }) => id === subject.server) : found;
  const tools = meant.flatMap((server) => server.tools.map((tool) => toToolChoice(server, tool)));
  if (tools.length === 0) {
    tellObstacle(parts, findServerObstacle(folder), folder);
    return undefined;
  }
  const picked = await parts.editor.pick(tools, { title: 'Toolyard', placeholder: 'Which tool?' });
  return picked === undefined ? undefined : { folder, ...picked };
}

async function findServers({ editor }: PickParts, folder: Folder): Promise<readonly McpServer[]> {
  const known = folder.state().servers;
  if (known.length > 0) return known;
  await editor.withProgress('Looking for servers', () => folder.lookForServers());
  return folder.state().servers;
}

function toServerChoice({ id, name, status, reason, source }: McpServer): {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly value: string;
} {
  const titles: Readonly<Record<string, string>> = SOURCE_TITLES;
  const from = source === undefined ? undefined : titles[source];
  const description = from === undefined ? status : `${status}, from ${from}`;
  return { label: toLine(name), description, ...(reason !== undefined && { detail: toLine(reason) }), value: id };
}

function toToolChoice(
  { id, name }: McpServer,
  { name: tool, displayName, description }: McpTool,
): {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly value: Pick<ToolSubject, 'server' | 'tool'>;
} {
  const [first = ''] = description.trim().split('\n', 1);
  return { label: toLine(displayName), description: toLine(name), detail: toLine(first), value: { server: id, tool } };
}
