import type { McpServer } from '@toolyard/hooks';
import type { EditorTool } from '../../ports/extension-tools.ts';

/** The tag of tools that come from MCP servers which the editor runs. */
const MCP_TAG = 'mcp';
/** How their names begin: the name that the server has for itself follows, then the tool's own. */
const PREFIX = 'mcp_';
/** The editor keeps only so many characters of a server's name. */
const SERVER_LENGTH = 13;
/** Toolyard's own gateway, whichever program runs it. */
const OWN = /^mcp_toolyard/;

/**
 * Those tools that only an extension or a server of the editor provides: not the editor's own, not Toolyard's, which would go in circles, and
 * not those of servers that are listed anyway, as far as that can be told.
 */
export function selectExtensionTools(
  tools: readonly EditorTool[],
  servers: readonly McpServer[],
): readonly EditorTool[] {
  return tools
    .filter((tool) => isFromOutside(tool) && !OWN.test(tool.name) && !servers.some((server) => isOf(tool, server)))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

function isFromOutside({ tags, extension, isBuiltin }: EditorTool): boolean {
  return tags.includes(MCP_TAG) || (extension !== undefined && !isBuiltin);
}

/** The editor does not tell the key of a server, but its name or its tools may. */
function isOf(tool: EditorTool, { id, name, tools }: McpServer): boolean {
  if (!tool.tags.includes(MCP_TAG)) return false;
  const key = id.slice(id.lastIndexOf('/') + 1);
  if ([key, name].some((each) => hasPrefix(tool.name, `${PREFIX}${toEditorName(each)}`))) return true;
  return tools.some(
    ({ name: own, description }) =>
      tool.name.endsWith(`_${own}`) && description !== '' && tool.description === description,
  );
}

/** A second server of the same name has a number behind it. */
function hasPrefix(tool: string, prefix: string): boolean {
  return tool.startsWith(prefix) && /^\d*_/.test(tool.slice(prefix.length));
}

function toEditorName(server: string): string {
  return server
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.-]+/g, '_')
    .slice(0, SERVER_LENGTH);
}
