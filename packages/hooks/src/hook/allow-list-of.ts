import type { AgentAction, Action } from './hook.ts';
import { serversOfList, type ToolAllowList } from './tool-allow-list.ts';

/** The tools that the model of an action may call; none for an agent of the command line. */
export function allowListOf({ parameters }: AgentAction): ToolAllowList {
  const { operation, tools, servers } = parameters;
  if (operation !== 'ask') return { tools: [], servers: [] };
  return { tools: textsIn(tools), servers: textsIn(servers) };
}

/** The keys of the servers that an action may reach, each once. */
export function serversOfAction(action: Action): readonly string[] {
  if (action.type === 'mcp') return [action.parameters.serverId];
  return action.type === 'agent' ? serversOfList(allowListOf(action)) : [];
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
