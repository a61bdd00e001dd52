import type { Catalogue, ShownConfiguration } from '@toolyard/core';
import { createNameTable, type NameTable } from '@toolyard/gateway';

/** The exposed names of the tools in the catalogue, the same as a gateway of this configuration would show. */
export function createToolNames({ servers, settings }: ShownConfiguration, catalogue: Catalogue): NameTable {
  const names = createNameTable({
    servers: servers.map(({ key, naming, tools }) => ({
      key,
      naming: naming ?? settings.naming,
      rename: tools.rename,
    })),
  });
  for (const { key } of servers) {
    const own = catalogue.listOf('tools', key).map((tool) => tool.name);
    if (own.length > 0) names.setServer(key, own);
  }
  return names;
}
