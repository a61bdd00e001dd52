import { checkMappings, type KnownHook, type McpAction, type McpServer } from '@toolyard/hooks';
import { validateArguments } from '@toolyard/runtime';
import type { HooksFinding } from '../read/hooks-finding.ts';
import type { ReadHooks } from '../read/read-hooks.ts';
import { suggestName, toHookFinding, type HookRemark } from './check-hooks.ts';

/** What servers that were found show about the tools of hooks and their parameters, as far as it is known; starts nothing. */
export async function checkFoundTools(
  read: Pick<ReadHooks, 'hooks' | 'files'>,
  servers: readonly McpServer[],
): Promise<readonly HooksFinding[]> {
  const byId = new Map(servers.map((server) => [server.id, server]));
  const findings = await Promise.all(
    read.hooks.map(async (known) => (await remarkOn(known, byId)).map((remark) => toHookFinding(known, remark, read))),
  );
  return findings.flat();
}

async function remarkOn(
  { hook: { action } }: KnownHook,
  servers: ReadonlyMap<string, McpServer>,
): Promise<readonly HookRemark[]> {
  if (action.type !== 'mcp') return [];
  const server = servers.get(action.parameters.serverId);
  return server === undefined ? [] : remarkOnFoundTool(action, server);
}

async function remarkOnFoundTool(action: McpAction, server: McpServer): Promise<readonly HookRemark[]> {
  const { toolName } = action.parameters;
  const tool = server.tools.find(({ name }) => name === toolName);
  if (tool !== undefined) return checkMappings(action, tool.inputSchema, validateArguments);
  // What is remembered of a server that does not run may be old.
  if (server.status !== 'available') return [];
  const names = server.tools.map(({ name }) => name);
  const message = `Server "${server.id}" has no tool "${toolName}"${suggestName(toolName, names, 'tools')}`;
  return [{ path: ['action', 'parameters', 'toolName'], message, severity: 'error' }];
}
