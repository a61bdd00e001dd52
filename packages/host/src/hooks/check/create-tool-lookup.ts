import { isJsonObject, toToolId, type JsonObject, type Yard } from '@toolyard/core';
import type { Host } from '../../ports/host.ts';
import { stateStoreOf } from '../../state/state-store.ts';
import type { YardPlace } from '../../yard/locate-yard.ts';

/** What is known of the tools of servers without starting one. */
export interface ToolLookup {
  /** The schema of a tool's arguments; `undefined` where it is not known. */
  findSchema(server: string, tool: string): unknown;
  /** The definitions of all tools of a server; `undefined` where they are not known. */
  listTools(server: string): readonly JsonObject[] | undefined;
}

/** Looks tools up in a running yard, else in what is remembered from earlier runs; starts nothing. */
export async function createToolLookup(
  host: Pick<Host, 'surroundings' | 'state'>,
  place: YardPlace,
  yard: Yard | undefined,
): Promise<ToolLookup> {
  if (yard !== undefined) {
    return {
      findSchema: (server, tool) => yard.catalogue.find('tools', toToolId(server, tool))?.definition['inputSchema'],
      listTools(server) {
        const entries = yard.catalogue.listOf('tools', server);
        return entries.length === 0 ? undefined : entries.map(({ definition }) => definition);
      },
    };
  }
  const memory = await stateStoreOf(host).openMemory(place, () => undefined);
  const listTools: ToolLookup['listTools'] = (server) => memory.recall(server)?.lists?.tools?.map(parseTool);
  return {
    findSchema: (server, tool) => listTools(server)?.find(({ name }) => name === tool)?.['inputSchema'],
    listTools,
  };
}

function parseTool(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}
