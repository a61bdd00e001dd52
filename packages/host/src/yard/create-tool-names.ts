import type { Catalogue, ShownConfiguration } from '@toolyard/core';
import { createNameTable, type NameTable } from '@toolyard/gateway';

/** The exposed names of the tools in the catalogue, the same as a gateway of this configuration would show. */
export function createToolNames(configuration: ShownConfiguration, catalogue: Catalogue): NameTable {
  const names = createEmptyNames(configuration);
  for (const { key } of configuration.servers) {
    const own = catalogue.listOf('tools', key).map((tool) => tool.name);
    if (own.length > 0) names.setServer(key, own);
  }
  return names;
}

/** The server whose key a name begins with, as a tool id or as clients see it; `undefined` for a bare name. */
export function serverOf(configuration: ShownConfiguration, name: string): string | undefined {
  return createEmptyNames(configuration).serverOf(name);
}

function createEmptyNames({ servers, settings }: ShownConfiguration): NameTable {
  return createNameTable({
    servers: servers.map(({ key, naming, tools }) => ({
      key,
      naming: naming ?? settings.naming,
      rename: tools.rename,
    })),
  });
}
