import type { McpServer } from '@toolyard/hooks';
import type { ToolLookup } from '@toolyard/host/hooks';

/** The tools of servers that were found, as `known` gives them at each look. */
export function toToolLookup(known: () => readonly McpServer[]): ToolLookup {
  const toolsOf = (server: string): McpServer['tools'] | undefined => known().find(({ id }) => id === server)?.tools;
  return {
    findSchema: (server, tool) => toolsOf(server)?.find(({ name }) => name === tool)?.inputSchema,
    listTools: (server) =>
      toolsOf(server)?.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  };
}
