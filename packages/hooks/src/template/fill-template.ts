import type { JsonObject } from '@toolyard/core';
import { parseHooksFile } from '../file/parse-hooks-file.ts';
import type { Hook } from '../hook/hook.ts';
import type { McpTool } from '../hook/is-valid-mcp-server.ts';
import { fitTemplateTool } from './fit-template-tool.ts';
import type { HookTemplate } from './hook-template.ts';

/**
 * The hook of a template, which calls `tool` where the template wants one; `undefined` where it does and there is none. Parameters of the tool
 * that the template has no value for are left to whoever edits the hook.
 */
export function fillTemplate(
  template: HookTemplate,
  tool?: Pick<McpTool, 'serverId' | 'name' | 'inputSchema'>,
): Hook | undefined {
  const action = 'tool' in template ? tool && toCall(template.tool, tool) : template.action;
  if (action === undefined) return undefined;
  const { id, title, trigger, policy, debounceMs } = template;
  const written = {
    id,
    name: title,
    trigger,
    action,
    ...(policy !== undefined && { policy }),
    ...(debounceMs !== undefined && { debounceMs }),
  };
  // Read as a file is, so that the hook has every default.
  return parseHooksFile(JSON.stringify({ version: 1, hooks: [written] }), { format: 'json' }).hooks[0];
}

function toCall(
  wanted: Parameters<typeof fitTemplateTool>[0],
  { serverId, name, inputSchema }: Pick<McpTool, 'serverId' | 'name' | 'inputSchema'>,
): JsonObject {
  const { mappings } = fitTemplateTool(wanted, { name, inputSchema });
  return { type: 'mcp', parameters: { serverId, toolName: name, parameterMappings: mappings } };
}
