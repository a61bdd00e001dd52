import { toToolId, type Yard } from '@toolyard/core';
import type { Host } from '../../ports/host.ts';
import { stateStoreOf } from '../../state/state-store.ts';
import type { YardPlace } from '../../yard/locate-yard.ts';

/** Gives the schema of a tool's arguments; `undefined` where it is not known. */
export type FindToolSchema = (server: string, tool: string) => unknown;

/** Looks tools up in a running yard, else in what is remembered from earlier runs; starts nothing. */
export async function createToolLookup(
  host: Pick<Host, 'surroundings' | 'state'>,
  place: YardPlace,
  yard: Yard | undefined,
): Promise<FindToolSchema> {
  if (yard !== undefined) {
    return (server, tool) => yard.catalogue.find('tools', toToolId(server, tool))?.definition['inputSchema'];
  }
  const memory = await stateStoreOf(host).openMemory(place, () => undefined);
  return (server, tool) => {
    const definitions = memory.recall(server)?.lists?.tools ?? [];
    return definitions.map(parseTool).find(({ name }) => name === tool)?.inputSchema;
  };
}

function parseTool(text: string): { readonly name?: unknown; readonly inputSchema?: unknown } {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}
