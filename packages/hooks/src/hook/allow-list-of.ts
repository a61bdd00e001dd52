import type { AgentAction, Action } from './hook.ts';
import { readItems } from './read-values.ts';
import { serversOfList, type ToolAllowList } from './tool-allow-list.ts';

/** The tools that the model of an action may call; none for an agent of the command line. */
export function allowListOf({ parameters }: AgentAction): ToolAllowList {
  if (parameters.operation !== 'ask') return { tools: [], servers: [] };
  return { tools: readItems(parameters, 'tools'), servers: readItems(parameters, 'servers') };
}

/** The keys of the servers that an action may reach, each once. */
export function serversOfAction(action: Action): readonly string[] {
  if (action.type === 'mcp') return [action.parameters.serverId];
  return action.type === 'agent' ? serversOfList(allowListOf(action)) : [];
}
